"""The profile of a level's play: how often it takes what it could, and what becomes of its builds."""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from games.bots.base import Decision, Strategy
from games.bots.card_worth import taken_cards
from games.bots.human import parts
from games.domain.commands import CallOrange, Claim
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture, MakeBuild, Move, TableBuild, play_of
from games.domain.perspective import Perspective
from games.domain.scoring import points_of_card

CHANCES = ("pair", "sum_of_two", "longer_sum", "several_groups", "point_card", "sweep")
"""What a turn may offer to take."""

CSV_HEADER = ("level", "turns", *(f"{chance} %" for chance in CHANCES), "builds in 100 turns", "covered %", "lost %")
"""The columns of `docs/bot-profiles.csv`."""


class Observed:
    """A strategy whose decisions are counted."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.turns = 0
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.builds: Counter[str] = Counter()

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        decision = self.strategy.choose(perspective, rng)
        if not isinstance(decision, Claim | CallOrange):
            self._count(perspective, decision)
        return decision

    def row(self, level: str) -> list[str]:
        """The row of the table; empty where nothing was offered."""
        shares = [_percentage(self.taken[chance], self.offered[chance]) for chance in CHANCES]
        ends = [
            _percentage(self.builds[end], self.builds["covered"] + self.builds["lost"]) for end in ("covered", "lost")
        ]
        return [level, str(self.turns), *shares, _percentage(self.builds["made"], self.turns), *ends]

    def _count(self, perspective: Perspective, move: Move) -> None:
        self.turns += 1
        moves = legal_moves(perspective.position())
        self.offered.update({chance for other in moves for chance in chances(other, perspective)})
        self.taken.update(chances(move, perspective))
        play = play_of(move)
        self.builds["made"] += isinstance(play, MakeBuild | TableBuild)
        if isinstance(play, Capture) and perspective.round:
            side = perspective.side_of(perspective.viewer)
            for build in perspective.round.table.builds:
                if build.cards in play.builds and build.owner:
                    self.builds["covered" if perspective.side_of(build.owner) == side else "lost"] += 1


def chances(move: Move, perspective: Perspective) -> set[str]:
    """What the move takes, of CHANCES."""
    play = play_of(move)
    if not isinstance(play, Capture) or perspective.round is None:
        return set()
    taken = {kind for kind, *_ in parts(move, perspective.rules)} & set(CHANCES)
    cards = taken_cards(play)
    if any(points_of_card(perspective.rules.scoring, card) for card in cards):
        taken.add("point_card")
    return taken | {"sweep"} if len(cards) == len(perspective.round.table.cards) else taken


def write_profiles(path: Path, observed: Iterable[tuple[str, Observed]]) -> None:
    """Write the table, in place of an older one."""
    with path.open("w", newline="") as file:
        rows: Sequence[Sequence[str]] = [CSV_HEADER, *(each.row(level) for level, each in observed)]
        csv.writer(file, lineterminator="\n").writerows(rows)


def _percentage(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f}" if whole else ""
