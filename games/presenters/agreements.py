"""Offers that the viewer can make to the other players, and the open offer."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain import events as facts
from games.domain.disputed import RulingMade
from games.domain.perspective import HiddenDeal, HiddenDraw, Perspective, SeenEvent

from .cards import words_and
from .names import Names
from .news import PLAYS

_OPEN = {
    "drawn": lazy("%(player)s: a draw?"),
    "abort": lazy("%(player)s: shall we break the game off?"),
    "takeback": lazy("%(player)s: may I take my last move back?"),
}
_OWN = {
    "drawn": lazy("You have offered a draw."),
    "abort": lazy("You would like to break the game off."),
    "takeback": lazy("You have asked to take your last move back."),
}


@dataclass(frozen=True, slots=True)
class OfferView:
    """The open offer. The viewer can withdraw it if it is `mine`, and answer it if `asked`."""

    text: str
    waiting: str
    mine: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class AgreementsView:
    """The open offer, and the kinds that the viewer can make. `alone`: no other person plays at the table."""

    open: OfferView | None = None
    draw: bool = False
    abort: bool = False
    takeback: bool = False
    alone: bool = False


def agreements_view(sight: Perspective, log: Sequence[SeenEvent], seq: int, people: Collection[int]) -> AgreementsView:
    """Return the viewer's offers; none can be made while a computer holds a player's seat.

    `log` is the end of the game's log, up to event `seq`; `people`: the seats that no computer has.
    """
    if sight.round is None or sight.result is not None or sight.frozen:
        return AgreementsView()
    if sight.round.offer is not None or not sight.viewer:
        return AgreementsView(open=_open(sight))
    if sight.left:
        return AgreementsView()
    alone = not set(people) - {sight.viewer}
    back = sight.terms.takebacks and _can_go_back(log, seq, sight.viewer)
    return AgreementsView(draw=not alone, abort=True, takeback=back, alone=alone)


def _open(sight: Perspective) -> OfferView | None:
    made = sight.round.offer if sight.round else None
    if made is None:
        return None
    names = Names(sight)
    words = _OWN if made.seat == sight.viewer else _OPEN
    missing = [seat for seat in made.asked if seat not in made.agreed]
    return OfferView(
        text=words[made.kind] % {"player": names.seat(made.seat)},
        waiting=_("Still to answer: %(players)s") % {"players": words_and(map(names.seat, missing))},
        mine=made.seat == sight.viewer,
        asked=sight.viewer in missing,
    )


def _can_go_back(log: Sequence[SeenEvent], seq: int, viewer: int) -> bool:
    """Return whether the viewer has played since new cards came or a director ruled, skipping undone events."""
    number = seq
    while len(log) - (seq - number) > 0:
        event = log[len(log) - 1 - (seq - number)]
        match event:
            case HiddenDeal() | HiddenDraw() | facts.CardDrawn() | RulingMade():
                return False
            case facts.WentBack(to):
                number = to
                continue
            case _ if isinstance(event, PLAYS) and event.seat == viewer:
                return True
        number -= 1
    return False
