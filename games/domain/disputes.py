"""Disputed moves, a game frozen meanwhile, and a director's rulings: the events that follow, or the refusal.

Most of it is possible in games that are over, too, so it does not go through `decide`. A preview of a ruling is the
same without storing the events. Logs are whole: their first event has the number 1.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from . import dispute_events, events
from .cards import Card
from .commands import Play
from .decide import decide
from .dispute_events import DisputeEvent
from .events import Event
from .evolve import EventCollector, fold
from .moves import Move
from .refusal import Refusal, refuse
from .state import GameState

OF_A_TURN = (
    *events.MOVE_EVENTS,
    events.SweepMade,
    events.PointsAwarded,
    events.OrangeCalled,
    events.BuildsReleased,
    events.ClaimBanLifted,
)
SAID = (events.ClaimMade, events.OrangeCalled, events.SeatResigned, events.SeatForfeited, events.TurnExpired)
DISPUTABLE = (*events.MOVE_EVENTS, *SAID, events.RoundScored)


def move_start_seq(log: Sequence[Event], at: int) -> int | Refusal:
    """The number of the first event of the move that event `at` belongs to, or the refusal.

    A move is a turn, a claim, call or the like, or a score sheet.
    """
    if not 1 <= at <= len(log) or not isinstance(log[at - 1], DISPUTABLE):
        return refuse("bad-request", "", "dispute-no-move")
    if not isinstance(log[at - 1], OF_A_TURN):
        return at
    first = at
    while isinstance(log[first - 2], OF_A_TURN):  # the turn was passed before it, or cards were dealt
        first -= 1
    return next((number for number in range(first, at) if isinstance(log[number - 1], events.MOVE_EVENTS)), at)


def open_dispute(log: Sequence[Event], seat: int, number: int, at: int) -> dispute_events.DisputeOpened | Refusal:
    """Dispute the move that event `at` belongs to, for a seat."""
    first = move_start_seq(log, at)
    return first if isinstance(first, Refusal) else dispute_events.DisputeOpened(seat, number, first)


def pause_game(state: GameState, number: int, director: str = "") -> tuple[DisputeEvent, ...] | Refusal:
    """Freeze the game for this dispute."""
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if not state.latest_round:
        return refuse("bad-request", "", "not-started")
    if state.paused:
        return refuse("bad-request", "", "frozen-already")
    return (dispute_events.GamePaused(number, director),)


def resume_game(state: GameState, director: str = "") -> tuple[DisputeEvent, ...] | Refusal:
    """Let the game continue."""
    return (dispute_events.GameResumed(director),) if state.paused else refuse("bad-request", "", "not-frozen")


# --- rulings --------------------------------------------------------------------------------------------------------


type Clocks = tuple[tuple[float, ...], tuple[float, ...]]
"""Seconds on all clocks and in all reserves, by seat."""

BY_SCORE = ("target", "in-order", "rounds", "cleared", "cards")
"""Reasons for the end of a game that a corrected score decides again; games that ended otherwise keep their result."""


class Ruling(NamedTuple):
    """A director's decision.

    `kind` is one of KINDS; `event_seq`, the event it is about (of a move, or an earlier ruling); `overrules`, the
    number of a ruling that no longer holds. Depending on the kind, also the other `move`, `totals` by side, `winners`
    or one `seat` by number, `seconds` for a clock, `until` for a suspension (ISO 8601).
    """

    kind: dispute_events.RulingKind
    reason: str
    rule: str = ""
    event_seq: int = 0
    dispute_no: int = 0
    overrules: int = 0
    move: Move | None = None
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    seat: int = 0
    seconds: float = 0
    until: str = ""


def decide_ruling(
    log: Sequence[Event],
    ruling: Ruling,
    director: str,
    clocks_at: Callable[[int], Clocks | None] = lambda _: None,
    departed_seats: Collection[int] = (),
) -> tuple[Event, ...] | Refusal:
    """The events that carry out the ruling, or the refusal.

    `clocks_at` returns the clocks after an event, or None if there are none. `departed_seats`: seats whose player
    has left the site, and cannot get them back.
    """
    refused = _cannot_be_ruled(log, ruling)
    if refused is not None:
        return refused
    target_seq = _target_seq(log, ruling)
    if isinstance(target_seq, Refusal):
        return target_seq
    before = fold(log)
    number = len(ruling_seqs(log)) + 1
    made = dispute_events.RulingMade(
        number, ruling.kind, director, ruling.reason, ruling.rule, ruling.dispute_no, target_seq, ruling.overrules
    )
    carried_out = _RULING_HANDLERS[ruling.kind](
        _RulingContext([*log, made], before, ruling, target_seq, frozenset(departed_seats))
    )
    if isinstance(carried_out, Refusal):
        return carried_out
    resumed = (dispute_events.GameResumed(),) if before.paused else ()
    clocks = clocks_at(target_seq - 1) if ruling.kind in GOING_BACK else None
    return (made, *carried_out, *resumed, *((dispute_events.ClocksSet(*clocks),) if clocks else ()))


def ruling_seqs(log: Sequence[Event]) -> dict[int, int]:
    """The event numbers of rulings, by the rulings' own numbers; undone ones included."""
    return {
        event.ruling_no: at for at, event in enumerate(log, start=1) if isinstance(event, dispute_events.RulingMade)
    }


