"""Moves that players imagine on a table are legal, lead where the engine leads, and include the best."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.bots.bitboard import BitTable, Transition, card_masks
from games.bots.bitboard_moves import MoveTable
from games.bots.card_worth import mask_of
from games.bots.evaluation import Evaluator
from games.bots.marginal_values import MarginalValues
from games.bots.one_ply import OnePly
from games.bots.search import Search
from games.bots.simulation import Simulator
from games.bots.solver import Solver
from games.domain.cards import CARD_INDEX, PACKS, Card
from games.domain.evolve import round_of
from games.domain.move_validation import validate_move
from games.domain.moves import Capture, MakeBuild, Play, Trail
from games.domain.notation import read_cards, read_table
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.rules import Rules
from games.domain.table import Table
from tests.bots.test_simulation import GAMES, before, imagined, plays
from tests.bots.test_solver import ENDS, lasts
from tests.bots.test_solver import imagined as imagined_end
from tests.games.test_bots import dealt, sight_of


def cards_of(mask: int, rules: Rules) -> tuple[Card, ...]:
    return tuple(card for card in PACKS[rules.dealing.deck] if mask >> CARD_INDEX[card] & 1)


def move_of(step: Transition, bit_table: BitTable, table: Table, rules: Rules) -> Play:
    """Return the step as a move of the game."""
    played, gone = cards_of(step.played, rules), bit_table.loose & ~step.after.loose
    loose = cards_of(gone, rules)
    kept = {pile.cards for pile in step.after.builds}
    builds = tuple(sorted(build.cards for build in table.builds if mask_of(build.cards) not in kept))
    if step.taken:
        called = rules.specials.orange and {"R", "Y"} <= {card.suit for name in (loose, *builds) for card in name}
        return Capture(played, loose, builds, called)
    if step.after.loose & step.played:
        return Trail(played[0])
    (made,) = (pile for pile in step.after.builds if pile.cards & step.played)
    return MakeBuild(played[0], loose, builds, made.value)


def positions(game: str | dict[str, Any]) -> Iterator[tuple[Perspective, Simulator, OnePly]]:
    for step in plays(game):
        state, now = before(step)
        perspective = perspective_of(state, now.turn)
        yield perspective, imagined(step)[0], OnePly(Simulator(perspective))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_is_legal_and_leads_where_the_move_leads(game: str | dict[str, Any]) -> None:
    looked_at = 0
    for perspective, simulator, one_ply in positions(game):
        sim_state, rules = one_ply.state, perspective.rules
        bit_table = one_ply.move_table.from_table(sim_state.table)
        hand, side = mask_of(sim_state.hands[perspective.viewer - 1]), perspective.side_of(perspective.viewer)
        for step in one_ply.move_table.transitions(bit_table, perspective.viewer, hand):
            move = move_of(step, bit_table, sim_state.table, rules)
            if perspective.viewer in bit_table.owners and validate_move(perspective.position(), move):
                continue  # an owner's duty is imagined roughly
            assert validate_move(perspective.position(), move) is None, move
            after = simulator.next_state(sim_state, move)
            assert one_ply.move_table.from_table(after.table) is step.after
            assert after.piles[side] == sim_state.piles[side] | step.taken
            if step.taken and sim_state.started:  # a first sweep is imagined as any other
                assert step.extra == after.extra[side] - sim_state.extra[side]
            looked_at += 1
    assert looked_at > 50


@pytest.mark.parametrize("game", GAMES)
def test_no_capture_is_wider_than_those_imagined(game: str | dict[str, Any]) -> None:
    for perspective, simulator, one_ply in positions(game):
        bit_table = one_ply.move_table.from_table(one_ply.state.table)
        hand = mask_of(one_ply.state.hands[perspective.viewer - 1])
        steps = one_ply.move_table.transitions(bit_table, perspective.viewer, hand)
        if perspective.viewer in bit_table.owners or bit_table.loose.bit_count() > 8 or not bit_table.cards:
            continue
        for move in simulator.moves(one_ply.state):
            if isinstance(move, Capture):
                taken = mask_of((*move.played, *move.loose, *(card for name in move.builds for card in name)))
                rivals = [step.taken for step in steps if step.played == mask_of(move.played) and step.taken]
                of_many = move.played[0].rank in "JQK" and len(move.loose) == 1  # one of the faces of its rank
                assert any(taken & ~rival == 0 or (of_many and rival.bit_count() >= 2) for rival in rivals), move


@pytest.mark.parametrize("preset", ENDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_wide_look_at_the_last_cards_finds_what_is_exact(preset: str, seed: int) -> None:
    state = lasts(preset, seed, cards=2)
    simulator, sim_state = imagined_end(state)
    one_ply = OnePly(simulator)
    search = Search(simulator, (50, 50), one_ply.move_table)
    hands = tuple(map(mask_of, round_of(state).hands))
    moves = simulator.moves(one_ply.state)
    known = max(search.value_from(search.root_after(one_ply.state, move), hands, ()) for move in moves)
    searched = max(search.value(simulator.next_state(sim_state, move)) for move in moves)
    assert (known, searched) == pytest.approx((Solver(simulator, 100_000).value(sim_state),) * 2)


def prices(perspective: Perspective) -> MarginalValues:
    return MarginalValues(Evaluator(Simulator(perspective)))


def price(perspective: Perspective, card: str) -> float:
    return prices(perspective).total(0, mask_of([Card(card)]))


def test_prices_follow_the_score() -> None:
    perspective = sight_of("casino", "9S 2C", "KC")
    ten, ace, two, nine_s, nine_h = (price(perspective, card) for card in ("TD", "AH", "2S", "9S", "9H"))
    assert ten > ace > two - 1 > nine_s - 1
    assert nine_s > nine_h > 0
    assert price(sight_of("diamond", "9S 2C", "8C"), "7D") > 1


def test_a_race_that_is_over_is_worth_nothing() -> None:
    state = dealt(resolve_rules("casino"))
    won = tuple(card for card in PACKS["standard"] if card.rank in "3456789JQK")[:30]
    perspective = perspective_of(state._replace(round=round_of(state)._replace(piles=(won, ()))), 1)
    assert price(perspective, "TC") == pytest.approx(0.0, abs=0.01)


def test_nothing_but_its_ways_counts_for_a_side_that_is_restricted() -> None:
    state = dealt(resolve_rules("dominican"))
    now = round_of(state)._replace(totals_at_start=(19, 19))
    perspective = perspective_of(state._replace(totals=(19, 19), round=now), 1)
    assert price(perspective, "TD") == pytest.approx(8.0)
    assert price(perspective, "AH") == price(perspective, "9S") == 0.0
    assert prices(perspective).sweep(0, 3) == 0.0
    assert prices(sight_of("casino-sweeps", "9S", "KC")).sweep(0, 3) == 1.0


def test_a_table_is_the_same_however_it_is_reached() -> None:
    move_table = MoveTable(Simulator(sight_of("casino", "9S 2C", "KC 3D")))
    assert move_table.from_table(read_table("3D KC")) is move_table.from_table(read_table("KC 3D"))


def test_a_crowded_table_is_looked_at_in_part() -> None:
    crowded = "AS AH 2S 2H 3S 3H 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H"
    one_ply = OnePly(Simulator(sight_of("royal", "KS TD 9C QD", crowded)))
    bit_table = one_ply.move_table.from_table(one_ply.state.table)
    steps = one_ply.move_table.transitions(bit_table, 1, mask_of(read_cards("KS TD 9C QD")))
    assert len(steps) < 100
    assert all(step.taken.bit_count() > 3 for step in steps if step.taken)


def test_the_rook_pack_has_its_own_places() -> None:
    short = card_masks(resolve_rules("tuxedo"))
    assert len(short.ranks) == 40
    assert short.red.bit_count() == short.yellow.bit_count() == 10
