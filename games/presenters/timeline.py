"""A game's log cut into entries: a deal, a turn, a call, the end of a round."""

from collections.abc import Sequence
from typing import NamedTuple

from games.domain import dispute_events, events
from games.domain.disputes import DISPUTABLE
from games.domain.perspective import RedactedDeal, RedactedPack, VisibleEvent


class TimelineEntry(NamedTuple):
    """The events of the log from `start` to before `end`.

    `kind` is start, round, deal, move, call or end; `round` and `deal` are those it belongs to, counted from 1.
    """

    kind: str
    start: int
    end: int
    round: int
    deal: int


CALL_EVENTS = (
    *(events.ClaimMade, events.SeatResigned, events.OrangeCalled, events.SeatForfeited, events.TurnExpired),
    *(events.PlayerReturned, events.OfferMade, events.OfferAgreed, events.OfferDeclined, events.OfferWithdrawn),
    *(dispute_events.DisputeOpened, dispute_events.DisputeWithdrawn, dispute_events.PauseRequested),
    *(dispute_events.HandsRevealedToDirector, dispute_events.RulingMade),
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
