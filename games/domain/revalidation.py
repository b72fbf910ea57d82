"""Compute again what a log records, with today's engine: a move or a score sheet for a director to read, and all
results, for the verification of logs. No events follow from it.

Results are computed from the log's own cards and rules, and its moves are not judged again: they have happened. So no
one can change a score or a winner and leave the cards as they were.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from . import dispute_events, events, setup_events
from .commands import CancelGame
from .decide import decide
from .disputes import OF_A_TURN, SAID, move_start_seq, score_correction
from .events import Event
from .evolve import fold
from .move_generation import legal_moves
from .move_validation import CheckResult, explain_checks
from .moves import Move
from .notation import read_move, write_move
from .offers import answer_offer, forfeit_seat, make_offer, resign
from .perspective import perspective_of
from .record import entries_of, parse_entry
from .refusal import Refusal
from .rounds import apply_move, call_orange, claim, start_round
from .state import GameState, Piles
from .timeouts import expire_turn

# --- one move -------------------------------------------------------------------------------------------------------


CALLS = (events.ClaimMade, events.OrangeCalled, events.SeatResigned)


class Revalidation(NamedTuple):
    """A move, claim, call or resignation judged again; `seat` made it in the state `before`.

    `entry` is its text in a record (12.5, 12.6); `checks`, the results of the checks of a move, one by one; `refusal`,
    today's, if any; `recorded`, the recorded events; `current`, those that today's engine would record; `alternatives`,
    all legal moves.
    """

    state: GameState
    seat: int
    entry: str
    checks: tuple[CheckResult, ...]
    refusal: Refusal | None
    recorded: tuple[Event, ...]
    current: tuple[Event, ...]
    alternatives: tuple[Move, ...]

    @property
    def same(self) -> bool:
        """True if today's engine would record the same events."""
        return self.recorded == self.current


def revalidate(log: Sequence[Event], at: int) -> Revalidation | None:
    """Judge what a seat played or said again.

    It begins with event `at`, from 1, of this whole log; None if nothing played or said begins there.
    """
    made = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(made, (*events.MOVE_EVENTS, *CALLS)):
        return None
    before = fold(log[: at - 1])
    seat, entry = next(entries_of(log[at - 1 :]))
    automatic = (made,) if isinstance(made, events.AUTOMATIC) else ()
    decided = decide(before, parse_entry(before, entry))
    refusal = decided if isinstance(decided, Refusal) else None
    current = () if isinstance(decided, Refusal) else (*automatic, *decided)
    recorded = _recorded(log[at - 1 :], len(current))
    moves = isinstance(made, events.MOVE_EVENTS)
    checks, alternatives = _of_move(before, seat, entry) if moves else ((), ())
    return Revalidation(before, seat, entry, checks, refusal, recorded, current, alternatives)


def _recorded(log: Sequence[Event], count: int) -> tuple[Event, ...]:
    """The first `count` events, as many as today's engine records; if it records none, those up to the next turn."""
    passed = (number for number, event in enumerate(log, start=1) if isinstance(event, events.TurnStarted))
    return tuple(log[: count or next(passed, len(log))])


def _of_move(before: GameState, seat: int, entry: str) -> tuple[tuple[CheckResult, ...], tuple[Move, ...]]:
    position = perspective_of(before, seat).position()
    return explain_checks(position, read_move(entry)), tuple(sorted(legal_moves(position), key=write_move))


# --- one score sheet ------------------------------------------------------------------------------------------------


class ScoreComparison(NamedTuple):
    """The sheet of a round as recorded, and by today's engine: None if it scores no round there."""

    round: int
    piles: Piles
    recorded: events.RoundScored
    current: events.RoundScored | None

    @property
    def differing(self) -> frozenset[str]:
        """The categories, and `total`, in which a side's points differ."""
        sheets = (self.recorded.points, self.current.points if self.current else ())
        pairs = list(zip(*sheets, strict=False))
        return frozenset(key for was, now in pairs for key in was | now if was.get(key, 0) != now.get(key, 0))

    @property
    def same(self) -> bool:
        return self.current is not None and not self.differing and self.recorded.totals == self.current.totals


def compare_score(log: Sequence[Event], at: int) -> ScoreComparison | None:
    """Recompute the sheet that is event `at`, from 1, of this whole log, from the move that ended the round.

    None if the event is no sheet.
    """
    recorded = log[at - 1] if 1 <= at <= len(log) else None
    if not isinstance(recorded, events.RoundScored):
        return None
    before = fold(log[: at - 1])
    piles = before.round.piles if before.round else ()
    return ScoreComparison(before.latest_round, piles, recorded, _today(log, at))


def _today(log: Sequence[Event], at: int) -> events.RoundScored | None:
    """The sheet by today's engine, if it still allows the move that ended the round; else None."""
    last = max(number for number in range(1, at) if isinstance(log[number - 1], (*events.MOVE_EVENTS, *SAID)))
    first = move_start_seq(log, last)
    judged = revalidate(log, first) if isinstance(first, int) else None
    made = (event for event in (judged.current if judged else ()) if isinstance(event, events.RoundScored))
    return next(made, None)


