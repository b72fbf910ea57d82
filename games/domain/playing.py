"""A turn and everything that follows from it: points at once, the next deal, the end of the round (RULEBOOK 3 to 8)."""

from typing import assert_never

from . import events as facts
from .building import Builds
from .captures import Captures
from .cards import Card
from .combining import bits, most_groups
from .dealing import first_deal, first_pairs, next_deal
from .events import Event
from .judging import check_move, left_behind
from .legality import legal_moves
from .moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of
from .notation import write_items
from .perspective import perspective
from .position import Position
from .recorder import Recorder
from .refusal import Refusal, refuse
from .scoring import score_sheet
from .state import GameState, next_seat, playing_order
from .table import Value, make_build
from .values import uncovered
from .winning import (
    RAISE,
    Win,
    instant_winner,
    listed_ways,
    raises_target,
    restricted_winner,
    winner_at_round_end,
    winner_on_table,
)

ORANGE = 10
"""Points for an orange called rightly, and the cost of a false call (8.6)."""

DEFAULT = 2
"""Points to the other side for a default (8.7)."""


# --- a turn -------------------------------------------------------------------------------------------------------


def play_turn(state: GameState, seat: int, move: Move) -> tuple[Event, ...] | Refusal:
    """Return the events that follow from the move, or the refusal."""
    if state.round is None:
        return refuse("turn", "3.1", "no-round")
    if seat != state.round.turn:
        return refuse("turn", "4.1", "not-your-turn")
    refused = check_move(perspective(state, seat).position(), move)
    return carry_out(state, seat, move) if refused is None else refused


def carry_out(state: GameState, seat: int, move: Move) -> tuple[Event, ...]:
    """Return the events that follow from a move without judging it."""
    record = Recorder(state)
    _make(record, seat, move)
    _carry_on(record, state, seat)
    return record.events


