"""A replay of a game: the table after each timeline entry, and the entries in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.domain import events
from games.domain.cards import Card, sort_cards
from games.domain.perspective import SPECTATOR, Perspective, VisibleEvent

from .cards import CardView, card_views
from .event_lines import event_lines, names_before
from .names import Names
from .seats import NO_DETAILS, SeatDetails, SeatView, seat_views
from .table import TableView, table_view
from .timeline import EntryLink, TimelineEntry, card_moves, disputable_seq


@dataclass(frozen=True, slots=True)
class DealMoves:
    """The entries of one deal."""

    number: int
    entries: tuple[EntryLink, ...]


@dataclass(frozen=True, slots=True)
class SeatWithHand:
    """A seat with its cards, as far as they are shown."""

    seat: SeatView
    hand: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class ReplayView:
    """The table after entry `index` of `last`, and `move` of `moves`: not every entry is one.

    `left_behind` are the cards that the move left behind, `disputable_seq` the number of the event by which it is
    disputed, 0 if it is no move.
    """

    index: int
    last: int
    move: int
    moves: int
    table: TableView
    seats: tuple[SeatWithHand, ...]
    left_behind: tuple[CardView, ...]
    rounds: tuple[EntryLink, ...]
    deals: tuple[DealMoves, ...]
    disputable_seq: int

    @property
    def playable(self) -> bool:
        """True if a seat that has cards is to play at this moment."""
        return self.table.phase == "playing" and any(
            open_seat.seat.turn and open_seat.seat.cards for open_seat in self.seats
        )

    @property
    def previous(self) -> int:
        return max(0, self.index - 1)

    @property
    def next(self) -> int:
        return min(self.last, self.index + 1)

    @property
    def title(self) -> str:
        return _("Move %(at)s of %(last)s · %(game)s") % {"at": self.move, "last": self.moves, "game": self.table.game}

    @property
    def progress(self) -> str:
        return _("%(at)s of %(last)s") % {"at": self.move, "last": self.moves}


def replay_view(
    perspective: Perspective,
    hands: Sequence[Sequence[Card]],
    log: Sequence[VisibleEvent],
    timeline: Sequence[TimelineEntry],
    index: int,
    details: SeatDetails = NO_DETAILS,
    *,
    point_out: bool,
    viewer: int = SPECTATOR,
) -> ReplayView:
    """The replay. `perspective` is a spectator's view after entry `index`, `hands` the cards to show by seat; the seat
    of the `viewer` is the nearest, and its player is called "You"."""
    entry = timeline[index]
    entry_events = log[entry.start : entry.end]
    steps = card_moves(perspective, log[: entry.end], entry.end, len(entry_events))
    named = perspective._replace(viewer=viewer)
    names = Names(named)
    shown_table = table_view(named, entry_events, details=details)
    table = replace(
        shown_table,
        my_turn=False,
        seats=seat_views(named, details, log[: entry.end]),
        activity=replace(shown_table.activity, lines=event_lines(entry_events, names)),
        card_moves=steps,
    )
    shown = {number: card_views(sort_cards(hand)) for number, hand in enumerate(hands, start=1)}
    return ReplayView(
        index=index,
        last=len(timeline) - 1,
        move=sum(each.kind == "move" for each in timeline[: index + 1]),
        moves=sum(each.kind == "move" for each in timeline),
        table=table,
        seats=tuple(SeatWithHand(seat, shown.get(seat.number, ())) for seat in table.seats),
        left_behind=card_views(left_behind_cards(entry_events)) if point_out else (),
        rounds=_rounds(timeline, entry.round),
        deals=_deals(log, timeline, index, names),
        disputable_seq=disputable_seq(log, entry),
    )


def left_behind_cards(entry_events: Sequence[VisibleEvent]) -> tuple[Card, ...]:
    """The cards, including those in builds, that the move could have taken too (4.10)."""
    items = [
        item
        for event in entry_events
        if isinstance(event, events.CardTrailed | events.CardsCaptured)
        for item in event.left_behind
    ]
    codes = "".join(items).replace("[", "").replace("]", "")
    return tuple(Card(codes[index : index + 2]) for index in range(0, len(codes), 2))


def _rounds(timeline: Sequence[TimelineEntry], current: int) -> tuple[EntryLink, ...]:
    first_entries = [(index, entry.round) for index, entry in enumerate(timeline) if entry.kind == "round"]
    return tuple(EntryLink(index, str(number), number == current) for index, number in first_entries)


def _deals(
    log: Sequence[VisibleEvent], timeline: Sequence[TimelineEntry], current: int, names: Names
) -> tuple[DealMoves, ...]:
    """The entries of the current entry's round."""
    deals: dict[int, list[EntryLink]] = {}
    for index, entry in enumerate(timeline):
        if entry.round == timeline[current].round:
            item = EntryLink(index, entry_words(entry, log, names), index == current)
            deals.setdefault(entry.deal, []).append(item)
    return tuple(DealMoves(number, tuple(entries)) for number, entries in deals.items())


def entry_words(entry: TimelineEntry, log: Sequence[VisibleEvent], names: Names) -> str:
    if entry.kind in ("round", "deal"):
        return _("The cards are dealt.")
    names = names_before(log[entry.end :], names)
    return " ".join(line.text for line in event_lines(log[entry.start : entry.end], names))
