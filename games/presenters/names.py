"""The names of seats and sides, as the viewer would say them."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.domain.perspective import SPECTATOR, Perspective
from games.domain.table import replace_at

from .cards import join_with_and


class SeatNames:
    """The names of the seats, as one viewer says them."""

    def __init__(self, viewer: int, players: tuple[str, ...]) -> None:
        self.viewer, self.players, self.language = viewer, players, get_language()

    def own(self, seat: int) -> bool:
        """True for the viewer's seat. A sentence about it is a text of its own: in many languages, the verb
        says "you"."""
        return seat == self.viewer

    def seat(self, seat: int) -> str:
        if self.own(seat):
            return _("You")
        return self.players[seat - 1] or _("Seat %(number)s") % {"number": seat}

    def seats(self, seats: Iterable[int]) -> str:
        """The names of these seats, the viewer's first."""
        return join_with_and(map(self.seat, sorted(seats, key=lambda seat: not self.own(seat))))


class Names(SeatNames):
    """The names at one viewer's table."""

    def __init__(self, perspective: Perspective) -> None:
        super().__init__(perspective.viewer, perspective.players)
        self.perspective = perspective

    def before_takeover(self, seat: int) -> "Names":
        """The names before another person took this seat over, whose moves were not the viewer's then."""
        players = replace_at(self.players, seat - 1, _("A former player"))
        viewer = SPECTATOR if self.own(seat) else self.viewer
        return Names(self.perspective._replace(players=players, viewer=viewer))

    def side(self, side: int) -> str:
        """The names of everyone on a side, the viewer first."""
        seats = range(1, self.perspective.seats + 1)
        return self.seats(seat for seat in seats if self.perspective.side_of(seat) == side)

    def sides(self) -> tuple[str, ...]:
        """The names of all sides, in their order."""
        return tuple(self.side(side) for side in range(len(self.perspective.totals)))


def seat_sentence(event: Any, names: SeatNames, own: str | Promise, other: str | Promise, **words: str) -> str:
    """A sentence about the seat of an event: `own` to its player, else `other`."""
    return str((own if names.own(event.seat) else other) % {"player": names.seat(event.seat), **words})