def play_forced(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Return the events that follow from the only legal move of the seat to play, or the refusal."""
    if state.round is None or seat != state.round.turn:
        return refuse("turn", "4.1", "not-your-turn")
    moves = list(legal_moves(perspective(state, seat).position()))
    if len(moves) != 1:
        return refuse("bad-request", "4.1", "not-forced")
    played = play_turn(state, seat, moves[0])
    return played if isinstance(played, Refusal) else (facts.MoveForced(seat), *played)


def _make(record: Recorder, seat: int, move: Move) -> None:
    if isinstance(move, Plucked) and move.before:
        record.add(facts.CardPlucked(seat, move.card))
    _make_play(record, seat, play_of(move))
    if isinstance(move, Plucked) and not move.before:
        record.add(facts.CardPlucked(seat, move.card))


def _make_play(record: Recorder, seat: int, play: Play) -> None:
    position = perspective(record.state, seat).position()
    match play:
        case Trail(card):
            record.add(facts.CardTrailed(seat, card, _left_behind(position, play)))
        case Capture():
            _capture(record, seat, play, position)
        case MakeBuild(card, loose, builds, value, for_partner):
            groups = Builds(position, Captures(position)).shape(play) or ()
            build = make_build(groups, value, position.partner if for_partner else seat)
            record.add(facts.BuildMade(seat, (card,), loose, builds, build))
        case TableBuild(trailed, loose, value, for_partner):
            groups = Builds(position, Captures(position)).table_shape(play) or ()
            record.add(facts.CardTrailed(seat, trailed))
            build = make_build(groups, value, position.partner if for_partner else seat)
            record.add(facts.BuildMade(seat, (), loose, (), build))
        case other:
            assert_never(other)
    _penalise(record, seat, trailed=isinstance(play, Trail))


def _left_behind(position: Position, play: Play) -> tuple[str, ...]:
    text = write_items(*left_behind(position, play))
    return tuple(text.split(",")) if text else ()


def _capture(record: Recorder, seat: int, play: Capture, position: Position) -> None:
    taken = (*play.loose, *(card for name in play.builds for card in name))
    orange = position.rules.specials.orange and {"R", "Y"} <= {card.suit for card in taken}
    first = record.round.plays == 0
    behind = _left_behind(position, play)
    record.add(facts.CardsCaptured(seat, play.played, play.loose, play.builds, orange, behind))
    if record.round.table.empty:
        record.add(facts.SweepMade(seat, len(taken), first))
        if position.rules.scoring.tablanette:
            record.give(record.state.side_of(seat), "tablanette", tablanette_points(position, play))
    if play.orange:
        judge_orange(record, seat, orange)


def judge_orange(record: Recorder, seat: int, right: bool) -> None:
    """Record an orange called on the latest play: points for the caller's side, or its cost (8.6)."""
    record.add(facts.OrangeCalled(seat, right))
    record.give(record.state.side_of(seat), "orange", ORANGE if right else -ORANGE)


def tablanette_points(position: Position, play: Capture) -> int:
    """Points for emptying the table: v x (groups taken + 1), by the best reading; none for a jack (6.2)."""
    captures = Captures(position)
    taken = captures.items.mask(play.loose, play.builds)
    best = 0
    for value in captures.counts(play.played):
        if captures.adds_up(taken, value):
            best = max(best, value * (_most_groups(captures, taken, value) + 1))
    return best


def _most_groups(captures: Captures, taken: int, value: int) -> int:
    loose = [number for number in bits(taken) if not captures.is_whole(number, value)]
    return bin(taken).count("1") - len(loose) + (most_groups([captures.items.values[n] for n in loose], value) or 0)


def _penalise(record: Recorder, seat: int, trailed: bool) -> None:
    """Record a default under `penalty`: the builds concerned lose their owner, the other side scores (8.7)."""
    rules = record.state.rules
    if rules.building.duty != "penalty":
        return
    owned = tuple(build for build in record.round.table.builds if build.owner == seat)
    hand = record.round.hands[seat - 1]
    bare: tuple[Value, ...] = uncovered(hand, [build.value for build in owned], rules.matching)
    lost = tuple(build.cards for build in owned if trailed or build.value in bare)
    if lost:
        record.add(facts.BuildsDisowned(lost))
        record.give(1 - record.state.side_of(seat), "defaults", DEFAULT)


# --- after a play -------------------------------------------------------------------------------------------------


def _carry_on(record: Recorder, before: GameState, seat: int) -> None:
    """Record the events after a play: an instant win, a card drawn, the next seat or deal, or the end of the round."""
    if won_on_the_spot(record, before, record.state.side_of(seat)):
        return
    if record.state.rules.dealing.refill == "draw" and record.round.stock:
        record.add(facts.CardDrawn(seat, record.round.stock[0]))
    _next_turn(record, seat)


def won_on_the_spot(record: Recorder, before: GameState, mover: int) -> bool:
    """End the game if this play has won it in mid-round (7.4, 7.5, 8.8); return whether it has."""
    state, now = record.state, record.round
    win: Win | None = restricted_winner(state, now, mover) or instant_winner(before, state, mover)
    if win is None and state.rules.winning.ending == "clear_table":
        captured = before.round is not None and now.piles != before.round.piles
        win = winner_on_table(state, now, mover, captured)
        if win is not None:
            _score(record, win.totals)
    if win is None:
        return False
    record.win(*win)
    return True


def _next_turn(record: Recorder, seat: int) -> None:
    now = record.round
    if not any(now.hands) and now.stock:
        _deal_on(record, seat)
    elif not any(now.hands):
        _end_round(record, seat)
    else:
        _pass_turn(record, seat)


def _pass_turn(record: Recorder, seat: int) -> None:
    """Pass the turn to the next seat that holds cards (3.5, 4.9)."""
    state, now = record.state, record.round
    following = next_seat(seat, state.seats, state.rules.dealing.play_direction)
    while not now.hands[following - 1]:
        following = next_seat(following, state.seats, state.rules.dealing.play_direction)
    record.add(facts.TurnPassed(following))


def _deal_on(record: Recorder, seat: int) -> None:
    """Make a later deal of the round; if no seat gets a card, the round is over (3.2, 3.3)."""
    state, now = record.state, record.round
    deal = next_deal(state.rules.dealing, state.seats, now.dealer, now.stock)
    record.add(facts.CardsDealt(now.deal + 1, deal.last, deal.hands, deal.table))
    if any(record.round.hands):
        record.add(facts.TurnPassed(_first_seat(state, now.dealer)))
    else:
        _end_round(record, seat)


def _first_seat(state: GameState, dealer: int) -> int:
    return playing_order(dealer, state.seats, state.rules.dealing.play_direction)[0]


# --- a round begins -----------------------------------------------------------------------------------------------


def start_round(state: GameState, pack: tuple[Card, ...]) -> tuple[Event, ...]:
    """Return the events that begin a round: the pack, the first deal, and everything before the first play."""
    record, dealer = Recorder(state), _next_dealer(state)
    record.add(facts.RoundStarted(state.latest_round + 1, dealer, pack))
    deal = first_deal(state.rules.dealing, state.seats, dealer, pack)
    record.add(facts.CardsDealt(1, deal.last, deal.hands, deal.table))
    _replace_jacks(record)
    first = _first_seat(state, dealer)
    before = record.state
    _take_pairs(record, first)
    if record.state is before or not won_on_the_spot(record, before, record.state.side_of(first)):
        record.add(facts.TurnPassed(first))
    return record.events


def _next_dealer(state: GameState) -> int:
    if state.latest_round == 0:
        return state.dealer
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)


