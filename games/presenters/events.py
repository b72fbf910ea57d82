"""The events of a game, in sentences."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import batched
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain import events as facts
from games.domain.cards import Card
from games.domain.moves import BuildName
from games.domain.notation import read_cards
from games.domain.perspective import HiddenDeal, HiddenPack, SeenEvent

from . import disputed
from .cards import CardView, card_list, card_short, card_views, value_plural, value_single, words_and
from .names import Names
from .results import reason_words
from .scores import point_words


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence with its cards: those played, and those they were combined with. `kind` selects the style."""

    text: str
    kind: str
    played: tuple[CardView, ...] = ()
    taken: tuple[CardView, ...] = ()


def describe(event: SeenEvent, names: Names) -> Line | None:
    """The event in a sentence; None for events that need none."""
    if told := disputed.SENTENCES.get(type(event)):
        return Line(told(event, names), "call")
    speak = _SENTENCES.get(type(event))
    return speak(event, names) if speak else None


def lines(events: Iterable[SeenEvent], names: Names) -> tuple[Line, ...]:
    return tuple(line for event in disputed.worth_telling(events) if (line := describe(event, names)))


def spoken(events: Iterable[SeenEvent], names: Names) -> tuple[Line, ...]:
    """The events in sentences, with the cards left behind if the table's terms point them out to all (4.10)."""
    told = ((describe(event, names), _left_behind(event, names)) for event in disputed.worth_telling(events))
    return tuple(line for both in told for line in both if line)


def _left_behind(event: SeenEvent, names: Names) -> Line | None:
    if not isinstance(event, facts.CardTrailed | facts.CardsCaptured) or not event.left_behind:
        return None
    if not names.sight.terms.left_behind:
        return None
    loose = tuple(Card(item) for item in event.left_behind if item[0] != "[")
    builds = tuple(_cards_named(item) for item in event.left_behind if item[0] == "[")
    text = _("Left behind: %(items)s") % {"items": _items(loose, builds)}
    return Line(text, "behind", taken=_all_cards(loose, builds))


def _cards_named(item: str) -> BuildName:
    """The cards of a build as moves name it, `[4C5S]`."""
    return read_cards(" ".join(map("".join, batched(item.strip("[]"), 2))))


# --- coming and dealing -------------------------------------------------------------------------------------------


def _seat_taken(event: facts.SeatTaken, _names: Names) -> Line:
    return Line(_("%(player)s sat down.") % {"player": event.player}, "talk")


def _seat_left(event: facts.SeatLeft, _names: Names) -> Line:
    text = _("%(player)s was removed by the host.") if event.removed else _("%(player)s left.")
    return Line(text % {"player": event.player}, "talk")


def _seats_swapped(event: facts.SeatsSwapped, _names: Names) -> Line:
    first, second = event.players
    if first and second:
        text = _("%(player)s and %(other)s changed seats.")
        return Line(text % {"player": first, "other": second}, "talk")
    words = {"player": first or second, "number": event.second if first else event.first}
    return Line(_("%(player)s moved to seat %(number)s.") % words, "talk")


def _cancelled(_event: facts.GameCancelled, _names: Names) -> Line:
    return Line(_("The host called the game off."), "talk")


def _pack(event: HiddenPack, names: Names) -> Line:
    words = {"number": event.number, "player": names.seat(event.dealer)}
    return Line(_("Round %(number)s. Dealer: %(player)s.") % words, "deal")


def _deal(event: HiddenDeal, _names: Names) -> Line | None:
    if event.last:
        return Line(_("Last deal."), "last")
    return Line(_("New cards were dealt."), "deal") if event.deal > 1 else None


def _jack_replaced(event: facts.JackReplaced, _names: Names) -> Line:
    words = {"jack": card_short(event.jack), "card": card_short(event.by)}
    return Line(_("%(jack)s went under the stock, %(card)s came in its place.") % words, "deal")


def _pairs_taken(event: facts.PairsTaken, names: Names) -> Line:
    words = {"player": names.seat(event.seat), "cards": card_list(event.cards)}
    return Line(_("%(player)s got the pairs %(cards)s.") % words, "take", taken=card_views(event.cards))


