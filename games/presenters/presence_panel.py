"""The people at the table, and the viewer's options when one of them has gone."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import Perspective

from .names import Names

STATUS_TEXTS = {"visible": lazy("online"), "hidden": lazy("in another tab"), "gone": lazy("offline")}


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Another person at the table. `can_claim`: the viewer need not wait for this person any longer."""

    number: int
    name: str
    status: str
    status_text: str
    can_claim: bool


@dataclass(frozen=True, slots=True)
class PresencePanel:
    """The other people at the table.

    `recheck_seconds`: seconds after which the view must be refreshed; `two_seats`: the player who stays wins.
    """

    others: tuple[OtherPlayer, ...]
    spectators: int
    two_seats: bool
    recheck_seconds: int | None

    @property
    def claimable(self) -> tuple[OtherPlayer, ...]:
        return tuple(player for player in self.others if player.can_claim)


def presence_panel(
    perspective: Perspective, statuses: Mapping[int, str], spectators: int, waiting_seconds: Mapping[int, float]
) -> PresencePanel:
    """Return the other people at the table.

    `statuses`: the presence of each person by seat; `waiting_seconds`: seconds to wait for players who have gone.
    """
    names = Names(perspective)
    others = tuple(
        OtherPlayer(seat, names.seat(seat), status, str(STATUS_TEXTS[status]), waiting_seconds.get(seat) == 0)
        for seat, status in sorted(statuses.items())
        if seat != perspective.viewer
    )
    later = [seconds for seconds in waiting_seconds.values() if seconds]
    return PresencePanel(others, spectators, perspective.seats == 2, math.ceil(min(later)) + 1 if later else None)