def _replace_jacks(record: Recorder) -> None:
    """Replace the jacks among the first table cards of Tablanette (3.7)."""
    if not record.state.rules.scoring.tablanette:
        return
    while True:
        jacks = [card for card in record.round.table.loose if card.rank == "J"]
        if not jacks or all(card.rank == "J" for card in record.round.stock):
            return
        record.add(facts.JackReplaced(jacks[0], record.round.stock[0]))


def _take_pairs(record: Recorder, seat: int) -> None:
    """Give pairs among the first table cards to the seat that plays first (8.4)."""
    pairs = first_pairs(record.round.table.loose) if record.state.rules.specials.initial_pairs else ()
    if not pairs:
        return
    record.add(facts.PairsTaken(seat, pairs))
    if record.round.table.empty:
        record.add(facts.SweepMade(seat, len(pairs), first_play=False))


# --- a round ends -------------------------------------------------------------------------------------------------


def _end_round(record: Recorder, seat: int) -> None:
    """End the round: the table is taken, the round scored, and the game perhaps won (6.1, 6.3, 7)."""
    mover = record.state.side_of(seat)
    if record.state.rules.winning.ending == "clear_table":
        won_on_the_spot(record, record.state, mover)
        return
    if not record.round.table.empty:
        record.add(facts.TableTaken(record.round.last_capture))
    win = restricted_winner(record.state, record.round, mover, round_over=True) or _score_round(record)
    if win is not None:
        record.win(*win)


def _score_round(record: Recorder) -> Win | None:
    """Score the round; return the win it brings, or None for another round (6.2, 7.1)."""
    before, now, rules = record.state, record.round, record.state.rules
    ways = listed_ways(rules, now.before)
    points = score_sheet(rules, now.piles, now.sweeps, now.last_capture, ways, now.given)
    totals = tuple(score + side["total"] for score, side in zip(now.before, points, strict=True))
    win = winner_at_round_end(before, now, points, totals)
    record.add(facts.RoundScored(points, totals))
    if win is None and raises_target(rules.winning, before.target, totals):
        record.add(facts.TargetRaised(before.target + RAISE))
    return win


def _score(record: Recorder, totals: tuple[int, ...]) -> None:
    record.add(facts.RoundScored(tuple({"cards": count, "total": count} for count in totals), totals))
