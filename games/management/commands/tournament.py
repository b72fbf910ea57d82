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

from casino.live_server.gc_tuning import freeze_gc
from games.bots import LEVELS
from games.domain.presets import DEFAULT_PRESET, PRESETS, resolve_rules
from games.domain.rules import InvalidRules
from games.domain.rules_validation import seatings, validate_seating
from games.management.matches import Match, Pairing, ThinkingTimes, WinCount
from games.management.play_profile import Observed, write_profiles
from games.management.results import Contest, MirroredDeal, Results, deals_ahead, games_won, is_decided, write_csv_row

PROGRESS_EVERY = 5
"""Number of deals between two progress messages."""

MIN_DEALS = 10
"""Minimum number of deals before certainty may end a contest."""


class Command(BaseCommand):
    help = "Lets levels of computer players play the same deals on swapped seats, and tells which wins how often."

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
        parser.add_argument(
            "--csv", type=Path, help="a table of results, one row a contest; not with --seats, --partners"
        )

        parser.add_argument(
            "--profiles",
            type=Path,
            help="play each level against itself, and write what it takes and builds as a table",
        )

    def handle(self, **options: Any) -> None:
        if options["profiles"]:
            self.observe(options)
            return
        if len(options["levels"]) < 2:
            raise CommandError("At least two levels are needed.")
        presets = list(PRESETS) if options["presets"] == ["all"] else options["presets"]
        results = Results(options["results"])
        for preset in presets:
            seats, partners = seating_for(preset, options["seats"], options["partners"])
            for lower, upper in pairwise(options["levels"]):
                self.contest(Contest(preset, seats, partners, upper, lower), results, options)
        for level, spent in results.times().items():
            self.stdout.write(f"{level}: {len(spent)} moves, {median(spent):.1f} ms median, {max(spent):.1f} ms worst")

    def observe(self, options: dict[str, Any]) -> None:
        """Play `--games` games of the first preset by each level against itself, and write its profile."""
        preset = options["presets"][0]
        seats, partners = seating_for(preset, options["seats"], options["partners"])
        observed = {level: Observed(LEVELS[level]) for level in options["levels"]}
        for level in observed:
            match = Match((level, level), observed, ThinkingTimes(process_time))
            for seed in seeds(options["seed"], 2 * options["games"]):
                match.play(Pairing(resolve_rules(preset), seats, partners, seed), swapped=False)
            self.stderr.write(f"  {level}")
        write_profiles(options["profiles"], observed.items())

    def contest(self, contest: Contest, results: Results, options: dict[str, Any]) -> None:
        """Play the missing deals of one contest, and print its result."""
        until = perf_counter() + options["seconds"] if options["seconds"] else None
        wanted, known = seeds(options["seed"], options["games"]), results.deals_of(contest)
        played = [known[seed] for seed in wanted if seed in known]
        missing = [(contest, seed) for seed in wanted if seed not in known]
        for deal in [] if _enough(played, options) else play_deals(missing, options["jobs"], until):
            results.add(contest, deal)
            played.append(deal)
            if len(played) % PROGRESS_EVERY == 0:
                self.stderr.write("  " + summary(contest, played))
            if _enough(played, options):
                break
        self.stdout.write(summary(contest, played))
        if options["csv"] and played and not (options["seats"] or options["partners"]):
            write_csv_row(options["csv"], contest, games_won(played))


def _enough(played: list[MirroredDeal], options: dict[str, Any]) -> bool:
    return options["certain"] and len(played) >= MIN_DEALS and is_decided(played)


def seating_for(preset: str, seats: int | None, partners: bool) -> tuple[int, bool]:
    """The number of seats and the partnership: the smallest possible, unless another is requested."""
    try:
        rules = resolve_rules(preset)
        if seats is None and not partners:
            return seatings(rules)[0]
        validate_seating(rules, seats or 4, partners)
    except InvalidRules as clash:
        raise CommandError(str(clash)) from clash
    return seats or 4, partners


def seeds(seed: int, games: int) -> list[int]:
    """A seed for each deal; every deal makes two games."""
    return [seed * 1_000_003 + number for number in range(games // 2)]


def play_deals(missing: list[tuple[Contest, int]], jobs: int, until: float | None) -> Iterator[MirroredDeal]:
    """Yield the deals in order, as many as start within the time."""
    if jobs == 1:
        yield from _in_time(map(play_deal, missing), until)
        return
    with Pool(jobs) as pool:
        yield from _in_time(pool.imap(play_deal, missing), until)


def _in_time(deals: Iterable[MirroredDeal], until: float | None) -> Iterator[MirroredDeal]:
    if until is None or perf_counter() < until:
        for deal in deals:
            yield deal
            if until is not None and perf_counter() > until:
                return


def play_deal(contest_and_seed: tuple[Contest, int]) -> MirroredDeal:
    """Play a deal twice, the second time with swapped seats."""
    contest, seed = contest_and_seed
    freeze_gc()  # measure their thinking, not the garbage collection of earlier deals
    times = ThinkingTimes(process_time)
    match = Match((contest.upper, contest.lower), LEVELS, times)
    pairing = Pairing(resolve_rules(contest.preset), contest.seats, contest.partners, seed)
    games = [match.play(pairing, swapped) for swapped in (False, True)]
    spent = {level: [round(time * 1000, 2) for time in spent] for level, spent in times.by_level.items()}
    return MirroredDeal(seed, tuple(game.win_share for game in games), tuple(game.margin for game in games), spent)


def summary(contest: Contest, deals: list[MirroredDeal]) -> str:
    """The result of a contest in one line."""
    verdict = "better for certain" if is_decided(deals) else "not certain"
    game = f"{contest.preset} ({'two against two' if contest.partners else contest.seats})"
    return (
        f"{game}, {contest.upper} against {contest.lower}: {_percent(games_won(deals))} games, "
        f"more points in {_percent(deals_ahead(deals))} deals; {verdict}"
    )


def _percent(wins: WinCount) -> str:
    low, high = wins.interval()
    return f"{wins.rate:.1%} (95 %: {low:.1%} to {high:.1%}) of {wins.games}"
