"""`manage.py tournament`: measures the levels of computer players against each other."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import pairwise
from multiprocessing import Pool
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.live_server.memory import settle
from games.bots import LEVELS
from games.domain.playable import check_company, companies
from games.domain.rules import InvalidRules
from games.domain.variants import DEFAULT_PRESET, PRESETS, resolve
from games.management.matches import Match, Pairing, Score, Times
from games.management.results import Contest, Deal, Results, ahead, decided, score

PROGRESS_EVERY = 5
"""Number of deals between two progress messages."""

LEAST = 10
"""Minimum number of deals before certainty may end a contest."""


class Command(BaseCommand):
    help = "Lets levels of computer players play the same deals on swapped seats, and tells who wins how often."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="weakest first")
        parser.add_argument("--presets", nargs="+", default=[DEFAULT_PRESET], help='their ids, or "all"')
        parser.add_argument(
            "--games", type=int, default=40, help="games of each pair of neighbours, at the most (even)"
        )
        parser.add_argument("--certain", action="store_true", help="stop when one is better for certain (95 %%)")
        parser.add_argument("--seats", type=int, help="default: the fewest that can play")
        parser.add_argument("--partners", action="store_true", help="two against two")
        parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards")
        parser.add_argument("--seconds", type=float, help="begin no further deal after this time for a pair")
        parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
        parser.add_argument("--results", type=Path, help="a file that keeps every deal; carried on if it exists")

    def handle(self, **options: Any) -> None:
        if len(options["levels"]) < 2:
            raise CommandError("At least two levels are needed.")
        presets = list(PRESETS) if options["presets"] == ["all"] else options["presets"]
        results = Results(options["results"])
        for preset in presets:
            seats, partners = company(preset, options["seats"], options["partners"])
            for weaker, better in pairwise(options["levels"]):
                self.contest(Contest(preset, seats, partners, better, weaker), results, options)
        for level, spent in results.times().items():
            self.stdout.write(f"{level}: {len(spent)} moves, {median(spent):.1f} ms median, {max(spent):.1f} ms worst")

    def contest(self, contest: Contest, results: Results, options: dict[str, Any]) -> None:
        """Play the missing deals of one contest, and print its result."""
        until = perf_counter() + options["seconds"] if options["seconds"] else None
        wanted, known = seeds(options["seed"], options["games"]), results.of(contest)
        played = [known[seed] for seed in wanted if seed in known]
        missing = [(contest, seed) for seed in wanted if seed not in known]
        for deal in [] if _enough(played, options) else play_deals(missing, options["jobs"], until):
            results.add(contest, deal)
            played.append(deal)
            if len(played) % PROGRESS_EVERY == 0:
                self.stderr.write("  " + told(contest, played))
            if _enough(played, options):
                break
        self.stdout.write(told(contest, played))


def _enough(played: list[Deal], options: dict[str, Any]) -> bool:
    return options["certain"] and len(played) >= LEAST and decided(played)


def company(preset: str, seats: int | None, partners: bool) -> tuple[int, bool]:
    """Return the number of seats and the partnership: the smallest possible, unless another is requested."""
    try:
        rules = resolve(preset)
        if seats is None and not partners:
            return companies(rules)[0]
        check_company(rules, seats or 4, partners)
    except InvalidRules as clash:
        raise CommandError(str(clash)) from clash
    return seats or 4, partners


def seeds(seed: int, games: int) -> list[int]:
    """Return a seed for each deal; every deal makes two games."""
    return [seed * 1_000_003 + number for number in range(games // 2)]


def play_deals(missing: list[tuple[Contest, int]], jobs: int, until: float | None) -> Iterator[Deal]:
    """Yield the deals in order, as many as start within the time."""
    if jobs == 1:
        yield from _in_time(map(play_deal, missing), until)
        return
    with Pool(jobs) as pool:
        yield from _in_time(pool.imap(play_deal, missing), until)


def _in_time(deals: Iterable[Deal], until: float | None) -> Iterator[Deal]:
    if until is None or perf_counter() < until:
        for deal in deals:
            yield deal
            if until is not None and perf_counter() > until:
                return


def play_deal(asked: tuple[Contest, int]) -> Deal:
    """Play a deal twice, the second time with swapped seats."""
    contest, seed = asked
    settle()  # measure their thinking, not the garbage collection of earlier deals
    times = Times(process_time)
    match = Match((contest.better, contest.weaker), LEVELS, times)
    pairing = Pairing(resolve(contest.preset), contest.seats, contest.partners, seed)
    games = [match.play(pairing, swapped) for swapped in (False, True)]
    spent = {level: [round(each * 1000, 2) for each in found] for level, found in times.spent.items()}
    return Deal(seed, tuple(game.part for game in games), tuple(game.margin for game in games), spent)


def told(contest: Contest, deals: list[Deal]) -> str:
    """Return the result of a contest in one line."""
    sure = "better for certain" if decided(deals) else "not certain"
    where = f"{contest.preset} ({'two against two' if contest.partners else contest.seats})"
    return (
        f"{where}, {contest.better} against {contest.weaker}: {_percent(score(deals))} games, "
        f"more points in {_percent(ahead(deals))} deals; {sure}"
    )


def _percent(found: Score) -> str:
    low, high = found.interval()
    return f"{found.rate:.1%} (95 %: {low:.1%} to {high:.1%}) of {found.games}"