# --- all results of a log -------------------------------------------------------------------------------------------


COUNTED = (
    events.SweepMade,
    events.PointsAwarded,
    events.RemainingCardsAwarded,
    events.RoundScored,
    events.TargetRaised,
    events.GameWon,
    events.GameEnded,
    setup_events.GameCancelled,
    events.RolledBack,
    dispute_events.ScoreCorrected,
)
"""The events that make up results. Each follows from another event; one that does not is a forgery."""

MAX_FACTS = 16
"""Maximum number of events in one turn."""


class Difference(NamedTuple):
    """A step that begins with event `at`, from 1: its recorded results, and those that today's engine computes."""

    at: int
    recorded: tuple[Event, ...]
    computed: tuple[Event, ...]


def differences(log: Sequence[Event], befores: Sequence[GameState | None]) -> Iterator[Difference]:
    """Yield the steps of a whole log whose results do not follow from the cards played.

    `befores`: the state before each event. Raises one of several errors for events that the engine cannot compute with.
    """
    starts = [at for at in range(len(log)) if _is_cause(log, at)]
    for start, end in zip([0, *starts], [*starts, len(log)], strict=True):
        before = befores[start]
        computed = _counted(_computed(log[start:end], before)) if before is not None else ()
        recorded = _counted(log[start:end])
        if computed != recorded:
            yield Difference(start + 1, recorded, computed)


def _counted(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if isinstance(event, COUNTED))


def _is_cause(log: Sequence[Event], at: int) -> bool:
    """Whether results follow from this event. Of a turn, only its first play is such a cause."""
    if type(log[at]) not in _FOLLOWING:
        return False
    if not isinstance(log[at], OF_A_TURN):
        return True
    first = at
    while first and isinstance(log[first - 1], OF_A_TURN) and not isinstance(log[first - 1], events.AUTOMATIC):
        first -= 1
    return not any(isinstance(event, events.CARD_EVENTS) for event in log[first:at])


def _computed(step: Sequence[Event], before: GameState) -> tuple[Event, ...]:
    """The results of the step's first event; () when today's engine refuses it."""
    follow = _FOLLOWING.get(type(step[0]))
    followed = follow(before, step) if follow else ()
    return () if isinstance(followed, Refusal) else followed


# --- what follows from each cause -------------------------------------------------------------------------------------

type _Step = Sequence[Any]
type _Followed = tuple[Event, ...] | Refusal


def _of_turn(before: GameState, step: _Step) -> _Followed:
    seat, entry = next(entries_of(step[:MAX_FACTS]))
    return apply_move(before, seat, read_move(entry))


def _of_agreement(before: GameState, step: _Step) -> _Followed:
    """What follows from the agreement itself; the rest follows from a resignation, which is a step of its own."""
    decided = answer_offer(before, step[0].seat, agreed=True)
    if isinstance(decided, Refusal):
        return decided
    return tuple(takewhile(lambda event: not isinstance(event, events.SeatResigned), decided))


def _of_forfeit(before: GameState, step: _Step) -> _Followed:
    """The other of two has won; among more, no result follows from it."""
    return forfeit_seat(before, step[0].seat) if before.seats == 2 else ()


def _of_ruling(before: GameState, step: _Step) -> _Followed:
    """Accept the result that the ruling itself determines."""
    made, totals = step[0], before.totals
    match made.kind:
        case "score_corrected":
            wanted = (event.totals for event in step if isinstance(event, dispute_events.ScoreCorrected))
            return score_correction(before, next(wanted, totals))
        case "rolled_back" | "move_replaced":
            return (events.RolledBack(made.event_seq - 1),)
        case "win_awarded":
            won = (event for event in step if isinstance(event, events.GameWon))
            return tuple(event._replace(reason="ruling", totals=totals) for event in won)[:1]
        case "drawn":
            return (events.GameEnded("ruled-drawn", totals),)
        case "annulled":
            return (events.GameEnded("annulled", totals),)
        case _:
            return ()


_FOLLOWING: dict[type[Any], Callable[[GameState, _Step], _Followed]] = {
    **dict.fromkeys(events.CARD_EVENTS, _of_turn),
    events.RoundStarted: lambda before, step: start_round(before, step[0].pack),
    events.ClaimMade: lambda before, step: claim(before, step[0].seat),
    events.OrangeCalled: lambda before, step: call_orange(before, step[0].seat),
    events.SeatResigned: lambda before, step: resign(before, step[0].seat),
    events.SeatForfeited: _of_forfeit,
    events.TurnExpired: lambda before, step: expire_turn(before, step[0].seat, ""),
    events.OfferMade: lambda before, step: make_offer(before, *step[0]),
    events.OfferAgreed: _of_agreement,
    setup_events.GameCancelled: lambda before, _: decide(before, CancelGame(bool(before.latest_round))),
    dispute_events.RulingMade: _of_ruling,
}
