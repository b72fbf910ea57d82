"""A round from its first deal to its score: turns, claims and calls, and all that follows (RULEBOOK 3 to 8, 15)."""

from typing import assert_never

from . import events
from .building import Builds, extended_build, own_build
from .captures import FIVE_OF_SPADES, Captures
from .cards import Card, is_orange
from .dealing import first_deal, first_pairs, must_redeal, next_deal
from .events import Event
from .evolve import EventCollector
from .move_generation import legal_moves
from .move_validation import left_behind, validate_move
from .moves import AddAndPlay, Capture, MakeBuild, Move, Play, PluckAndPlay, TableBuild, Trail, play_of, unplucked
from .notation import write_items
from .perspective import perspective_of
from .position import Position
from .refusal import Refusal, refuse
from .rules import Rules
from .scoring import carried_over, score_sheet, sweep_worth, under_ceiling
from .state import GameState, Sweep, next_seat, playing_order
from .subset_sum import Steps
from .table import Build, make_build
from .values import takes_value, unmatched_values
from .winning import (
    TARGET_INCREASE,
    Earned,
    Win,
    earned_points,
    has_reached_target,
    instant_winner,
    raises_target,
    restricted_winner,
    restrictions,
    totals_as_earned,
    winner_at_round_end,
    winner_on_table,
)

# --- the round begins -----------------------------------------------------------------------------------------------


def start_round(state: GameState, pack: tuple[Card, ...]) -> tuple[Event, ...]:
    """The events that begin a round: the pack, the first deal, and everything before the first play."""
    collector, dealer = EventCollector(state), _next_dealer(state)
    collector.add(events.RoundStarted(state.latest_round + 1, dealer, pack))
    deal = first_deal(state.rules.dealing, state.seats, dealer, pack)
    collector.add(events.CardsDealt(1, deal.last, deal.hands, deal.table))
    _prepare_table(collector)
    first = first_seat(state, dealer)
    before = collector.state
    _take_pairs(collector, first)
    if collector.state is before or not end_if_won_immediately(collector, before, collector.state.side_of(first)):
        collector.add(events.TurnStarted(first))
    return collector.events


def _next_dealer(state: GameState) -> int:
    if state.latest_round == 0:
        return state.dealer
    direction = "clockwise" if state.rules.dealing.dealer_moves == "left" else "counterclockwise"
    return next_seat(state.dealer, state.seats, direction)


def _prepare_table(collector: EventCollector) -> None:
    """Replace jacks and deal anew as often as the first table cards ask for it (3.7, 3.8).

    Where every deal to come asks for another, the first cards that come again stay.
    """
    _replace_jacks(collector)
    redeal, seen = collector.state.rules.dealing.redeal, {collector.round.table.loose}
    while redeal and must_redeal(collector.round.table.loose, collector.round.stock, redeal):
        collector.add(events.TableRedealt(collector.round.stock[: len(collector.round.table.loose)]))
        _replace_jacks(collector)
        if collector.round.table.loose in seen:
            return
        seen.add(collector.round.table.loose)


def _replace_jacks(collector: EventCollector) -> None:
    """Replace the jacks among the first table cards where a jack takes all (3.7)."""
    if not collector.state.rules.specials.jack_takes_all:
        return
    while True:
        jacks = [card for card in collector.round.table.loose if card.rank == "J"]
        if not jacks or all(card.rank == "J" for card in collector.round.stock):
            return
        collector.add(events.JackReplaced(jacks[0], collector.round.stock[0]))


def _take_pairs(collector: EventCollector, seat: int) -> None:
    """Give pairs among the first table cards to the seat that plays first (8.4)."""
    pairs = first_pairs(collector.round.table.loose) if collector.state.rules.specials.initial_pairs else ()
    if not pairs:
        return
    collector.add(events.PairsTaken(seat, pairs))
    lift_claim_bans(collector)
    if collector.round.table.empty and sweeps_count(collector):
        collector.add(events.SweepMade(seat, len(pairs), first_play=False))


ORANGE_POINTS = 10
"""Points for an orange called rightly, and the cost of a false call (8.6)."""

DEFAULT_PENALTY_POINTS = 2
"""Points to the other side for a default (8.7)."""


# --- a turn -------------------------------------------------------------------------------------------------------


def play_turn(state: GameState, seat: int, move: Move) -> tuple[Event, ...] | Refusal:
    """The events that follow from the move, or the refusal."""
    if state.round is None:
        return refuse("turn", "3.1", "no-round")
    if seat != state.round.turn:
        return refuse("turn", "4.1", "not-your-turn")
    refused = validate_move(perspective_of(state, seat).position(), move)
    return apply_move(state, seat, move) if refused is None else refused