# --- playing ------------------------------------------------------------------------------------------------------


def _trailed(event: facts.CardTrailed, names: Names) -> Line:
    words = {"player": names.seat(event.seat), "card": card_short(event.card)}
    return Line(_("%(player)s trailed %(card)s.") % words, "trail", card_views([event.card]))


def _items(loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> str:
    """“5♠ 4♥ and the build 3♣ 6♦”."""
    named = [_("the build %(cards)s") % {"cards": card_list(name)} for name in builds]
    return words_and([card_list(loose), *named])


def _all_cards(loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> tuple[CardView, ...]:
    return card_views([*loose, *(card for name in builds for card in name)])


def _captured(event: facts.CardsCaptured, names: Names) -> Line:
    words = {
        "player": names.seat(event.seat),
        "items": _items(event.loose, event.builds),
        "cards": words_and(map(card_short, event.played)),
    }
    text = _("%(player)s took %(items)s with %(cards)s.") % words
    return Line(text, "take", card_views(event.played), _all_cards(event.loose, event.builds))


def _swept(event: facts.SweepMade, names: Names) -> Line:
    return Line(_("Sweep! %(player)s cleared the table.") % {"player": names.seat(event.seat)}, "sweep")


def _built(event: facts.BuildMade, names: Names) -> Line:
    build = event.build
    words = {
        "player": names.seat(event.seat),
        "value": value_plural(build.value) if build.multiple else value_single(build.value),
        "items": words_and([card_list(event.played), _items(event.loose, event.builds)]),
        "owner": names.seat(build.owner) if build.owner else "",
    }
    text = _("%(player)s built %(value)s with %(items)s.") % words
    if build.owner not in (0, event.seat):
        text += " " + _("It belongs to: %(owner)s.") % words
    return Line(text, "build", card_views(event.played), _all_cards(event.loose, event.builds))


def _plucked(event: facts.CardPlucked, names: Names) -> Line:
    words = {"player": names.seat(event.seat), "card": card_short(event.card)}
    return Line(_("%(player)s plucked %(card)s.") % words, "take", taken=card_views([event.card]))


def _disowned(event: facts.BuildsDisowned, _names: Names) -> Line:
    words = {"items": _items((), event.builds)}
    return Line(_("Nobody owns %(items)s any more.") % words, "talk")


def _points(event: facts.PointsGiven, names: Names) -> Line:
    words = {"side": names.side(event.side), "for": point_words(event.key)}
    counted = ngettext("%(points)d point", "%(points)d points", event.points) % {"points": event.points}
    return Line(_("%(side)s: %(points)s (%(for)s).") % {**words, "points": counted}, "points")


def _orange(event: facts.OrangeCalled, names: Names) -> Line:
    words = {"player": names.seat(event.seat)}
    text = _("%(player)s called “orange”, and rightly.") if event.right else _("%(player)s called “orange” wrongly.")
    return Line(text % words, "call")


# --- ends ---------------------------------------------------------------------------------------------------------


def _table_taken(event: facts.TableTaken, names: Names) -> Line:
    if event.side is None:
        return Line(_("The cards left on the table go to nobody."), "deal")
    return Line(_("The cards left on the table go to: %(side)s.") % {"side": names.side(event.side)}, "deal")


def _scored(_event: facts.RoundScored, _names: Names) -> Line:
    return Line(_("The round is over."), "last")


def _raised(event: facts.TargetRaised, _names: Names) -> Line:
    return Line(_("The target is now %(target)s.") % {"target": event.target}, "talk")


def _claimed(event: facts.ClaimMade, names: Names) -> Line:
    text = _("%(player)s claimed the game, and rightly.") if event.right else _("%(player)s claimed the game wrongly.")
    return Line(text % {"player": names.seat(event.seat)}, "call")


def _resigned(event: facts.SeatResigned, names: Names) -> Line:
    return Line(_("%(player)s resigned.") % {"player": names.seat(event.seat)}, "talk")


# --- agreeing -----------------------------------------------------------------------------------------------------

_OFFERS = {
    "drawn": lazy("%(player)s offered a draw."),
    "abort": lazy("%(player)s asked to break the game off."),
    "takeback": lazy("%(player)s asked to take the last move back."),
}


def _forced(event: facts.MoveForced, names: Names) -> Line:
    return Line(
        _("%(player)s had one move only; it was played automatically.") % {"player": names.seat(event.seat)}, "talk"
    )


def _offered(event: facts.OfferMade, names: Names) -> Line:
    return Line(_OFFERS[event.kind] % {"player": names.seat(event.seat)}, "talk")


def _agreed(event: facts.OfferAgreed, names: Names) -> Line:
    return Line(_("%(player)s agreed.") % {"player": names.seat(event.seat)}, "talk")


def _declined(event: facts.OfferDeclined, names: Names) -> Line:
    return Line(_("%(player)s did not agree.") % {"player": names.seat(event.seat)}, "talk")


def _withdrew(event: facts.OfferWithdrawn, names: Names) -> Line:
    return Line(_("%(player)s withdrew the offer.") % {"player": names.seat(event.seat)}, "talk")


def _went_back(_event: facts.WentBack, _names: Names) -> Line:
    return Line(_("The move was taken back."), "call")


def _abandoned(event: facts.SeatAbandoned, names: Names) -> Line:
    return Line(_("%(player)s left the game.") % {"player": names.seat(event.seat)}, "talk")


def _expired(event: facts.TurnExpired, names: Names) -> Line:
    return Line(_("%(player)s ran out of time.") % {"player": names.seat(event.seat)}, "call")


def _given(event: facts.SeatGiven, names: Names) -> Line:
    return Line(_("%(player)s: the computer plays on.") % {"player": names.seat(event.seat)}, "talk")


def _returned(event: facts.SeatReturned, names: Names) -> Line:
    return Line(_("%(player)s took the seat back.") % {"player": names.seat(event.seat)}, "talk")


def _time_given(event: facts.TimeGiven, names: Names) -> Line:
    words = {"player": names.seat(event.seat)}
    return Line(_("%(player)s got time back: the site was away.") % words, "talk")


def _ended(event: facts.GameEnded, _names: Names) -> Line:
    return Line(_("Nobody has won. %(reason)s") % {"reason": reason_words(event.reason)}, "won")


def _won(event: facts.GameWon, names: Names) -> Line:
    words = {"players": words_and(map(names.seat, event.winners)), "reason": reason_words(event.reason)}
    return Line(_("The game goes to: %(players)s. %(reason)s") % words, "won")


_SENTENCES: dict[type[Any], Callable[[Any, Names], Line | None]] = {
    facts.SeatTaken: _seat_taken,
    facts.SeatLeft: _seat_left,
    facts.SeatsSwapped: _seats_swapped,
    facts.GameCancelled: _cancelled,
    HiddenPack: _pack,
    HiddenDeal: _deal,
    facts.JackReplaced: _jack_replaced,
    facts.PairsTaken: _pairs_taken,
    facts.CardTrailed: _trailed,
    facts.CardsCaptured: _captured,
    facts.SweepMade: _swept,
    facts.BuildMade: _built,
    facts.CardPlucked: _plucked,
    facts.BuildsDisowned: _disowned,
    facts.PointsGiven: _points,
    facts.OrangeCalled: _orange,
    facts.TableTaken: _table_taken,
    facts.RoundScored: _scored,
    facts.TargetRaised: _raised,
    facts.ClaimMade: _claimed,
    facts.SeatResigned: _resigned,
    facts.MoveForced: _forced,
    facts.OfferMade: _offered,
    facts.OfferAgreed: _agreed,
    facts.OfferDeclined: _declined,
    facts.OfferWithdrawn: _withdrew,
    facts.WentBack: _went_back,
    facts.SeatAbandoned: _abandoned,
    facts.TurnExpired: _expired,
    facts.SeatGiven: _given,
    facts.SeatReturned: _returned,
    facts.TimeGiven: _time_given,
    facts.GameEnded: _ended,
    facts.GameWon: _won,
}
