"""A director's ruling: the events that carry it out, or the refusal.

A preview is the same without storing the events. Logs are whole: their first event has the number 1.
"""

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from . import disputed
from . import events as facts
from .commands import Play
from .decide import decide
from .disputing import beginning_of
from .events import Event
from .moves import Move
from .recorder import Recorder
from .refusal import Refusal, refuse
from .replay import fold
from .state import GameState

type Clocks = tuple[tuple[float, ...], tuple[float, ...]]
"""Seconds on all clocks and in all reserves, by seat."""

BY_SCORE = ("target", "in-order", "rounds", "cleared", "cards")
"""Reasons for the end of a game that a corrected score decides again; games that ended otherwise keep their result."""


class Ruling(NamedTuple):
    """A director's decision.

    `kind` is one of KINDS; `at`, the event it is about (of a move, or an earlier ruling); `dispute`, the number of the
    dispute; `overrules`, the number of a ruling that no longer holds. Depending on the kind, also the other `move`,
    `totals` by side, `winners` or one `seat` by number, `seconds` for a clock, `until` for a suspension (ISO 8601).
    """

    kind: str
    reason: str
    rule: str = ""
    at: int = 0
    dispute: int = 0
    overrules: int = 0
    move: Move | None = None
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    seat: int = 0
    seconds: float = 0
    until: str = ""


def rule(
    log: Sequence[Event],
    ruling: Ruling,
    director: str,
    clocks_at: Callable[[int], Clocks | None] = lambda _: None,
    gone: Collection[int] = (),
) -> tuple[Event, ...] | Refusal:
    """Return the events that carry out the ruling, or the refusal.

    `clocks_at` returns the clocks after an event, or None if there are none. `gone`: seats whose player has left the
    site, and cannot get them back.
    """
    refused = _cannot_be_ruled(log, ruling)
    if refused is not None:
        return refused
    about = _about(log, ruling)
    if isinstance(about, Refusal):
        return about
    before = fold(log)
    number = len(rulings_of(log)) + 1
    made = disputed.RulingMade(
        number, ruling.kind, director, ruling.reason, ruling.rule, ruling.dispute, about, ruling.overrules
    )
    carried_out = _CARRYING_OUT[ruling.kind](_Bench([*log, made], before, ruling, about, frozenset(gone)))
    if isinstance(carried_out, Refusal):
        return carried_out
    resumed = (disputed.PlayResumed(),) if before.frozen else ()
    clocks = clocks_at(about - 1) if ruling.kind in GOING_BACK else None
    return (made, *carried_out, *resumed, *((disputed.ClocksSet(*clocks),) if clocks else ()))


def rulings_of(log: Sequence[Event]) -> dict[int, int]:
    """The event numbers of rulings, by the rulings' own numbers; undone ones included."""
    return {event.number: at for at, event in enumerate(log, start=1) if isinstance(event, disputed.RulingMade)}


def _cannot_be_ruled(log: Sequence[Event], ruling: Ruling) -> Refusal | None:
    if ruling.kind not in _CARRYING_OUT:
        return refuse("bad-request", "", "ruling-no-kind")
    if not ruling.reason.strip():
        return refuse("bad-request", "", "ruling-no-reason")
    if not fold(log).latest_round:
        return refuse("bad-request", "", "ruling-not-begun")
    if ruling.overrules and ruling.overrules not in rulings_of(log):
        return refuse("bad-request", "", "ruling-unknown", number=ruling.overrules)
    return None


def _about(log: Sequence[Event], ruling: Ruling) -> int | Refusal:
    """Return the first event of the move or ruling it is about, 0 for the game as it stands, or the refusal."""
    at = ruling.at
    if ruling.kind == "back" and not at and ruling.overrules:
        at = rulings_of(log)[ruling.overrules]
    if ruling.kind in GOING_BACK and not at:
        return refuse("bad-request", "", "ruling-no-place")
    if not at or (ruling.kind == "back" and at in rulings_of(log).values()):
        return at
    return beginning_of(log, at)


# --- the kinds ----------------------------------------------------------------------------------------------------


class _Bench(NamedTuple):
    """The context of a ruling: the whole log that ends with it, the state before it, and the event it is about.

    `gone`: seats whose player has left the site.
    """

    log: Sequence[Event]
    state: GameState
    ruling: Ruling
    about: int
    gone: frozenset[int] = frozenset()


type _CarriedOut = tuple[Event, ...] | Refusal


def _stands(_: _Bench) -> _CarriedOut:
    return ()


def _back(bench: _Bench) -> _CarriedOut:
    return _gone_back(bench)


def _gone_back(bench: _Bench) -> tuple[Event, ...]:
    """Go back to before the event, and restore the seats too.

    A seat given to the computer since returns to its player, unless the player has left the site. A seat that an undone
    ruling returned to its player goes back to the computer.
    """
    back = facts.WentBack(bench.about - 1)
    then, now = fold(bench.log[: bench.about - 1]), fold([*bench.log, back])
    returned = [facts.SeatReturned(seat) for seat in sorted(now.left - then.left - bench.gone)]
    given = [_given_before(bench, seat) for seat in _returned_by_ruling(bench) if seat in then.left - now.left]
    return (back, *returned, *given)


