"""A game's log cut into moments: a deal, a turn, something said, the end of a round."""

from collections.abc import Sequence
from typing import NamedTuple

from games.domain import disputed
from games.domain import events as facts
from games.domain.disputing import DISPUTABLE
from games.domain.perspective import HiddenDeal, HiddenPack, SeenEvent


class Moment(NamedTuple):
    """The events of the log from `start` to before `end`.

    `kind` is start, round, deal, move, call or end; `round` and `deal` are those it belongs to, counted from 1.
    """

    kind: str
    start: int
    end: int
    round: int
    deal: int


PLAYED = (facts.MoveForced, facts.CardPlucked, facts.CardTrailed, facts.CardsCaptured, facts.BuildMade)
SAID = (
    *(facts.ClaimMade, facts.SeatResigned, facts.OrangeCalled, facts.SeatAbandoned, facts.TurnExpired),
    *(facts.SeatReturned, facts.OfferMade, facts.OfferAgreed, facts.OfferDeclined, facts.OfferWithdrawn),
    *(disputed.DisputeOpened, disputed.DisputeWithdrawn, disputed.StopWanted, disputed.HandsLookedAt),
    disputed.RulingMade,
)


class _Cutting:
    """The moments found so far, and the one being assembled."""

    def __init__(self) -> None:
        self.kind, self.start, self.round, self.deal = "start", 0, 0, 0
        self.passed = False
        self.places: list[tuple[int, int]] = []
        self.done: list[Moment] = []

    def add(self, place: int, event: SeenEvent) -> None:
        kind = self._kind(event)
        if kind:
            self._begin(kind, place)
        match event:
            case HiddenPack(number):
                self.round, self.deal = number, 1
            case HiddenDeal(deal):
                self.deal = deal
            case facts.TurnPassed():
                self.passed = True
            case facts.WentBack(to) if to <= len(self.places):
                self.round, self.deal = self.places[to - 1]
            case _:
                pass
        self.places.append((self.round, self.deal))

    def _kind(self, event: SeenEvent) -> str:
        """The kind of moment that begins with this event; empty if the event belongs to the moment before."""
        match event:
            case HiddenPack():
                return "round"
            case HiddenDeal() if self.kind != "round":
                return "deal"
            case _ if isinstance(event, PLAYED):
                return "" if self._in_turn else "move"
            case facts.OrangeCalled() if self._in_turn:
                return ""
            case _ if isinstance(event, SAID):
                return "call"
            case facts.WentBack() if self.kind != "call":
                return "call"
            case disputed.ClockStopped(director=director) | disputed.PlayResumed(director=director) if director:
                return "call"
            case facts.TableTaken() | facts.RoundScored() if self.kind != "end":
                return "end"
            case _:
                return ""

    @property
    def _in_turn(self) -> bool:
        return self.kind == "move" and not self.passed

    def _begin(self, kind: str, place: int) -> None:
        if self.kind != "start":
            self.finish(place)
            self.start = place
        self.kind, self.passed = kind, False

    def finish(self, end: int) -> None:
        self.done.append(Moment(self.kind, self.start, end, self.round, self.deal))


def moments(log: Sequence[SeenEvent]) -> tuple[Moment, ...]:
    """Cut the whole log into moments; events before the first round belong to its beginning.

    For the end of a log the moments are right, but not always their round and deal.
    """
    cutting = _Cutting()
    for place, event in enumerate(log):
        cutting.add(place, event)
    cutting.finish(len(log))
    return tuple(cutting.done)


def disputable_at(log: Sequence[SeenEvent], moment: Moment) -> int:
    """The number of the event by which the move of this moment is disputed; 0 if it is no move."""
    return moment.start + 1 if isinstance(log[moment.start], DISPUTABLE) else 0
