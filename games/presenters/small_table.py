"""Games in progress as small tables, from a spectator's perspective."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.domain.perspective import Perspective

from .portraits import Portrait
from .seats import SeatDetails, SeatView
from .table import TableView, table_view


@dataclass(frozen=True, slots=True)
class SmallSeat:
    """A player at a small table, with the rating in its game; None for a guest or a computer player."""

    seat: SeatView
    rating: int | None


@dataclass(frozen=True, slots=True)
class SmallTable:
    """A game in progress, and the number of its spectators."""

    public_id: str
    table: TableView
    seats: tuple[SmallSeat, ...]
    spectators: int
    rated: bool


def small_table(
    public_id: str,
    perspective: Perspective,
    portraits: Mapping[int, Portrait],
    ratings: Mapping[int, int | None],
    spectators: int,
) -> SmallTable:
    """Return the small table. The perspective must be a spectator's; portraits and ratings are by seat."""
    if perspective.viewer:
        raise ValueError("a small table shows what spectators see")
    table = table_view(perspective, (), details=SeatDetails(portraits=portraits))
    seats = tuple(SmallSeat(seat, ratings.get(seat.number)) for seat in table.seats)
    return SmallTable(public_id, table, seats, spectators, perspective.table_settings.rated)
