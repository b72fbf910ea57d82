"""The events of a game, in sentences."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import batched, chain, pairwise
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain import dispute_events, events, setup_events
from games.domain.cards import Card
from games.domain.events import GameEnded, RolledBack, SeatTakenOver
from games.domain.moves import BuildName, Stolen
from games.domain.notation import read_cards
from games.domain.perspective import RedactedDeal, RedactedPack, VisibleEvent
from games.domain.scoring import sweep_worth
from games.domain.state import Sweep
from games.domain.table import NO_SEAT

from .cards import CardView, card_list, card_short, card_views, join_with_and, value_words
from .categories import category_title
from .names import Names, SeatNames, seat_sentence
from .offers import takeback_request
from .results import computer_won, reason_words


@dataclass(frozen=True, slots=True)
class EventLine:
    """A sentence with its cards: those played, and those they were combined with. `kind` selects the style; `seat` is
    the one that the sentence is about, or 0; `then` are sentences on what followed."""

    text: str
    kind: str
    played: tuple[CardView, ...] = ()
    taken: tuple[CardView, ...] = ()
    seat: int = NO_SEAT
    then: str = ""


def describe(event: VisibleEvent, names: Names) -> EventLine | None:
    """The event in a sentence; None for events that need none."""
    if isinstance(event, events.PLAYS):
        return _play(event, names.viewer, names.players, names.language)
    if sentence := DISPUTE_SENTENCES.get(type(event)):
        return EventLine(sentence(event, names), "call")
    to_line = _LINES.get(type(event))
    line = to_line(event, names) if to_line else None
    return line and replace(line, seat=getattr(event, "seat", NO_SEAT))


@lru_cache(4096, typed=True)  # events of different types can be equal
def _play(event: Any, viewer: int, players: tuple[str, ...], _language: str | None) -> EventLine:
    """The sentence on a play: the same with every move until the round ends."""
    return replace(_PLAYS[type(event)](event, SeatNames(viewer, players)), seat=event.seat)


def event_lines(events: Iterable[VisibleEvent], names: Names) -> tuple[EventLine, ...]:
    """The events in sentences. `names` are those after the events."""
    return tuple(line for named in _with_names(events, names) if (line := describe(*named)))


def _with_names(events: Iterable[VisibleEvent], names: Names) -> Iterator[tuple[VisibleEvent, Names]]:
    told: list[tuple[VisibleEvent, Names]] = []
    called = names
    for event in reversed(list(_with_offers(without_implied(events)))):
        told.append((event, called))
        called = called.before_takeover(event.seat) if isinstance(event, SeatTakenOver) else called
    return reversed(told)


class _OfferDeclined(NamedTuple):
    """A seat declined the open offer, of this kind."""

    seat: int
    kind: str


def _with_offers(log: Iterable[VisibleEvent]) -> Iterator[Any]:
    """The events; one that declines an offer says of what kind it was, if that is among them."""
    kind = ""
    for event in log:
        kind = event.kind if isinstance(event, events.OfferMade) else kind
        yield _OfferDeclined(event.seat, kind) if kind and isinstance(event, events.OfferDeclined) else event


def names_before(events: Sequence[VisibleEvent], names: Names) -> Names:
    """The names before these events: a seat that another person has taken over belonged to a former player."""
    for taken in [event for event in events if isinstance(event, SeatTakenOver)]:
        names = names.before_takeover(taken.seat)
    return names


def lines_with_left_behind(events: Iterable[VisibleEvent], names: Names) -> tuple[EventLine, ...]:
    """The events in sentences, with the cards left behind if the table's terms point them out to all (4.10). `names`
    are those after the events."""
    sentence = ((describe(*named), _left_behind(*named)) for named in _with_names(events, names))
    return tuple(line for pair in sentence for line in pair if line)


def latest_plays(log: Sequence[VisibleEvent], names: Names) -> tuple[EventLine, ...]:
    """The plays of this round since the viewer's last, at least one for each other seat, each with what followed it.
    What came before the first is a line of its own; disputes and offers have their own notices. `names`: those after
    the log."""
    log = log[max((index for index, event in enumerate(log) if isinstance(event, RedactedPack)), default=0) :]
    plays = [index for index, event in enumerate(log) if isinstance(event, events.PLAYS)]
    own = [place for place, index in enumerate(plays, 1) if names.own(getattr(log[index], "seat", NO_SEAT))]
    first = min(len(plays) - names.perspective.seats + 1, max(own, default=len(plays)))
    lines: list[EventLine] = []
    for event, named in _with_names(log[plays[first - 1] + 1 if first > 0 else 0 :], names):
        line = None if type(event) in {*DISPUTE_SENTENCES, events.OfferMade} else describe(_in_cards(event), named)
        if line and line.kind == "sweep":  # after the viewer's own play, before the first line, it has been told
            lines[-1:] = [
                replace(play, kind="sweep", text=_("Sweep! %(move)s") % {"move": play.text}) for play in lines[-1:]
            ]
        elif line and (isinstance(event, events.PLAYS) or not lines):
            lines.append(line)
        elif line:
            lines[-1] = replace(lines[-1], then=f"{lines[-1].then} {line.text}".strip())
    return tuple(lines)


def _in_cards(event: VisibleEvent) -> VisibleEvent:
    """The event with the cards of builds in place of the builds, which takes fewer words."""
    if not isinstance(event, events.CardsCaptured | events.BuildMade):
        return event
    return event._replace(loose=(*event.loose, *chain(*event.builds)), builds=())


def _left_behind(event: VisibleEvent, names: Names) -> EventLine | None:
    if not isinstance(event, events.CardTrailed | events.CardsCaptured) or not event.left_behind:
        return None
    if not names.perspective.table_settings.show_left_behind:
        return None
    return _behind(event.left_behind, names.language)


@lru_cache(4096)
def _behind(items: tuple[str, ...], _language: str | None) -> EventLine:
    loose = tuple(Card(item) for item in items if item[0] != "[")
    builds = tuple(_cards_named(item) for item in items if item[0] == "[")
    text = _("Left behind: %(items)s") % {"items": _items(loose, builds)}
    return EventLine(text, "behind", taken=_all_cards(loose, builds))


def _cards_named(item: str) -> BuildName:
    """The cards of a build as moves name it, `[4C5S]`."""
    return read_cards(" ".join(map("".join, batched(item.strip("[]"), 2))))


# --- coming and dealing -------------------------------------------------------------------------------------------


def _seat_left(event: setup_events.SeatLeft, _names: Names) -> EventLine:
    text = _("%(player)s was removed by the host.") if event.removed else _("%(player)s left.")
    return EventLine(text % {"player": event.player}, "talk")


def _seats_swapped(event: setup_events.SeatsSwapped, _names: Names) -> EventLine:
    first, second = event.players
    if first and second:
        text = _("%(player)s and %(other)s swapped seats.")
        return EventLine(text % {"player": first, "other": second}, "talk")
    words = {"player": first or second, "number": event.second if first else event.first}
    return EventLine(_("%(player)s moved to seat %(number)s.") % words, "talk")


def _pack(event: RedactedPack, names: Names) -> EventLine:
    words = {"number": event.number, "player": names.seat(event.dealer)}
    return EventLine(_("Round %(number)s. Dealer: %(player)s.") % words, "deal")


def _deal(event: RedactedDeal, _names: Names) -> EventLine | None:
    if event.last:
        return EventLine(_("Last deal."), "last")
    return EventLine(_("New cards were dealt."), "deal") if event.deal > 1 else None


def _jack_replaced(event: events.JackReplaced, _names: Names) -> EventLine:
    words = {"jack": card_short(event.jack), "card": card_short(event.by)}
    return EventLine(_("%(jack)s was put under the stock and replaced by %(card)s.") % words, "deal")


def _table_redealt(event: events.TableRedealt, _names: Names) -> EventLine:
    words = {"cards": card_list(event.table)}
    return EventLine(_("The table cards were dealt again: %(cards)s.") % words, "deal")


def _pairs_taken(event: events.PairsTaken, names: Names) -> EventLine:
    own, other = _("You took the pairs %(cards)s."), _("%(player)s took the pairs %(cards)s.")
    text = seat_sentence(event, names, own, other, cards=card_list(event.cards))
    return EventLine(text, "take", taken=card_views(event.cards))


# --- playing ------------------------------------------------------------------------------------------------------


def _trailed(event: events.CardTrailed, names: SeatNames) -> EventLine:
    own, other = _("You trailed %(card)s."), _("%(player)s trailed %(card)s.")
    text = seat_sentence(event, names, own, other, card=card_short(event.card))
    return EventLine(text, "trail", card_views([event.card]))


def _items(loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> str:
    """“5♠ 4♥ and the build 3♣ 6♦”."""
    named = [_("the build %(cards)s") % {"cards": card_list(name)} for name in builds]
    return join_with_and([card_list(loose), *named])


def _all_cards(loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> tuple[CardView, ...]:
    return card_views([*loose, *(card for name in builds for card in name)])


def _captured(event: events.CardsCaptured, names: SeatNames) -> EventLine:
    own, other = _("You took %(items)s with %(cards)s."), _("%(player)s took %(items)s with %(cards)s.")
    items, cards = _items(event.loose, event.builds), join_with_and(map(card_short, event.played))
    text = seat_sentence(event, names, own, other, items=items, cards=cards) + _stolen_sentence(event.stolen, names)
    taken = (*_all_cards(event.loose, event.builds), *_stolen_views(event.stolen))
    return EventLine(text, "take", card_views(event.played), taken)


def _stolen_sentence(stolen: tuple[Stolen, ...], names: SeatNames) -> str:
    """“ Stolen: 8♣ from Bob.”; empty for nothing stolen."""
    if not stolen:
        return ""
    return " " + _("Stolen: %(cards)s.") % {"cards": ", ".join(_stolen_from(top, names) for top in stolen)}


def _stolen_from(top: Stolen, names: SeatNames) -> str:
    own, other = _("%(card)s from you"), _("%(card)s from %(player)s")
    return (own if names.own(top.seat) else other) % {"card": card_short(top.card), "player": names.seat(top.seat)}


def _stolen_views(stolen: tuple[Stolen, ...]) -> tuple[CardView, ...]:
    return card_views(item.card for item in stolen)


def _added(event: events.BuildAddedTo, names: Names) -> EventLine:
    cards = (*event.loose, *(item.card for item in event.stolen))
    value = value_words(event.build.value, multiple=True)
    own = _("You added %(cards)s to the build of %(value)s.")
    other = _("%(player)s added %(cards)s to the build of %(value)s.")
    text = seat_sentence(event, names, own, other, cards=card_list(cards), value=value)
    text += _stolen_sentence(event.stolen, names)
    return EventLine(text, "build", taken=card_views(cards))


def _carried(event: events.MajoritiesCarried, _names: Names) -> EventLine | None:
    if not event.points:
        return None
    each = (f"{category_title(key)} {points}" for key, points in event.points)
    return EventLine(
        _("These points carry over to the next round: %(points)s.") % {"points": ", ".join(each)}, "points"
    )


def _built(event: events.BuildMade, names: SeatNames) -> EventLine:
    build = event.build
    value = value_words(build.value, multiple=build.multiple)
    items = join_with_and([card_list(event.played), _items(event.loose, event.builds)])
    own, other = _("You built %(value)s with %(items)s."), _("%(player)s built %(value)s with %(items)s.")
    text = seat_sentence(event, names, own, other, value=value, items=items)
    if build.owner not in (0, event.seat):
        text += " " + _("Owner: %(owner)s.") % {"owner": names.seat(build.owner)}
    text += _stolen_sentence(event.stolen, names)
    taken = (*_all_cards(event.loose, event.builds), *_stolen_views(event.stolen))
    return EventLine(text, "build", card_views(event.played), taken)


def _swept(event: events.SweepMade, names: Names) -> EventLine | None:
    """The sentence on a sweep that scores."""
    if not sweep_worth(names.perspective.rules.scoring, Sweep(event.cards, event.first_play, event.min_points)):
        return None
    own, other = _("Sweep! You cleared the table."), _("Sweep! %(player)s cleared the table.")
    return EventLine(seat_sentence(event, names, own, other), "sweep")


def _plucked(event: events.CardPlucked, names: Names) -> EventLine:
    own, other = _("You plucked %(card)s."), _("%(player)s plucked %(card)s.")
    text = seat_sentence(event, names, own, other, card=card_short(event.card))
    return EventLine(text, "take", taken=card_views([event.card]))


def _disowned(event: events.BuildsReleased, _names: Names) -> EventLine:
    words = {"items": _items((), event.builds)}
    return EventLine(_("%(items)s no longer belongs to anyone.") % words, "talk")


def _points(event: events.PointsAwarded, names: Names) -> EventLine:
    words = {"side": names.side(event.side), "for": category_title(event.key)}
    counted = ngettext("%(points)d point", "%(points)d points", event.points) % {"points": event.points}
    return EventLine(_("%(side)s: %(points)s (%(for)s).") % {**words, "points": counted}, "points")


# --- ends ---------------------------------------------------------------------------------------------------------


def _table_taken(event: events.RemainingCardsAwarded, names: Names) -> EventLine:
    if event.side is None:
        return EventLine(_("No one took the cards left on the table."), "rest")
    now = names.perspective
    if now.viewer and not now.partners and now.side_of(now.viewer) == event.side:
        return EventLine(_("You took the cards left on the table."), "rest")
    return EventLine(_("%(side)s took the cards left on the table.") % {"side": names.side(event.side)}, "rest")


def _ended(event: events.GameEnded, names: Names) -> EventLine:
    return EventLine(_("No one won. %(reason)s") % {"reason": reason_words(event.reason, (), names)}, "won")


def _won(event: events.GameWon, names: Names) -> EventLine:
    words = {"players": names.seats(event.winners), "reason": reason_words(event.reason, event.winners, names)}
    if won := computer_won(event.winners, names):
        return EventLine(f"{won}. {words['reason']}", "won")
    if event.winners == (names.perspective.viewer,):
        return EventLine(_("You won the game. %(reason)s") % words, "won")
    text = ngettext("%(players)s won the game. %(reason)s", "%(players)s won the game. %(reason)s", len(event.winners))
    return EventLine(text % words, "won")


def _abort_offered(event: events.OfferMade, names: Names) -> EventLine | None:
    """None where nobody was asked: there the end says it."""
    own, other = _("You offered to abort the game."), _("%(player)s offered to abort the game.")
    return EventLine(seat_sentence(event, names, own, other), "talk") if event.asked else None


def _compensated(event: events.TimeCompensated, names: Names) -> EventLine | None:
    if event.reason == "round":
        return None
    own = _("You got time back because the site was down.")
    other = _("%(player)s got time back because the site was down.")
    return EventLine(seat_sentence(event, names, own, other), "talk")


def _forfeited(event: events.SeatForfeited, names: Names) -> EventLine:
    """“Ben left the game. You and Cleo play on.”"""
    text = seat_sentence(event, names, _("You left the game."), _("%(player)s left the game."))
    out = names.perspective.forfeited_seats | {event.seat}
    left = [seat for seat in range(1, names.perspective.seats + 1) if seat not in out]
    if len(left) > 1:
        text += " " + _("%(players)s play on.") % {"players": names.seats(left)}
    return EventLine(text, "talk")


# --- disputes and rulings ------------------------------------------------------------------------------------------


_RULINGS: dict[str, Promise] = {
    "upheld": lazy("Ruling by %(director)s: the move stands."),
    "rolled_back": lazy("Ruling by %(director)s: the game goes back."),
    "move_replaced": lazy("Ruling by %(director)s: the move is replaced by another."),
    "score_corrected": lazy("Ruling by %(director)s: the score is corrected."),
    "win_awarded": lazy("Ruling by %(director)s: the game is awarded."),
    "drawn": lazy("Ruling by %(director)s: the game is a draw."),
    "annulled": lazy("Ruling by %(director)s: the game is annulled."),
    "clock_adjusted": lazy("Ruling by %(director)s: a clock is changed."),
    "warned": lazy("Ruling by %(director)s: a warning."),
    "suspended": lazy("Ruling by %(director)s: a suspension."),
}

RULING_KINDS: dict[str, Promise] = {
    "upheld": lazy("the move stands"),
    "rolled_back": lazy("the game goes back to before the move"),
    "move_replaced": lazy("the move is replaced by another"),
    "score_corrected": lazy("the score is corrected"),
    "win_awarded": lazy("the game is awarded"),
    "drawn": lazy("the game is a draw"),
    "annulled": lazy("the game is annulled"),
    "clock_adjusted": lazy("a clock is changed"),
    "warned": lazy("a player is warned"),
    "suspended": lazy("a player is suspended"),
}
"""The kinds of rulings, to choose among."""


def without_implied(events: Iterable[VisibleEvent]) -> Iterator[VisibleEvent]:
    """The events without those that a ruling just before them already describes."""
    for previous, event in pairwise([None, *events]):
        implied = isinstance(previous, dispute_events.RulingMade) and isinstance(event, IMPLIED_BY_RULING)
        if event is not None and not implied:
            yield event


IMPLIED_BY_RULING = (RolledBack, GameEnded)


def ruling_words(ruling: dispute_events.RulingMade) -> str:
    """“Ruling by Dora: it stands. You hold a nine. (rule 4.1)”"""
    head = _RULINGS[ruling.kind] % {"director": ruling.director}
    words = {"ruling": head, "reason": ruling.reason, "rule": ruling.rule}
    if ruling.overrules:
        words["ruling"] += " " + _("Ruling %(number)s was overturned.") % {"number": ruling.overrules}
    return (_("%(ruling)s %(reason)s (rule %(rule)s)") if ruling.rule else _("%(ruling)s %(reason)s")) % words


def until_words(until: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(until)), "DATETIME_FORMAT")


def _stopped(event: dispute_events.GamePaused, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s has paused the game.") % {"director": event.director}
    return _("The game is paused until a director decides.")


def _resumed(event: dispute_events.GameResumed, _names: Names) -> str:
    if event.director:
        return _("Director %(director)s has resumed the game.") % {"director": event.director}
    return _("The game continues.")


def _corrected(event: dispute_events.ScoreCorrected, names: Names) -> str:
    sides = (f"{names.side(side)} {total}" for side, total in enumerate(event.totals))
    return _("The score is now: %(score)s.") % {"score": ", ".join(sides)}


def _adjusted(event: dispute_events.ClockAdjusted, names: Names) -> str:
    words = {"player": names.seat(event.seat), "seconds": f"{abs(event.seconds):g}"}
    if event.seconds > 0:
        return _("%(player)s: %(seconds)s seconds added to the clock.") % words
    return _("%(player)s: %(seconds)s seconds taken off the clock.") % words


def _suspended(event: dispute_events.PlayerSuspended, names: Names) -> str:
    own, other = _("You are suspended until %(until)s."), _("%(player)s is suspended until %(until)s.")
    return seat_sentence(event, names, own, other, until=until_words(event.until))


# --- by type of event -----------------------------------------------------------------------------------------------


def _seat_words(own: Promise, other: Promise) -> Callable[[Any, Names], str]:
    """The maker of a sentence about the seat of an event: to its own player, and to others."""
    return lambda event, names: seat_sentence(event, names, own, other)


def _of_seat(own: Promise, other: Promise, kind: str) -> Callable[[Any, Names], EventLine]:
    return lambda event, names: EventLine(seat_sentence(event, names, own, other), kind)


type _Maker = Callable[[Any, Names], EventLine | None]


def _by_field(field: str, makers: Mapping[Any, _Maker]) -> _Maker:
    return lambda event, names: makers[getattr(event, field)](event, names)


def _of_fields(text: Promise) -> Callable[[Any, Names], EventLine]:
    return lambda event, _names: EventLine(text % event._asdict(), "talk")


def _fixed(text: Promise, kind: str) -> Callable[[Any, Names], EventLine]:
    return lambda _event, _names: EventLine(str(text), kind)


_PLAYS: dict[type[Any], Callable[[Any, SeatNames], EventLine]] = {
    events.CardTrailed: _trailed,
    events.CardsCaptured: _captured,
    events.BuildMade: _built,
}
_LINES: dict[type[Any], Callable[[Any, Names], EventLine | None]] = {
    setup_events.SeatTaken: _of_fields(lazy("%(player)s sat down.")),
    setup_events.SeatLeft: _seat_left,
    setup_events.SeatsSwapped: _seats_swapped,
    setup_events.GameCancelled: _fixed(lazy("The game was canceled."), "talk"),
    RedactedPack: _pack,
    RedactedDeal: _deal,
    events.JackReplaced: _jack_replaced,
    events.TableRedealt: _table_redealt,
    events.PairsTaken: _pairs_taken,
    events.SweepMade: _swept,
    events.BuildAddedTo: _added,
    events.MajoritiesCarried: _carried,
    events.CardPlucked: _plucked,
    events.BuildsReleased: _disowned,
    events.PointsAwarded: _points,
    events.OrangeCalled: _by_field(
        "right",
        {
            True: _of_seat(
                lazy("You correctly called “orange.”"), lazy("%(player)s correctly called “orange.”"), "call"
            ),
            False: _of_seat(lazy("You wrongly called “orange.”"), lazy("%(player)s wrongly called “orange.”"), "call"),
        },
    ),
    events.RemainingCardsAwarded: _table_taken,
    events.RoundScored: _fixed(lazy("The round is over."), "last"),
    events.TargetRaised: _of_fields(lazy("The target is now %(target)s.")),
    events.ClaimMade: _by_field(
        "right",
        {
            True: _of_seat(
                lazy("You correctly claimed the game."), lazy("%(player)s correctly claimed the game."), "call"
            ),
            False: _of_seat(
                lazy("You wrongly claimed the game."), lazy("%(player)s wrongly claimed the game."), "call"
            ),
        },
    ),
    events.SeatResigned: _of_seat(lazy("You resigned."), lazy("%(player)s resigned."), "talk"),
    events.MoveForced: _of_seat(
        lazy("You had only one move. It was played automatically."),
        lazy("%(player)s had only one move. It was played automatically."),
        "talk",
    ),
    events.ConditionalMovePlayed: _of_seat(
        lazy("Your conditional move was played."), lazy("%(player)s’s conditional move was played."), "talk"
    ),
    events.OfferMade: _by_field(
        "kind",
        {
            "drawn": _of_seat(lazy("You offered a draw."), lazy("%(player)s offered a draw."), "talk"),
            "abort": _abort_offered,
            "resign": _of_seat(
                lazy("You asked your partner to resign together."),
                lazy("%(player)s asked their partner to resign together."),
                "talk",
            ),
            "takeback": lambda event, names: EventLine(takeback_request(event, names), "talk"),
        },
    ),
    events.OfferAgreed: _of_seat(lazy("You agreed."), lazy("%(player)s agreed."), "talk"),
    events.OfferDeclined: _of_seat(lazy("You declined the offer."), lazy("%(player)s declined the offer."), "talk"),
    _OfferDeclined: _by_field(
        "kind",
        {
            "drawn": _of_seat(lazy("You declined the draw."), lazy("%(player)s declined the draw."), "talk"),
            "abort": _of_seat(
                lazy("You declined to abort the game."), lazy("%(player)s declined to abort the game."), "talk"
            ),
            "resign": _of_seat(lazy("You declined to resign."), lazy("%(player)s declined to resign."), "talk"),
            "takeback": _of_seat(lazy("You declined the takeback."), lazy("%(player)s declined the takeback."), "talk"),
        },
    ),
    events.OfferWithdrawn: _of_seat(lazy("You withdrew the offer."), lazy("%(player)s withdrew the offer."), "talk"),
    events.RolledBack: _fixed(lazy("The move was taken back."), "call"),
    events.SeatForfeited: _forfeited,
    events.TurnExpired: _of_seat(lazy("You ran out of time."), lazy("%(player)s ran out of time."), "call"),
    events.BotTookOver: _of_seat(
        lazy("A computer has taken over your seat."), lazy("A computer has taken over for %(player)s."), "talk"
    ),
    events.PlayerReturned: _of_seat(lazy("You took your seat back."), lazy("%(player)s took their seat back."), "talk"),
    events.SeatTakenOver: _of_seat(
        lazy("You took over from a computer."), lazy("%(player)s took over from a computer."), "talk"
    ),
    events.TimeCompensated: _compensated,
    events.GameEnded: _ended,
    events.GameWon: _won,
}

DISPUTE_SENTENCES: dict[type[Any], Callable[[Any, Names], str]] = {
    dispute_events.DisputeOpened: _seat_words(lazy("You disputed a move."), lazy("%(player)s disputed a move.")),
    dispute_events.DisputeWithdrawn: _seat_words(
        lazy("You withdrew the dispute."), lazy("%(player)s withdrew the dispute.")
    ),
    dispute_events.PauseRequested: _seat_words(
        lazy("You asked to pause the game until a director decides."),
        lazy("%(player)s asked to pause the game until a director decides."),
    ),
    dispute_events.GamePaused: _stopped,
    dispute_events.GameResumed: _resumed,
    dispute_events.HandsRevealedToDirector: lambda event, _names: (
        _("Director %(director)s has looked at the hidden hands.") % event._asdict()
    ),
    dispute_events.RulingMade: lambda event, _names: ruling_words(event),
    dispute_events.ScoreCorrected: _corrected,
    dispute_events.ClocksSet: lambda _event, _names: _("Clocks restored."),
    dispute_events.ClockAdjusted: _adjusted,
    dispute_events.PlayerWarned: _seat_words(lazy("A director warned you."), lazy("A director warned %(player)s.")),
    dispute_events.PlayerSuspended: _suspended,
}