def _cannot_be_ruled(log: Sequence[Event], ruling: Ruling) -> Refusal | None:
    if ruling.kind not in _RULING_HANDLERS:
        return refuse("bad-request", "", "ruling-no-kind")
    if not ruling.reason.strip():
        return refuse("bad-request", "", "ruling-no-reason")
    if not fold(log).latest_round:
        return refuse("bad-request", "", "ruling-not-begun")
    if ruling.overrules and ruling.overrules not in ruling_seqs(log):
        return refuse("bad-request", "", "ruling-unknown", number=ruling.overrules)
    return None


def _target_seq(log: Sequence[Event], ruling: Ruling) -> int | Refusal:
    """The first event of the move or ruling it is about, 0 for the game as it stands, or the refusal."""
    at = ruling.event_seq
    if ruling.kind == "rolled_back" and not at and ruling.overrules:
        at = ruling_seqs(log)[ruling.overrules]
    if ruling.kind in GOING_BACK and not at:
        return refuse("bad-request", "", "ruling-no-place")
    if not at or (ruling.kind == "rolled_back" and at in ruling_seqs(log).values()):
        return at
    return move_start_seq(log, at)


# --- the kinds ----------------------------------------------------------------------------------------------------


class _RulingContext(NamedTuple):
    """The context of a ruling: the whole log that ends with it, the state before it, and the event it is about.

    `departed_seats`: seats whose player has left the site.
    """

    log: Sequence[Event]
    state: GameState
    ruling: Ruling
    target_seq: int
    departed_seats: frozenset[int] = frozenset()


type _Outcome = tuple[Event, ...] | Refusal


def _gone_back(context: _RulingContext) -> tuple[Event, ...]:
    """Go back to before the event, and restore the seats too.

    A seat given to the computer since returns to its player, unless the player has left the site. A seat that an undone
    ruling returned to its player goes back to the computer.
    """
    back = events.RolledBack(context.target_seq - 1)
    earlier, current = fold(context.log[: context.target_seq - 1]), fold([*context.log, back])
    returned = [
        events.PlayerReturned(seat) for seat in sorted(current.bot_seats - earlier.bot_seats - context.departed_seats)
    ]
    given = [
        _given_before(context, seat)
        for seat in _returned_by_ruling(context)
        if seat in earlier.bot_seats - current.bot_seats
    ]
    return (back, *returned, *given)


