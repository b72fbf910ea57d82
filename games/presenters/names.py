"""The names of seats and sides, as the viewer would say them."""

from collections.abc import Iterable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.domain.perspective import SPECTATOR, Perspective
from games.domain.table import replace_at

from .cards import join_with_and


class Names:
    """The names at one viewer's table."""

    def __init__(self, perspective: Perspective) -> None:
        self.perspective = perspective

    def before_takeover(self, seat: int) -> "Names":
        """The names before another person took this seat over, whose moves were not the viewer's then."""
        perspective = self.perspective
        players = replace_at(perspective.players, seat - 1, _("A former player"))
        viewer = SPECTATOR if self.own(seat) else perspective.viewer
        return Names(perspective._replace(players=players, viewer=viewer))

    def own(self, seat: int) -> bool:
        """True for the viewer's seat. A sentence about it is a text of its own: in many languages, the verb
        says "you"."""
        return seat == self.perspective.viewer

    def seat(self, seat: int) -> str:
        if self.own(seat):
            return _("You")
        return self.perspective.players[seat - 1] or _("Seat %(number)s") % {"number": seat}

    def seats(self, seats: Iterable[int]) -> str:
        """The names of these seats, the viewer's first."""
        return join_with_and(map(self.seat, sorted(seats, key=lambda seat: not self.own(seat))))

    def side(self, side: int) -> str:
        """The names of everyone on a side, the viewer first."""
        seats = range(1, self.perspective.seats + 1)
        return self.seats(seat for seat in seats if self.perspective.side_of(seat) == side)

    def sides(self) -> tuple[str, ...]:
        """The names of all sides, in their order."""
        return tuple(self.side(side) for side in range(len(self.perspective.totals)))


def seat_sentence(event: Any, names: Names, own: str | Promise, other: str | Promise, **words: str) -> str:
    """A sentence about the seat of an event: `own` to its player, else `other`."""
    return str((own if names.own(event.seat) else other) % {"player": names.seat(event.seat), **words})
