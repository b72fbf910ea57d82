"""A replay of a game: the table after each moment, and the moments in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.domain import events as facts
from games.domain.cards import Card, sort_cards
from games.domain.perspective import Perspective, SeenEvent

from .cards import CardView, card_views
from .events import lines
from .moments import Moment, disputable_at
from .names import Names
from .seats import SeatView
from .table import TableView, table_view


@dataclass(frozen=True, slots=True)
class Entry:
    """A moment in the list of moves."""

    at: int
    text: str
    current: bool


@dataclass(frozen=True, slots=True)
class DealEntries:
    """The moments of one deal."""

    number: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A link to the moment at which a round begins."""

    number: int
    at: int
    current: bool


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat with its cards, as far as they are shown."""

    seat: SeatView
    hand: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """The table after moment `at` of `last`.

    `left` are the cards that the move left behind, `disputable` the number of the event by which it is disputed, 0 if
    it is no move.
    """

    at: int
    last: int
    table: TableView
    seats: tuple[OpenSeat, ...]
    left: tuple[CardView, ...]
    rounds: tuple[RoundLink, ...]
    deals: tuple[DealEntries, ...]
    disputable: int

    @property
    def playable(self) -> bool:
        """True if a seat that has cards is to play at this moment."""
        return self.table.phase == "playing" and any(each.seat.turn and each.seat.cards for each in self.seats)

    @property
    def back(self) -> int:
        return max(0, self.at - 1)

    @property
    def next(self) -> int:
        return min(self.last, self.at + 1)

    @property
    def title(self) -> str:
        return _("Move %(at)s of %(last)s · %(game)s") % {"at": self.at, "last": self.last, "game": self.table.game}

    @property
    def place(self) -> str:
        return _("%(at)s of %(last)s") % {"at": self.at, "last": self.last}


def replay_view(
    sight: Perspective,
    hands: Sequence[Sequence[Card]],
    log: Sequence[SeenEvent],
    cut: Sequence[Moment],
    at: int,
    *,
    point_out: bool,
) -> ReplayView:
    """Return the replay. `sight` is a spectator's view after moment `at`, `hands` the cards to show, seat by seat."""
    moment = cut[at]
    happened = log[moment.start : moment.end]
    table = table_view(sight, happened)
    shown = {number: card_views(sort_cards(hand)) for number, hand in enumerate(hands, start=1)}
    return ReplayView(
        at=at,
        last=len(cut) - 1,
        table=table,
        seats=tuple(OpenSeat(seat, shown.get(seat.number, ())) for seat in table.seats),
        left=card_views(left_behind_cards(happened)) if point_out else (),
        rounds=_rounds(cut, moment.round),
        deals=_deals(log, cut, at, Names(sight)),
        disputable=disputable_at(log, moment),
    )


def left_behind_cards(happened: Sequence[SeenEvent]) -> tuple[Card, ...]:
    """The cards, including those in builds, that the move could have taken too (4.10)."""
    items = [
        item
        for event in happened
        if isinstance(event, facts.CardTrailed | facts.CardsCaptured)
        for item in event.left_behind
    ]
    codes = "".join(items).replace("[", "").replace("]", "")
    return tuple(Card(codes[place : place + 2]) for place in range(0, len(codes), 2))


def _rounds(cut: Sequence[Moment], current: int) -> tuple[RoundLink, ...]:
    begun = [(place, each.round) for place, each in enumerate(cut) if each.kind == "round"]
    return tuple(RoundLink(number, place, number == current) for place, number in begun)


def _deals(log: Sequence[SeenEvent], cut: Sequence[Moment], at: int, names: Names) -> tuple[DealEntries, ...]:
    """The moments of the round that moment `at` belongs to."""
    deals: dict[int, list[Entry]] = {}
    for place, each in enumerate(cut):
        if each.round == cut[at].round:
            entry = Entry(place, moment_words(each, log, names), place == at)
            deals.setdefault(each.deal, []).append(entry)
    return tuple(DealEntries(number, tuple(entries)) for number, entries in deals.items())


def moment_words(moment: Moment, log: Sequence[SeenEvent], names: Names) -> str:
    if moment.kind in ("round", "deal"):
        return _("The cards are dealt.")
    return " ".join(line.text for line in lines(log[moment.start : moment.end], names))