def _returned_by_ruling(context: _RulingContext) -> list[int]:
    """The seats that rulings since the event have returned to their players."""
    found: list[int] = []
    since = context.log[context.target_seq - 1 :]
    for made, back in pairwise(range(len(since))):
        if isinstance(since[made], dispute_events.RulingMade) and isinstance(since[back], events.RolledBack):
            at_once = takewhile(lambda event: isinstance(event, events.PlayerReturned), since[back + 1 :])
            found += [event.seat for event in at_once if isinstance(event, events.PlayerReturned)]
    return found


def _given_before(context: _RulingContext, seat: int) -> events.BotTookOver:
    """The event by which the computer had got the seat."""
    before = context.log[: context.target_seq - 1]
    return next(event for event in reversed(before) if isinstance(event, events.BotTookOver) and event.seat == seat)


def _replaced(context: _RulingContext) -> _Outcome:
    """Go back to before the move and play the other move in its place, judged by today's rules."""
    if context.ruling.move is None:
        return refuse("bad-request", "", "ruling-no-place")
    back = _gone_back(context)
    there = fold([*context.log, *back])._replace(paused=False)
    decided = decide(there, Play(there.turn or 1, context.ruling.move))
    return decided if isinstance(decided, Refusal) else (*back, *decided)


def _score(context: _RulingContext) -> _Outcome:
    state, totals = context.state, context.ruling.totals
    if len(totals) != state.sides:
        return refuse("bad-request", "", "ruling-no-totals")
    if totals == state.totals:
        return refuse("bad-request", "", "ruling-same-totals")
    return score_correction(state, totals)


def score_correction(state: GameState, totals: tuple[int, ...]) -> tuple[Event, ...]:
    """The events that follow from a ruling that corrects the totals."""
    collector = EventCollector(state)
    collector.add(dispute_events.ScoreCorrected(totals))
    _reevaluate_end(collector, state)
    return collector.events


def _reevaluate_end(collector: EventCollector, before: GameState) -> None:
    """End a finished game again: with the same result, or the one that the corrected score decides.

    A game to a target continues if the corrected score has no winner.
    """
    if before.result is None:
        return
    winners, reason = before.result
    totals = collector.state.totals
    if reason not in BY_SCORE:
        collector.add(events.GameWon(winners, reason, totals) if winners else events.GameEnded(reason, totals))
        return
    best = tuple(side for side, total in enumerate(totals) if total == max(totals))
    counts_out = before.rules.winning.ending == "target"
    if counts_out and (len(best) > 1 or max(totals) < before.target):
        return
    collector.end_game(best, "target" if counts_out else reason, totals)


def _awarded(context: _RulingContext) -> _Outcome:
    state = context.state
    sides = {state.side_of(seat) for seat in context.ruling.winners if 1 <= seat <= state.seats}
    if not sides:
        return refuse("bad-request", "", "ruling-no-winners")
    collector = EventCollector(state)
    collector.end_game(tuple(sides), "ruling", state.totals)
    return collector.events


def _clock(context: _RulingContext) -> _Outcome:
    state, seat, seconds = context.state, context.ruling.seat, context.ruling.seconds
    if state.table_settings.clock == "none":
        return refuse("bad-request", "", "no-clock")
    if state.result is not None:
        return refuse("over", "7.1", "game-over")
    if not 1 <= seat <= state.seats or not seconds:
        return refuse("bad-request", "", "ruling-clock-nobody")
    if state.table_settings.clock == "turn" and seat != state._replace(paused=False).turn:
        return refuse("bad-request", "", "ruling-clock-turn")
    return (dispute_events.ClockAdjusted(seat, seconds),)


def _warned(context: _RulingContext) -> _Outcome:
    return _no_such_seat(context) or (dispute_events.PlayerWarned(context.ruling.seat),)


def _suspended(context: _RulingContext) -> _Outcome:
    if not context.ruling.until:
        return refuse("bad-request", "", "ruling-no-end")
    return _no_such_seat(context) or (dispute_events.PlayerSuspended(context.ruling.seat, context.ruling.until),)


def _no_such_seat(context: _RulingContext) -> Refusal | None:
    seat = context.ruling.seat
    return None if 1 <= seat <= context.state.seats else refuse("bad-request", "1", "no-seat", seat=seat)


