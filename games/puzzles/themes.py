"""The themes of a puzzle: the idea behind its best move."""

from collections.abc import Iterator, Sequence

from games.analysis.positions import LEARNER, OPPONENT, learning_rules
from games.bots.simulation import SimState
from games.domain.cards import Card
from games.domain.moves import Capture, MakeBuild, Move, Trail, play_of
from games.domain.table import Table
from games.domain.values import card_values
from games.puzzles.proof import Proof

THEMES = ("steal", "raise", "build", "groups", "sum", "last", "sweep", "count")
"""All themes, the rarer ones first: the first of a puzzle's themes names it."""


def themes_of(proof: Proof, table: Table) -> tuple[str, ...]:
    """Return the themes of the move proved best on this table; empty if it is a plain one."""
    found = set(_of_move(proof.solution, table)) | set(_of_outcome(*proof.lines))
    if not found and isinstance(proof.solution, Trail):
        found = {"count"}
    return tuple(theme for theme in THEMES if theme in found)


def _of_move(move: Move, table: Table) -> Iterator[str]:
    play = play_of(move)
    if not isinstance(play, Capture | MakeBuild):
        return
    builds = [build for build in table.builds if build.cards in play.builds]
    if any(build.owner == OPPONENT for build in builds):
        yield "steal"
    if isinstance(play, MakeBuild):
        yield "raise" if any(build.value != play.value for build in builds) else "build"
        return
    singles, sums = _groups(play)
    if singles + sums + len(builds) > 1:
        yield "groups"
    elif sums:
        yield "sum"


def _groups(capture: Capture) -> tuple[int, int]:
    """Return the number of loose cards that match the card played, and of groups that add up to it."""
    (played,) = capture.played
    adding = [card for card in capture.loose if card.rank != played.rank]
    return len(capture.loose) - len(adding), sum(map(_number, adding)) // (_number(played) or 1)


def _number(card: Card) -> int:
    values = card_values(learning_rules().matching)[card]
    return values[0] if values and isinstance(values[0], int) else 0


def _of_outcome(best: Sequence[SimState], next_best: Sequence[SimState]) -> Iterator[str]:
    """Yield what the line of the best move reaches in the end, or prevents, where that of the next best does not."""
    if best[-1].table.cards and best[-1].last_capturer == LEARNER - 1 != next_best[-1].last_capturer:
        yield "last"
    if _is_swept(next_best) and not _is_swept(best):
        yield "sweep"


def _is_swept(line: Sequence[SimState]) -> bool:
    """Return True if the first reply takes the whole table."""
    return len(line) > 1 and line[1].table.empty and line[1].last_capturer == OPPONENT - 1