def apply_move(state: GameState, seat: int, move: Move) -> tuple[Event, ...]:
    """The events that follow from a move without judging it."""
    collector = EventCollector(state)
    _make(collector, seat, move)
    _advance(collector, state, seat)
    return collector.events


def play_forced(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """The events that follow from the only legal move of the seat to play, or the refusal."""
    if state.round is None or seat != state.round.turn:
        return refuse("turn", "4.1", "not-your-turn")
    steps = Steps()
    moves = legal_moves(perspective_of(state, seat).position(), steps=steps)
    if len(moves) != 1 or not steps.complete:
        return refuse("bad-request", "4.1", "not-forced")
    played = play_turn(state, seat, moves[0])
    return played if isinstance(played, Refusal) else (events.MoveForced(seat), *played)


def play_conditional(state: GameState, seat: int, move: Move) -> tuple[Event, ...] | Refusal:
    """The events that follow from a planned move, or the refusal."""
    played = play_turn(state, seat, move)
    return played if isinstance(played, Refusal) else (events.ConditionalMovePlayed(seat), *played)


def _make(collector: EventCollector, seat: int, move: Move) -> None:
    if isinstance(move, PluckAndPlay) and move.before:
        _pluck(collector, seat, move.card)
    rest = unplucked(move)
    if isinstance(rest, AddAndPlay):
        _add_to_build(collector, seat, rest)
    _make_play(collector, seat, play_of(move))
    if isinstance(move, PluckAndPlay) and not move.before:
        _pluck(collector, seat, move.card)


def _pluck(collector: EventCollector, seat: int, card: Card) -> None:
    collector.add(events.CardPlucked(seat, card))
    lift_claim_bans(collector)


def lift_claim_bans(collector: EventCollector) -> None:
    """Let all seats claim again once a card has been captured (7.6)."""
    if collector.round.claim_blocked:
        collector.add(events.ClaimBanLifted(tuple(sorted(collector.round.claim_blocked))))


def _add_to_build(collector: EventCollector, seat: int, move: AddAndPlay) -> None:
    """Add cards to a build of the seat's before its play (15.4)."""
    position = perspective_of(collector.state, seat).position()
    build = own_build(position, move)
    if build is None:
        raise ValueError("only a build of the seat's own is added to")
    groups = Builds(position, Captures(position)).groups_added(move.loose, move.stolen, build.value) or ()
    extended = extended_build(build, groups)
    collector.add(events.BuildAddedTo(seat, move.build, move.loose, move.stolen, extended))


def _make_play(collector: EventCollector, seat: int, play: Play) -> None:
    position = perspective_of(collector.state, seat).position()
    match play:
        case Trail(card):
            collector.add(events.CardTrailed(seat, card, _left_behind(position, play)))
        case Capture():
            _capture(collector, seat, play, position)
        case MakeBuild(card, loose, names, value, for_partner, stolen):
            builds = Builds(position, Captures(position))
            taken = builds.taken_in(builds.items.mask((), names))
            owner = builds.owner_after(value, taken, for_partner)
            build = make_build(builds.groups_for_move(play) or (), value, owner)
            collector.add(events.BuildMade(seat, (card,), loose, names, build, for_partner, stolen))
        case TableBuild(trailed, loose, value, for_partner):
            groups = Builds(position, Captures(position)).table_groups(play) or ()
            collector.add(events.CardTrailed(seat, trailed))
            build = make_build(groups, value, position.partner if for_partner else seat)
            collector.add(events.BuildMade(seat, (), loose, (), build, for_partner))
        case other:
            assert_never(other)
    if position.duty == "penalty":
        _apply_default_penalty(collector, seat, trailed=isinstance(play, Trail))


def _left_behind(position: Position, play: Play) -> tuple[str, ...]:
    text = write_items(*left_behind(position, play))
    return tuple(text.split(",")) if text else ()


def _capture(collector: EventCollector, seat: int, play: Capture, position: Position) -> None:
    taken = (*play.loose, *(card for name in play.builds for card in name))
    orange = position.rules.specials.orange and is_orange(taken)
    first = collector.round.plays == 0
    behind = _left_behind(position, play)
    collector.add(events.CardsCaptured(seat, play.played, play.loose, play.builds, orange, behind, play.stolen))
    lift_claim_bans(collector)
    if collector.round.table.empty:
        if sweeps_count(collector):
            worth = sweep_worth(position.rules.scoring, Sweep(len(taken), first))
            least = least_sweep_points(position.rules, play.played)
            collector.add(events.SweepMade(seat, len(taken), first, least if worth < least else 0))
        if position.rules.scoring.tablanette:
            collector.award(collector.state.side_of(seat), "tablanette", tablanette_points(position, play))
    if play.orange:
        record_orange_call(collector, seat, orange)


def sweeps_count(collector: EventCollector) -> bool:
    """Whether a capture that empties the table is a sweep at this moment (6.8)."""
    scoring, round_ = collector.state.rules.scoring, collector.round
    return under_ceiling(scoring, round_.totals_at_start) and (scoring.last_deal_sweeps or bool(round_.stock))


def least_sweep_points(rules: Rules, played: tuple[Card, ...]) -> int:
    """The points that a sweep scores at least: one for that of the five of spades (8.3)."""
    return int(rules.specials.five_of_spades_sweeps and played == (FIVE_OF_SPADES,))


def record_orange_call(collector: EventCollector, seat: int, right: bool) -> None:
    """Record an orange called on the latest play: points for the caller's side, or its cost (8.6)."""
    collector.add(events.OrangeCalled(seat, right))
    collector.award(collector.state.side_of(seat), "orange", ORANGE_POINTS if right else -ORANGE_POINTS)


def tablanette_points(position: Position, play: Capture) -> int:
    """Points for emptying the table: v x (groups taken + 1), by the best reading; none for a jack (6.2)."""
    if [card.rank for card in play.played] == ["J"]:
        return 0
    captures = Captures(position)
    taken = captures.items.mask(play.loose, play.builds)
    best = 0
    for value in captures.hand_totals(play.played):
        if captures.adds_up(taken, value):
            best = max(best, value * (captures.most_groups(taken, value) + 1))
    return best


def _apply_default_penalty(collector: EventCollector, seat: int, trailed: bool) -> None:
    """Record a default under `penalty`: the builds concerned lose their owner, the other side scores (8.7)."""
    owned = tuple(build for build in collector.round.table.builds if build.owner == seat)
    lost = owned if trailed else _uncovered(owned, collector.round.hands[seat - 1], collector.state.rules)
    if lost:
        collector.add(events.BuildsReleased(tuple(build.cards for build in lost)))
        collector.award(1 - collector.state.side_of(seat), "defaults", DEFAULT_PENALTY_POINTS)


def _uncovered(owned: tuple[Build, ...], hand: tuple[Card, ...], rules: Rules) -> tuple[Build, ...]:
    """The builds that no card covers; all of them if each alone is covered, but not all together (8.7)."""
    matching = rules.matching
    bare = tuple(build for build in owned if not any(takes_value(card, build.value, matching) for card in hand))
    if bare or not unmatched_values(hand, [build.value for build in owned], matching):
        return bare
    return owned


# --- after a play -------------------------------------------------------------------------------------------------


def _advance(collector: EventCollector, before: GameState, seat: int) -> None:
    """Record the events after a play: an instant win, a card drawn, the next seat or deal, or the end of the round."""
    if end_if_won_immediately(collector, before, collector.state.side_of(seat)):
        return
    if collector.state.rules.dealing.refill == "draw" and collector.round.stock:
        collector.add(events.CardDrawn(seat, collector.round.stock[0]))
    _next_turn(collector, seat)


def end_if_won_immediately(collector: EventCollector, before: GameState, mover: int) -> bool:
    """End the game if this play has won it in mid-round (7.4, 7.5, 8.8); return whether it has."""
    state, round_ = collector.state, collector.round
    win: Win | None = restricted_winner(state, round_, mover) or instant_winner(before, state, mover)
    if win is None and state.rules.winning.ending == "clear_table":
        captured = before.round is not None and round_.piles != before.round.piles
        win = winner_on_table(state, round_, mover, captured)
        if win is not None:
            _score(collector, win.totals)
    if win is None:
        return False
    collector.end_game(*win)
    return True


def _next_turn(collector: EventCollector, seat: int) -> None:
    round_ = collector.round
    if not any(round_.hands) and round_.stock:
        _deal_next_hand(collector, seat)
    elif not any(round_.hands):
        _end_round(collector, seat)
    else:
        _start_next_turn(collector, seat)


def _start_next_turn(collector: EventCollector, seat: int) -> None:
    """Pass the turn to the next seat that holds cards (3.5, 4.9)."""
    state, round_ = collector.state, collector.round
    following = next_seat(seat, state.seats, state.rules.dealing.play_direction)
    while not round_.hands[following - 1]:
        following = next_seat(following, state.seats, state.rules.dealing.play_direction)
    collector.add(events.TurnStarted(following))


def _deal_next_hand(collector: EventCollector, seat: int) -> None:
    """Make a later deal of the round; if no seat gets a card, the round is over (3.2, 3.3)."""
    state, round_ = collector.state, collector.round
    deal = next_deal(state.rules.dealing, state.seats, round_.dealer, round_.stock, round_.deal + 1)
    collector.add(events.CardsDealt(round_.deal + 1, deal.last, deal.hands, deal.table))
    if any(collector.round.hands):
        collector.add(events.TurnStarted(first_seat(state, round_.dealer)))
    else:
        _end_round(collector, seat)


def first_seat(state: GameState, dealer: int) -> int:
    return playing_order(dealer, state.seats, state.rules.dealing.play_direction)[0]


# --- a round ends -------------------------------------------------------------------------------------------------


def _end_round(collector: EventCollector, seat: int) -> None:
    """End the round: the table is taken, the round scored, and the game perhaps won (6.1, 6.3, 7)."""
    mover = collector.state.side_of(seat)
    if collector.state.rules.winning.ending == "clear_table":
        end_if_won_immediately(collector, collector.state, mover)
        return
    rules, last = collector.state.rules, collector.round.last_capture
    counted = earned_points(collector.state, collector.round, rules.winning.count_as_earned)
    earned = Earned(counted, collector.round.piles)
    if not collector.round.table.empty:
        collector.add(events.RemainingCardsAwarded(last))
    first = mover if last is None else last
    win = restricted_winner(collector.state, collector.round, first, round_over=True)
    win = win or _score_round(collector, earned)
    if win is not None:
        collector.end_game(*win)


def _score_round(collector: EventCollector, earned: Earned) -> Win | None:
    """Score the round; return the win it brings, or None for another round (6.2, 7.1)."""
    before, round_, rules = collector.state, collector.round, collector.state.rules
    piles, last, bonus = round_.piles, round_.last_capture, round_.bonus_points
    restricted = restrictions(rules, round_.totals_at_start)
    points = score_sheet(rules, piles, round_.sweeps, last, restricted, bonus, before.carried)
    totals = tuple(score + side["total"] for score, side in zip(round_.totals_at_start, points, strict=True))
    win = winner_at_round_end(before, round_, points, totals, earned)
    collector.add(events.RoundScored(points, totals))
    carried = carried_over(rules.scoring, piles, before.carried)
    if carried != before.carried:
        collector.add(events.MajoritiesCarried(carried))
    if win is None and raises_target(rules.winning, before.target, totals):
        collector.add(events.TargetRaised(before.target + TARGET_INCREASE))
    return win


def _score(collector: EventCollector, totals: tuple[int, ...]) -> None:
    collector.add(events.RoundScored(tuple({"cards": count, "total": count} for count in totals), totals))


# --- claims and calls -----------------------------------------------------------------------------------------------


def claim(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Claim that the seat's side has reached the target (7.6): return the events that follow, or the refusal."""
    rule = state.rules.winning.claims
    if rule == "no":
        return refuse("claim", "7.6", "no-claims")
    if state.round is None:
        return refuse("claim", "7.6", "claim-no-round")
    if seat in state.round.claim_blocked:
        return refuse("claim", "7.6", "claim-again")
    side, totals = state.side_of(seat), totals_as_earned(state, state.round, "all")
    right = has_reached_target(state, state.round, side)
    collector = EventCollector(state)
    collector.add(events.ClaimMade(seat, right))
    if right:
        collector.end_game((side,), "claim", totals)
    elif rule == "wins_or_loses":
        collector.end_game((1 - side,), "wrong-claim", totals)
    return collector.events


def call_orange(state: GameState, seat: int) -> tuple[Event, ...] | Refusal:
    """Call an orange on the latest play of another seat (8.6): return the events that follow, or the refusal."""
    if not state.rules.specials.orange:
        return refuse("call", "8.6", "no-orange")
    if state.round is None or state.round.last_play is None:
        return refuse("call", "8.6", "orange-nothing")
    last = state.round.last_play
    if last.seat == seat:
        return refuse("call", "8.6", "orange-own")
    if last.called:
        return refuse("call", "8.6", "orange-called")
    collector = EventCollector(state)
    record_orange_call(collector, seat, last.orange)
    end_if_won_immediately(collector, state, state.side_of(seat))
    return collector.events
