"""The people at the table, and the viewer's options when one of them has gone."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import Perspective

from .names import Names

WORDS = {"visible": lazy("here"), "hidden": lazy("looking elsewhere"), "gone": lazy("gone")}


@dataclass(frozen=True, slots=True)
class Fellow:
    """Another person at the table. `settle`: the viewer need not wait for this person any longer."""

    number: int
    name: str
    where: str
    words: str
    settle: bool


@dataclass(frozen=True, slots=True)
class CompanyView:
    """The other people at the table.

    `again`: seconds after which the view must be refreshed; `two`: the game has two seats, so the player who stays
    wins.
    """

    fellows: tuple[Fellow, ...]
    watching: int
    two: bool
    again: int | None

    @property
    def leaving(self) -> tuple[Fellow, ...]:
        return tuple(each for each in self.fellows if each.settle)


def company_view(
    sight: Perspective, places: Mapping[int, str], watching: int, waits: Mapping[int, float]
) -> CompanyView:
    """Return the other people at the table.

    `places`: the presence of each person by seat; `waits`: seconds that those who have gone must still be waited for,
    by seat.
    """
    names = Names(sight)
    fellows = tuple(
        Fellow(seat, names.seat(seat), where, str(WORDS[where]), waits.get(seat) == 0)
        for seat, where in sorted(places.items())
        if seat != sight.viewer
    )
    later = [left for left in waits.values() if left]
    return CompanyView(fellows, watching, sight.seats == 2, math.ceil(min(later)) + 1 if later else None)
