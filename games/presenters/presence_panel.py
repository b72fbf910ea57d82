"""The people at the table, and the viewer's options when one of them has gone."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import SPECTATOR, Perspective

from .names import Names

STATUS_TEXTS = {"visible": lazy("online"), "hidden": lazy("away"), "gone": lazy("offline")}


@dataclass(frozen=True, slots=True)
class OtherPlayer:
    """Another person at the table."""

    number: int
    name: str
    status: str
    status_text: str


@dataclass(frozen=True, slots=True)
class PresencePanel:
    """The other people at the table.

    `absent`: the player to move, for whom the viewer need not wait any longer; `recheck_seconds`: seconds after which
    the view must be refreshed; `follows_turn`: it must be after each move too, because someone has gone; `two_seats`:
    the player who stays wins.
    """

    others: tuple[OtherPlayer, ...]
    spectators: int
    two_seats: bool
    absent: OtherPlayer | None
    recheck_seconds: int | None
    follows_turn: bool


def presence_panel(
    perspective: Perspective, statuses: Mapping[int, str], spectators: int, turn: int, wait: float | None
) -> PresencePanel:
    """Return the other people at the table.

    `statuses`: the presence of each person by seat; `wait`: seconds that the viewer must still wait for the seat to
    play, `turn`, whose player has gone; None if there is nothing to wait for.
    """
    names = Names(perspective)
    others = tuple(
        OtherPlayer(seat, names.seat(seat), status, str(STATUS_TEXTS[status]))
        for seat, status in sorted(statuses.items())
        if seat != perspective.viewer
    )
    return PresencePanel(
        others=others,
        spectators=spectators,
        two_seats=perspective.seats == 2,
        absent=next((player for player in others if player.number == turn and wait == 0), None),
        recheck_seconds=math.ceil(wait) + 1 if wait else None,
        follows_turn=perspective.viewer != SPECTATOR and any(player.status == "gone" for player in others),
    )
