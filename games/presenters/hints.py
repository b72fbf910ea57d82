"""A hint in words: the move, and the address at which its cards are chosen on the table."""

from dataclasses import dataclass, replace

from games.domain.moves import Move
from games.domain.perspective import Perspective

from .moves import MoveWords
from .table import TableView


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint. `move` is empty if another action is better than playing; `query` chooses the move's cards."""

    move: str
    why: str
    query: str


def hint_view(sight: Perspective, move: Move | None, why: str, query: str) -> HintView:
    return HintView(MoveWords(sight.position()).label(move) if move else "", why, query)


def with_hints(table: TableView, counts: dict[int, int]) -> TableView:
    """The table with the number of hints that each seat has been given."""
    return replace(table, seats=tuple(replace(seat, hints=counts.get(seat.number, 0)) for seat in table.seats))
