"""The rematch that players of a finished game offer each other, as one of them sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from games.domain.perspective import Perspective

from .cards import join_with_and
from .names import Names
from .offers import DELIVERIES, Delivery

type Answer = Literal["declined", "closed"] | Delivery
"""What a player who has not joined has answered; `closed` if they take no invitations; or how the offer reaches
them."""

type Part = Literal["", "asked", "declined", "joined", "begun", "over", "closed"]
"""What the viewer can do: watch; answer; join after all; wait or withdraw; go there, while it is played or after that;
or nothing, because all others have declined, or one has deleted the account."""


@dataclass(frozen=True, slots=True)
class RematchView:
    """The open offer, or the game that it became; `waiting` and `answers` are for those who have joined."""

    public_id: str
    commitment: str
    part: Part
    text: str = ""
    waiting: str = ""
    answers: str = ""


def rematch_view(
    perspective: Perspective,
    public_id: str,
    commitment: str,
    part: Part,
    host: int,
    answers: Mapping[int, Answer],
) -> RematchView:
    """The rematch that the player on the seat `host` of the finished game has offered; `answers` of those who have not
    joined, by seat."""
    names = Names(perspective)
    awaited = [names.seat(seat) for seat, answer in sorted(answers.items()) if answer not in ("declined", "closed")]
    told = [_answer(names.seat(seat), answer) for seat, answer in sorted(answers.items())]
    return RematchView(
        public_id,
        commitment,
        part,
        text=_text(part, names.seat(host) if host else "", host == perspective.viewer),
        waiting=_("Waiting for: %(players)s") % {"players": join_with_and(awaited)} if awaited else "",
        answers=" ".join(filter(None, told)),
    )


def _text(part: Part, host: str, mine: bool) -> str:
    match part:
        case "asked":
            return _("%(player)s wants a rematch.") % {"player": host}
        case "joined":
            return _("You offered a rematch.") if mine else _("You joined the rematch.")
        case "begun":
            return _("The rematch has started.")
        case "declined":
            return _("You declined the rematch.")
        case "" | "over" | "closed":
            return ""


def _answer(name: str, answer: Answer) -> str:
    """What a player says who has not joined; empty for one who sees the offer."""
    if answer == "declined":
        return _("%(player)s doesn’t want a rematch.") % {"player": name}
    if answer == "closed":
        return _("%(name)s isn’t accepting invitations.") % {"name": name}
    return "" if answer == "here" else str(DELIVERIES[answer] % {"player": name})
