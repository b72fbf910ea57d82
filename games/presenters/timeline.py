"""A game's log cut into entries: a deal, a turn, a call, the end of a round; and into steps of the animation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from games.domain import dispute_events, events
from games.domain.disputes import DISPUTABLE
from games.domain.perspective import Perspective, RedactedDeal, RedactedPack, VisibleEvent
from games.domain.table import NO_SEAT

from .cards import CardView, card_views


class TimelineEntry(NamedTuple):
    """The events of the log from `start` to before `end`.

    `kind` is start, round, deal, move, call or end; `round` and `deal` are those it belongs to, counted from 1.
    """

    kind: str
    start: int
    end: int
    round: int
    deal: int


@dataclass(frozen=True, slots=True)
class EntryLink:
    """An entry in a list, by its index in the timeline, in words."""

    index: int
    text: str
    current: bool = False


CALL_EVENTS = (
    events.ClaimMade,
    events.SeatResigned,
    events.OrangeCalled,
    events.SeatForfeited,
    events.TurnExpired,
    events.PlayerReturned,
    events.SeatTakenOver,
    events.OfferMade,
    events.OfferAgreed,
    events.OfferDeclined,
    events.OfferWithdrawn,
    dispute_events.DisputeOpened,
    dispute_events.DisputeWithdrawn,
    dispute_events.PauseRequested,
    dispute_events.HandsRevealedToDirector,
    dispute_events.RulingMade,
)


class _TimelineBuilder:
    """The finished entries, and the one being assembled."""

    def __init__(self) -> None:
        self.kind, self.start, self.round, self.deal = "start", 0, 0, 0
        self.passed = False
        self.places: list[tuple[int, int]] = []
        self.done: list[TimelineEntry] = []

    def add(self, index: int, event: VisibleEvent) -> None:
        kind = self._kind(event)
        if kind:
            self._begin(kind, index)
        match event:
            case RedactedPack(number):
                self.round, self.deal = number, 1
            case RedactedDeal(deal):
                self.deal = deal
            case events.TurnStarted():
                self.passed = True
            case events.RolledBack(to) if to <= len(self.places):
                self.round, self.deal = self.places[to - 1]
            case _:
                pass
        self.places.append((self.round, self.deal))

    def _kind(self, event: VisibleEvent) -> str:
        """The kind of entry that begins with this event; empty if the event belongs to the entry before."""
        match event:
            case RedactedPack():
                return "round"
            case RedactedDeal() if self.kind != "round":
                return "deal"
            case _ if isinstance(event, events.MOVE_EVENTS):
                return "" if self._in_turn else "move"
            case events.OrangeCalled() if self._in_turn:
                return ""
            case _ if isinstance(event, CALL_EVENTS):
                return "call"
            case events.RolledBack() if self.kind != "call":
                return "call"
            case dispute_events.GamePaused(director=director) | dispute_events.GameResumed(director=director) if (
                director
            ):
                return "call"
            case events.RemainingCardsAwarded() | events.RoundScored() if self.kind != "end":
                return "end"
            case _:
                return ""

    @property
    def _in_turn(self) -> bool:
        return self.kind == "move" and not self.passed

    def _begin(self, kind: str, index: int) -> None:
        if self.kind != "start":
            self.finish(index)
            self.start = index
        self.kind, self.passed = kind, False

    def finish(self, end: int) -> None:
        self.done.append(TimelineEntry(self.kind, self.start, end, self.round, self.deal))


def timeline(log: Sequence[VisibleEvent]) -> tuple[TimelineEntry, ...]:
    """Cut the whole log into entries; events before the first round belong to its beginning.

    For the end of a log the entries are right, but not always their round and deal.
    """
    builder = _TimelineBuilder()
    for index, event in enumerate(log):
        builder.add(index, event)
    builder.finish(len(log))
    return tuple(builder.done)


def disputable_seq(log: Sequence[VisibleEvent], entry: TimelineEntry) -> int:
    """The number of the event by which the move of this entry is disputed; 0 if it is no move."""
    return entry.start + 1 if isinstance(log[entry.start], DISPUTABLE) else 0


# --- the cards that each event moves -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardMove:
    """A step of the animation. `kind`: deal, lay (a card left on the table), build, take, or rest (the last cards).

    `played` come from the hand of the seat, `others` are dealt, built with or taken. `back`: the step is undone.
    `seq` is the number of its event, which for an undone step is that of the event that undoes it.
    """

    seq: int
    kind: str
    seat: int = NO_SEAT
    played: tuple[CardView, ...] = ()
    others: tuple[CardView, ...] = ()
    back: bool = False


type NumberedEvents = list[tuple[int, VisibleEvent]]


def card_moves(
    perspective: Perspective, log: Sequence[VisibleEvent], last_seq: int, unseen: int
) -> tuple[CardMove, ...]:
    """The steps from the table seen before to the present one.

    `log` is the end of the game's log up to event `last_seq`; its last `unseen` events are new to the viewer. What
    happened and was undone unseen is left out.
    """
    first, seen = last_seq - len(log) + 1, last_seq - unseen
    current: NumberedEvents = []
    steps: list[CardMove] = []
    for seq, event in enumerate(log, start=first):
        if isinstance(event, events.RolledBack):
            undone = [old for old in current if event.to_seq < old[0] <= seen]
            current = [old for old in current if old[0] <= event.to_seq]
            steps = [step for step in steps if step.back or step.seq <= event.to_seq]
            again = [_step(perspective, undone, number, old) for number, old in reversed(undone)]
            steps += [replace(step, seq=seq, back=True) for step in again if step and seq > seen]
            continue
        current.append((seq, event))
        step = _step(perspective, current, seq, event) if seq > seen else None
        steps += [step] if step else []
    return tuple(steps)


def in_effect(log: Sequence[VisibleEvent], last_seq: int, always: tuple[type, ...] = ()) -> NumberedEvents:
    """The events of the end of a log that no later one has undone, and in any case those of some types."""
    kept: NumberedEvents = []
    for seq, event in enumerate(log, start=last_seq - len(log) + 1):
        if isinstance(event, events.RolledBack):
            kept = [old for old in kept if old[0] <= event.to_seq or isinstance(old[1], always)]
        if not isinstance(event, events.RolledBack) or isinstance(event, always):
            kept.append((seq, event))
    return kept


def _step(perspective: Perspective, before: NumberedEvents, seq: int, event: VisibleEvent) -> CardMove | None:
    match event:
        case RedactedDeal(hand=hand, table=table):
            return CardMove(seq, "deal", others=card_views([*hand, *table]))
        case events.CardTrailed(seat, card):
            return CardMove(seq, "lay", seat, card_views([card]))
        case events.BuildMade(seat, played, loose, builds):
            others = (*loose, *chain(*builds), *(item.card for item in event.stolen))
            return CardMove(seq, "build", seat, card_views(played), card_views(others))
        case events.BuildAddedTo(seat, name, loose, stolen):
            added = (*name, *loose, *(item.card for item in stolen))
            return CardMove(seq, "build", seat, others=card_views(added))
        case events.CardsCaptured(seat, played, loose, builds):
            others = (*loose, *chain(*builds), *(item.card for item in event.stolen))
            return CardMove(seq, "take", seat, card_views(played), card_views(others))
        case events.TableRedealt(table):
            return CardMove(seq, "deal", others=card_views(table))
        case events.CardPlucked(seat, card):
            return CardMove(seq, "take", seat, others=card_views([card]))
        case events.PairsTaken(seat, cards):
            return CardMove(seq, "take", seat, others=card_views(cards))
        case events.RemainingCardsAwarded(side) if side is not None:
            return CardMove(seq, "rest", _last_to_capture(perspective, before, side))
        case _:
            return None


def _last_to_capture(perspective: Perspective, before: NumberedEvents, side: int) -> int:
    """The seat of the side's last capture; if that is too long ago, the side's first seat."""
    takers = [event.seat for _, event in before if isinstance(event, events.CardsCaptured)]
    return next((seat for seat in reversed(takers) if perspective.side_of(seat) == side), side + 1)
