"""`manage.py tournament`: the computer players' levels measured against each other."""

from argparse import ArgumentParser
from collections.abc import Iterator
from statistics import median
from time import perf_counter, process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import LEVELS
from games.domain.playable import check_company, companies
from games.domain.rules import InvalidRules, Rules
from games.domain.variants import DEFAULT_PRESET, PRESETS, resolve
from games.management.matches import Match, Pairing, Score, Times

PROGRESS_EVERY = 10


class Command(BaseCommand):
    help = "Lets levels of computer players play the same deals on swapped seats, and tells who wins how often."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS), help="weakest first")
        parser.add_argument("--presets", nargs="+", default=[DEFAULT_PRESET], help='their ids, or "all"')
        parser.add_argument("--games", type=int, default=40, help="games of each pair of neighbours (even)")
        parser.add_argument("--seats", type=int, help="default: the fewest that can play")
        parser.add_argument("--partners", action="store_true", help="two against two")
        parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards")
        parser.add_argument("--seconds", type=float, help="begin no further pair of games after this time for a match")

    def handle(self, **options: Any) -> None:
        presets = list(PRESETS) if options["presets"] == ["all"] else options["presets"]
        if len(options["levels"]) < 2:
            raise CommandError("At least two levels are needed.")
        times = Times(process_time)
        for preset in presets:
            for weaker, better in zip(options["levels"], options["levels"][1:], strict=False):
                self.match(preset, Match((better, weaker), LEVELS, times), options)
        for level, spent in times.spent.items():
            self.stdout.write(f"{level}: {len(spent)} moves, {_ms(median(spent))} median, {_ms(max(spent))} worst")

    def match(self, preset: str, match: Match, options: dict[str, Any]) -> None:
        rules, (seats, partners) = company(preset, options["seats"], options["partners"])
        score, until = Score(), options["seconds"] and perf_counter() + options["seconds"]
        for seed, swapped in deals(options["seed"], options["games"]):
            if until and not swapped and perf_counter() > until:
                break
            score = score.add(match.play(Pairing(rules, seats, partners, seed), swapped))
            if score.games % PROGRESS_EVERY == 0 and score.games < options["games"]:
                self.stderr.write(f"  {preset}, {_names(match)}: {_percent(score)}")
        self.stdout.write(f"{preset}, {_names(match)}: {_percent(score)}")


def company(preset: str, seats: int | None, partners: bool) -> tuple[Rules, tuple[int, bool]]:
    """The rules, and who plays: the smallest company there is, unless another is asked for."""
    try:
        rules = resolve(preset)
        if seats is None and not partners:
            return rules, companies(rules)[0]
        check_company(rules, seats or 4, partners)
    except InvalidRules as clash:
        raise CommandError(str(clash)) from clash
    return rules, (seats or 4, partners)


def deals(seed: int, games: int) -> Iterator[tuple[int, bool]]:
    """Each deal twice, the second time with the seats swapped."""
    for number in range(games):
        yield seed * 1_000_003 + number // 2, bool(number % 2)


def _names(match: Match) -> str:
    return f"{match.levels[0]} against {match.levels[1]}"


def _percent(score: Score) -> str:
    low, high = score.interval()
    return f"{score.rate:.1%} of {score.games} games (95 %: {low:.1%} to {high:.1%})"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
