"""A hint in words: the move, and the URL at which its cards are chosen on the table."""

from dataclasses import dataclass

from games.domain.moves import Move
from games.domain.perspective import Perspective

from .moves import MoveWords


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint. `move` is empty if another action is better than playing; `query` chooses the move's cards."""

    move: str
    reason: str
    query: str


def hint_view(perspective: Perspective, move: Move | None, reason: str, query: str) -> HintView:
    return HintView(MoveWords(perspective.position()).label(move) if move else "", reason, query)