_RULING_HANDLERS: dict[dispute_events.RulingKind, Callable[[_RulingContext], _Outcome]] = {
    "upheld": lambda _: (),
    "rolled_back": _gone_back,
    "move_replaced": _replaced,
    "score_corrected": _score,
    "win_awarded": _awarded,
    "drawn": lambda context: (events.GameEnded("ruled-drawn", context.state.totals),),
    "annulled": lambda context: (events.GameEnded("annulled", context.state.totals),),
    "clock_adjusted": _clock,
    "warned": _warned,
    "suspended": _suspended,
}
KINDS = tuple(_RULING_HANDLERS)
GOING_BACK = ("rolled_back", "move_replaced")


# --- what has been revealed -----------------------------------------------------------------------------------------


EVERYBODY = 0


class RevealedCards(NamedTuple):
    """The information revealed since a moment of the log.

    `to_all`: the cards of the same pack that all have seen since; `by_seat`: those that each seat alone has seen;
    `rounds_begun`: the number of rounds begun, whose packs will come again; `over`: the game was over, so that all
    hands and the seed of every pack could be seen.
    """

    to_all: tuple[Card, ...]
    by_seat: tuple[tuple[Card, ...], ...]
    rounds_begun: int
    over: bool

    @property
    def anything(self) -> bool:
        return bool(self.to_all or any(self.by_seat) or self.rounds_begun or self.over)


def revealed_since(log: Sequence[Event], to: int) -> RevealedCards:
    """The information revealed after event `to` of this whole log, also by events undone since."""
    then = fold(log[:to])
    later = list(zip(_rounds(log), log, strict=True))[to:]
    same_pack = [event for number, event in later if number == then.latest_round]
    shown = [each for event in same_pack for each in _shown(event)]
    everybody = _new((card for seat, card in shown if seat == EVERYBODY), _open(then))
    held = then.round.hands if then.round else ((),) * then.seats
    own = (
        _new((card for whose, card in shown if whose == seat), (*_open(then), *everybody, *hand))
        for seat, hand in enumerate(held, start=1)
    )
    begun = {number for number, _ in later if number > then.latest_round}
    over = any(isinstance(event, (events.GameWon, events.GameEnded)) for _, event in later)
    return RevealedCards(everybody, tuple(own), len(begun), over)


def _rounds(log: Sequence[Event]) -> list[int]:
    """The number of the round that each event belongs to."""
    numbers: list[int] = []
    for event in log:
        match event:
            case events.RoundStarted(number):
                numbers.append(number)
            case events.RolledBack(to):
                numbers.append(numbers[to - 1])
            case _:
                numbers.append(numbers[-1] if numbers else 0)
    return numbers


def _shown(event: Event) -> Iterator[tuple[int, Card]]:
    """The cards that an event shows, each with the seat that sees it, or EVERYBODY."""
    match event:
        case events.CardsDealt(_, _, hands, table):
            yield from ((EVERYBODY, card) for card in table)
            yield from ((seat, card) for seat, hand in enumerate(hands, start=1) for card in hand)
        case events.CardDrawn(seat, card):
            yield seat, card
        case events.JackReplaced(_, card) | events.CardTrailed(_, card):
            yield EVERYBODY, card
        case events.TableRedealt(table):
            yield from ((EVERYBODY, card) for card in table)
        case events.CardsCaptured(_, played) | events.BuildMade(_, played):
            yield from ((EVERYBODY, card) for card in played)
        case _:
            return


def _open(state: GameState) -> tuple[Card, ...]:
    """The cards of the pack that all have seen: those on the table and in the piles."""
    round_ = state.round
    return (*round_.table.cards, *(card for pile in round_.piles for card in pile)) if round_ else ()


def _new(cards: Iterable[Card], known: Sequence[Card]) -> tuple[Card, ...]:
    """The cards not in `known`, each once, in the order in which they were seen."""
    return tuple(dict.fromkeys(card for card in cards if card not in known))