def _returned_by_ruling(bench: _Bench) -> list[int]:
    """The seats that rulings since the event have returned to their players."""
    found: list[int] = []
    since = bench.log[bench.about - 1 :]
    for made, back in pairwise(range(len(since))):
        if isinstance(since[made], disputed.RulingMade) and isinstance(since[back], facts.WentBack):
            at_once = takewhile(lambda event: isinstance(event, facts.SeatReturned), since[back + 1 :])
            found += [event.seat for event in at_once if isinstance(event, facts.SeatReturned)]
    return found


def _given_before(bench: _Bench, seat: int) -> facts.SeatGiven:
    """The event by which the computer had got the seat."""
    before = bench.log[: bench.about - 1]
    return next(each for each in reversed(before) if isinstance(each, facts.SeatGiven) and each.seat == seat)


def _replaced(bench: _Bench) -> _CarriedOut:
    """Go back to before the move and play the other move in its place, judged by today's rules."""
    if bench.ruling.move is None:
        return refuse("bad-request", "", "ruling-no-place")
    back = _gone_back(bench)
    there = fold([*bench.log, *back])._replace(frozen=False)
    decided = decide(there, Play(there.turn or 1, bench.ruling.move))
    return decided if isinstance(decided, Refusal) else (*back, *decided)


def _score(bench: _Bench) -> _CarriedOut:
    state, totals = bench.state, bench.ruling.totals
    if len(totals) != state.sides:
        return refuse("bad-request", "", "ruling-no-totals")
    if totals == state.totals:
        return refuse("bad-request", "", "ruling-same-totals")
    return corrected(state, totals)


def corrected(state: GameState, totals: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the events that follow from a ruling that corrects the totals."""
    record = Recorder(state)
    record.add(disputed.ScoreCorrected(totals))
    _end_anew(record, state)
    return record.events


def _end_anew(record: Recorder, before: GameState) -> None:
    """End a finished game again: with the same result, or the one that the corrected score decides.

    A game to a target continues if the corrected score has no winner.
    """
    if before.result is None:
        return
    winners, reason = before.result
    totals = record.state.totals
    if reason not in BY_SCORE:
        record.add(facts.GameWon(winners, reason, totals) if winners else facts.GameEnded(reason, totals))
        return
    best = tuple(side for side, total in enumerate(totals) if total == max(totals))
    counts_out = before.rules.winning.ending == "target"
    if counts_out and (len(best) > 1 or max(totals) < before.target):
        return
    record.win(best, "target" if counts_out else reason, totals)


def _awarded(bench: _Bench) -> _CarriedOut:
    state = bench.state
    sides = {state.side_of(seat) for seat in bench.ruling.winners if 1 <= seat <= state.seats}
    if not sides:
        return refuse("bad-request", "", "ruling-no-winners")
    record = Recorder(state)
    record.win(tuple(sides), "ruling", state.totals)
    return record.events


def _drawn(bench: _Bench) -> _CarriedOut:
    return (facts.GameEnded("ruled-drawn", bench.state.totals),)


def _annulled(bench: _Bench) -> _CarriedOut:
    return (facts.GameEnded("annulled", bench.state.totals),)


def _clock(bench: _Bench) -> _CarriedOut:
    state, seat, seconds = bench.state, bench.ruling.seat, bench.ruling.seconds
    if state.terms.clock == "none":
        return refuse("bad-request", "", "no-clock")
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if not 1 <= seat <= state.seats or not seconds:
        return refuse("bad-request", "", "ruling-clock-nobody")
    if state.terms.clock == "turn" and seat != state._replace(frozen=False).turn:
        return refuse("bad-request", "", "ruling-clock-turn")
    return (disputed.ClockAdjusted(seat, seconds),)


def _warned(bench: _Bench) -> _CarriedOut:
    return _no_such_seat(bench) or (disputed.PlayerWarned(bench.ruling.seat),)


def _suspended(bench: _Bench) -> _CarriedOut:
    if not bench.ruling.until:
        return refuse("bad-request", "", "ruling-no-end")
    return _no_such_seat(bench) or (disputed.PlayerSuspended(bench.ruling.seat, bench.ruling.until),)


def _no_such_seat(bench: _Bench) -> Refusal | None:
    seat = bench.ruling.seat
    return None if 1 <= seat <= bench.state.seats else refuse("bad-request", "1", "no-seat", seat=seat)


_CARRYING_OUT: dict[str, Callable[[_Bench], _CarriedOut]] = {
    "stands": _stands,
    "back": _back,
    "replaced": _replaced,
    "score": _score,
    "awarded": _awarded,
    "drawn": _drawn,
    "annulled": _annulled,
    "clock": _clock,
    "warned": _warned,
    "suspended": _suspended,
}
KINDS = tuple(_CARRYING_OUT)
GOING_BACK = ("back", "replaced")
