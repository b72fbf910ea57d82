"""The names of seats and sides, as the viewer would say them."""

from django.utils.translation import gettext as _

from games.domain.perspective import Perspective

from .cards import words_and


class Names:
    """The names at one viewer's table."""

    def __init__(self, sight: Perspective) -> None:
        self.sight = sight

    def seat(self, seat: int) -> str:
        if seat == self.sight.viewer:
            return _("You")
        return self.sight.players[seat - 1] or _("Seat %(number)s") % {"number": seat}

    def side(self, side: int) -> str:
        """The names of everyone on a side."""
        seats = (seat for seat in range(1, self.sight.seats + 1) if self.sight.side_of(seat) == side)
        return words_and(map(self.seat, seats))
