"""The last capture of each seat, which lies fanned out on its pile until the next."""

from collections.abc import Sequence
from typing import NamedTuple

from games.domain import events
from games.domain.cards import Card
from games.domain.perspective import RedactedPack, VisibleEvent


class LastCapture(NamedTuple):
    """The cards taken, then those that took them. `just`: the viewer has not played since."""

    cards: tuple[Card, ...] = ()
    just: bool = False


def last_captures(log: Sequence[VisibleEvent], viewer: int) -> dict[int, LastCapture]:
    """Return the last capture of each seat in this round; for a spectator only the last play has just been made."""
    captures: dict[int, LastCapture] = {}
    for event in log:
        if isinstance(event, RedactedPack):
            captures.clear()
        if isinstance(event, events.PLAYS) and viewer in (0, event.seat):
            captures = {seat: capture._replace(just=False) for seat, capture in captures.items()}
        if isinstance(event, events.CardsCaptured | events.BuildMade | events.BuildAddedTo):
            for card, seat in event.stolen:
                left = captures.get(seat, LastCapture())
                captures[seat] = left._replace(cards=tuple(other for other in left.cards if other != card))
        if isinstance(event, events.CardsCaptured):
            taken = (*event.loose, *(card for build in event.builds for card in build))
            stolen = (item.card for item in event.stolen)
            captures[event.seat] = LastCapture((*taken, *stolen, *event.played), just=event.seat != viewer)
    return captures
