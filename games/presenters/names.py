"""The names of seats and sides, as the viewer would say them."""

from django.utils.translation import gettext as _

from games.domain.perspective import Perspective

from .cards import join_with_and


class Names:
    """The names at one viewer's table."""

    def __init__(self, perspective: Perspective) -> None:
        self.perspective = perspective

    def seat(self, seat: int) -> str:
        if seat == self.perspective.viewer:
            return _("You")
        return self.perspective.players[seat - 1] or _("Seat %(number)s") % {"number": seat}

    def side(self, side: int) -> str:
        """The names of everyone on a side."""
        seats = (seat for seat in range(1, self.perspective.seats + 1) if self.perspective.side_of(seat) == side)
        return join_with_and(map(self.seat, seats))

    def sides(self) -> tuple[str, ...]:
        """The names of all sides, in their order."""
        return tuple(self.side(side) for side in range(len(self.perspective.totals)))
