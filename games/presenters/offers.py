"""Offers that the viewer can make to the other players, and the open offer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain import events
from games.domain.dispute_events import RulingMade
from games.domain.perspective import Perspective, RedactedDeal, RedactedDraw, VisibleEvent
from games.domain.state import Offer, partner_of

from .cards import card_short, join_with_and
from .names import Names, seat_sentence

_OPEN = {
    "drawn": lazy("%(player)s offers a draw."),
    "abort": lazy("%(player)s would like to abort the game."),
    "resign": lazy("%(player)s would like to resign together with their partner."),
}
_OWN = {
    "drawn": lazy("You offered a draw."),
    "abort": lazy("You offered to abort the game."),
    "resign": lazy("You asked your partner to resign together."),
}


type Delivery = Literal["here", "seen", "emailed", "notified", "email", "notification", "unreachable"]
"""How an offer reaches a player: who has it before them, has seen it, was or will be told of it, or can't be."""

DELIVERIES = {
    "here": lazy("%(player)s is at the table."),
    "seen": lazy("%(player)s has seen it."),
    "emailed": lazy("We emailed %(player)s."),
    "notified": lazy("We notified %(player)s."),
    "email": lazy("%(player)s will get an email."),
    "notification": lazy("%(player)s will get a notification."),
    "unreachable": lazy("We can’t notify %(player)s. Send them the link."),
}


@dataclass(frozen=True, slots=True)
class OfferView:
    """The open offer. The viewer can withdraw it if it is `mine`, and answer it if `to_answer`.

    `waiting`: who has yet to answer; `delivered`: how it reaches them, for the one who made it.
    """

    text: str
    waiting: str
    delivered: str
    mine: bool
    to_answer: bool


@dataclass(frozen=True, slots=True)
class OffersView:
    """The open offer, and the kinds that the viewer can make. `alone`: no other person plays at the table; `once`: it
    is the viewer's only game with these cards; `resign`: together with the partner. `takeable`: the seats, each with
    its name, that a visitor may ask to take over."""

    open: OfferView | None = None
    draw: bool = False
    abort: bool = False
    takeback: bool = False
    resign: bool = False
    alone: bool = False
    once: bool = False
    takeable: tuple[tuple[int, str], ...] = ()


def offers_view(
    perspective: Perspective,
    log: Sequence[VisibleEvent],
    seq: int,
    people: Collection[int],
    deliveries: Mapping[int, Delivery],
) -> OffersView:
    """The viewer's offers, where `make_offer` accepts them.

    `log` is the end of the game's log, up to event `seq`; `people`: the seats that no computer has; `deliveries`: how
    the viewer's open offer reaches the others, by seat.
    """
    if perspective.round is None or perspective.result is not None or perspective.paused:
        return OffersView()
    if perspective.round.offer is not None or not perspective.viewer:
        return OffersView(open=_open(perspective, deliveries))
    alone = not set(people) - {perspective.viewer}
    if perspective.bot_seats - perspective.forfeited_seats or (perspective.bot_seats and alone):
        return OffersView()
    takeback_possible = perspective.table_settings.takebacks and _can_take_back(log, seq, perspective.viewer)
    partner = partner_of(perspective.viewer, perspective.partners) in people
    abort = not perspective.forfeited_seats
    return OffersView(draw=not alone, abort=abort, takeback=takeback_possible, resign=partner, alone=alone)


def open_offer_text(perspective: Perspective) -> str:
    """“Ann offers a draw.”; empty without an offer."""
    answerable = perspective.round and perspective.result is None and not perspective.paused
    offer = perspective.round.offer if perspective.round and answerable else None
    return _text(offer, Names(perspective)) if offer else ""


def _open(perspective: Perspective, deliveries: Mapping[int, Delivery]) -> OfferView | None:
    offer = perspective.round.offer if perspective.round else None
    if offer is None:
        return None
    names = Names(perspective)
    missing = [seat for seat in offer.asked if seat not in offer.agreed]
    return OfferView(
        text=_text(offer, names),
        waiting=""
        if offer.asked == (perspective.viewer,)
        else _("Waiting for: %(players)s") % {"players": join_with_and(map(names.seat, missing))},
        delivered=" ".join(DELIVERIES[way] % {"player": names.seat(seat)} for seat, way in sorted(deliveries.items())),
        mine=offer.seat == perspective.viewer,
        to_answer=perspective.viewer in missing,
    )


def _text(offer: Offer, names: Names) -> str:
    if offer.kind == "takeback":
        return takeback_request(offer, names)
    return seat_sentence(offer, names, _OWN[offer.kind], _OPEN[offer.kind])


def takeback_request(asked: Offer | events.OfferMade, names: Names) -> str:
    """What the seat asks to take back: in the same words at the table and in the log, to its player and to others."""
    if asked.card is None:
        own, other = _("You asked to take back your last move."), _("%(player)s asked to take back their last move.")
        return seat_sentence(asked, names, own, other)
    own = ngettext(
        "You asked to take back your %(card)s.",
        "You asked to take back %(plays)s plays, from your %(card)s on.",
        asked.plays,
    )
    other = ngettext(
        "%(player)s asked to take back their %(card)s.",
        "%(player)s asked to take back %(plays)s plays, from their %(card)s on.",
        asked.plays,
    )
    return seat_sentence(asked, names, own, other, card=card_short(asked.card), plays=str(asked.plays))


def _can_take_back(log: Sequence[VisibleEvent], seq: int, viewer: int) -> bool:
    """Whether the viewer has played since new cards came or a director ruled, skipping undone events."""
    last = seq
    while len(log) - (seq - last) > 0:
        event = log[len(log) - 1 - (seq - last)]
        match event:
            case RedactedDeal() | RedactedDraw() | events.CardDrawn() | RulingMade():
                return False
            case events.RolledBack(to):
                last = to
                continue
            case _ if isinstance(event, events.PLAYS) and event.seat == viewer:
                return True
        last -= 1
    return False
