"""Recompute the results in a log from its own cards and rules: points, score sheets, and the winners.

Moves are not judged again: they have happened. Their results are recomputed and compared with the recorded ones, so
that no one can change a score or a winner and leave the cards as they were.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from . import dispute_events, events, setup_events
from .claims import call_orange, claim
from .commands import CancelGame, MakeOffer, Resign
from .decide import decide
from .disputes import OF_A_TURN
from .events import Event
from .notation import read_move
from .offers import answer_offer, forfeit_seat, make_offer
from .record_entries import entries_of
from .refusal import Refusal
from .round_start import start_round
from .ruling import score_correction
from .state import GameState
from .timeouts import expire_turn
from .turns import apply_move

COUNTED = (
    *(events.SweepMade, events.PointsAwarded, events.RemainingCardsAwarded, events.RoundScored, events.TargetRaised),
    *(events.GameWon, events.GameEnded, setup_events.GameCancelled, events.RolledBack, dispute_events.ScoreCorrected),
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
    """Return whether results follow from this event. Of a turn, only its first play is such a cause."""
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


def _offered(before: GameState, step: _Step) -> _Followed:
    """An offer that was recorded stands, also one made while a computer held a seat: older engines allowed that. With
    no one to ask, it holds at once."""
    return make_offer(before._replace(bot_seats=frozenset()), MakeOffer(*step[0]))


def _agreed(before: GameState, step: _Step) -> _Followed:
    """The same for an agreement."""
    return answer_offer(before._replace(bot_seats=frozenset()), step[0].seat, agreed=True)


_FOLLOWING: dict[type[Any], Callable[[GameState, _Step], _Followed]] = {
    **dict.fromkeys(events.CARD_EVENTS, _of_turn),
    events.RoundStarted: lambda before, step: start_round(before, step[0].pack),
    events.ClaimMade: lambda before, step: claim(before, step[0].seat),
    events.OrangeCalled: lambda before, step: call_orange(before, step[0].seat),
    events.SeatResigned: lambda before, step: decide(before._replace(paused=False), Resign(step[0].seat)),
    events.SeatForfeited: lambda before, step: forfeit_seat(before, step[0].seat),
    events.TurnExpired: lambda before, step: expire_turn(before, step[0].seat, ""),
    events.OfferMade: _offered,
    events.OfferAgreed: _agreed,
    setup_events.GameCancelled: lambda before, _: decide(before, CancelGame(bool(before.latest_round))),
    dispute_events.RulingMade: _of_ruling,
}
