"""Moves that players imagine on a table are legal, lead where the engine leads, and include the best."""

from collections.abc import Iterator

import pytest

from games.bots.board import Board, Step, shorthand
from games.bots.boards import Boards
from games.bots.lookahead import Lookahead
from games.bots.prices import Prices
from games.bots.scene import Stage
from games.bots.solver import Solver
from games.bots.standing import Standing
from games.bots.unseen import Guess
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
from games.domain.cards import ORDER, PACKS, Card
from games.domain.judging import check_move
from games.domain.moves import Capture, MakeBuild, Play, Trail
from games.domain.notation import read_cards, read_table
from games.domain.perspective import Perspective, perspective
from games.domain.rules import Rules
from games.domain.table import Table
from games.domain.variants import resolve
from tests.bots.test_scene import before, imagined, plays
from tests.bots.test_solver import ENDS, lasts
from tests.games.test_bots import dealt, sight_of
from tests.property.random_games import ALL_PRESETS


def cards_of(mask: int, rules: Rules) -> tuple[Card, ...]:
    return tuple(card for card in PACKS[rules.dealing.deck] if mask >> ORDER[card] & 1)


def move_of(step: Step, board: Board, table: Table, rules: Rules) -> Play:
    """Return the step as a move of the game."""
    played, gone = cards_of(step.spent, rules), board.loose & ~step.board.loose
    loose = cards_of(gone, rules)
    kept = {pile.cards for pile in step.board.piles}
    builds = tuple(sorted(build.cards for build in table.builds if mask_of(build.cards) not in kept))
    if step.taken:
        called = rules.specials.orange and {"R", "Y"} <= {card.suit for name in (loose, *builds) for card in name}
        return Capture(played, loose, builds, called)
    if step.board.loose & step.spent:
        return Trail(played[0])
    (made,) = (pile for pile in step.board.piles if pile.cards & step.spent)
    return MakeBuild(played[0], loose, builds, made.value)


def positions(preset: str) -> Iterator[tuple[Perspective, Stage, Weigher]]:
    for step in plays(preset):
        state, now = before(step)
        sight = perspective(state, now.turn)
        yield sight, imagined(step)[0], Weigher(Stage(sight))


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_what_is_imagined_is_legal_and_leads_where_the_move_leads(preset: str) -> None:
    looked_at = 0
    for sight, stage, weigher in positions(preset):
        scene, rules = weigher.scene, sight.rules
        board = weigher.boards.of(scene.table)
        for step in weigher.boards.steps(board, sight.viewer, mask_of(scene.hands[sight.viewer - 1])):
            move = move_of(step, board, scene.table, rules)
            if sight.viewer in board.owners and check_move(sight.position(), move):
                continue  # an owner's duty is imagined roughly
            assert check_move(sight.position(), move) is None, move
            after = stage.after(scene, move)
            assert weigher.boards.of(after.table) is step.board
            assert after.piles[sight.side_of(sight.viewer)] == scene.piles[sight.side_of(sight.viewer)] | step.taken
            looked_at += 1
    assert looked_at > 50


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_no_capture_is_wider_than_those_imagined(preset: str) -> None:
    for sight, stage, weigher in positions(preset):
        board, hand = weigher.boards.of(weigher.scene.table), mask_of(weigher.scene.hands[sight.viewer - 1])
        steps = weigher.boards.steps(board, sight.viewer, hand)
        if sight.viewer in board.owners or board.loose.bit_count() > 8 or not board.cards:
            continue
        for move in stage.moves(weigher.scene):
            if isinstance(move, Capture):
                taken = mask_of((*move.played, *move.loose, *(card for name in move.builds for card in name)))
                rivals = [step.taken for step in steps if step.spent == mask_of(move.played) and step.taken]
                of_many = move.played[0].rank in "JQK" and len(move.loose) == 1  # one of the faces of its rank
                assert any(taken & ~rival == 0 or (of_many and rival.bit_count() >= 2) for rival in rivals), move


@pytest.mark.parametrize("preset", ENDS)
@pytest.mark.parametrize("seed", range(3))
def test_a_wide_look_at_the_last_cards_finds_what_is_exact(preset: str, seed: int) -> None:
    state = lasts(preset, seed, cards=2)
    assert state.round
    weigher = Weigher(Stage(perspective(state, state.round.turn)))
    scene = weigher.stage.guessed(Guess(state.round.hands, ()))
    look = Lookahead(weigher.stage, (50, 50), weigher.boards)
    hands, exact = tuple(map(mask_of, state.round.hands)), Solver(weigher.stage, 100_000).value(scene)
    moves = weigher.stage.moves(weigher.scene)
    assert max(look.from_start(look.start(weigher.scene, move), hands, ()) for move in moves) == pytest.approx(exact)
    assert max(look.value(weigher.stage.after(scene, move)) for move in moves) == pytest.approx(exact)


def prices(sight: Perspective) -> Prices:
    return Prices(Standing(Stage(sight)))


def price(sight: Perspective, card: str, side: int = 0) -> float:
    return prices(sight).of(side, mask_of([Card(card)]))


def test_prices_follow_the_score() -> None:
    sight = sight_of("casino", "9S 2C", "KC")
    assert price(sight, "TD") > price(sight, "AH") > price(sight, "2S") - 1 > price(sight, "9S") - 1
    assert price(sight, "9S") > price(sight, "9H") > 0
    assert price(sight_of("diamond", "9S 2C", "8C"), "7D") > 1


def test_a_race_that_is_over_is_worth_nothing() -> None:
    state = dealt(resolve("casino"))
    assert state.round
    won = tuple(card for card in PACKS["standard"] if card.rank in "3456789JQK")[:30]
    sight = perspective(state._replace(round=state.round._replace(piles=(won, ()))), 1)
    assert price(sight, "TC") == pytest.approx(0.0, abs=0.01)


def test_nothing_but_its_ways_counts_for_a_side_that_is_restricted() -> None:
    state = dealt(resolve("dominican"))
    assert state.round
    sight = perspective(state._replace(totals=(19, 19), round=state.round._replace(before=(19, 19))), 1)
    assert price(sight, "TD") == pytest.approx(8.0)
    assert price(sight, "AH") == price(sight, "9S") == 0.0
    assert prices(sight).sweep(0, 3) == 0.0
    assert prices(sight_of("casino-sweeps", "9S", "KC")).sweep(0, 3) == 1.0


def test_a_table_is_the_same_however_it_is_reached() -> None:
    boards = Boards(Stage(sight_of("casino", "9S 2C", "KC 3D")))
    assert boards.of(read_table("3D KC")) is boards.of(read_table("KC 3D"))


def test_a_crowded_table_is_looked_at_in_part() -> None:
    crowded = "AS AH 2S 2H 3S 3H 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H"
    weigher = Weigher(Stage(sight_of("royal", "KS TD 9C QD", crowded)))
    board = weigher.boards.of(weigher.scene.table)
    steps = weigher.boards.steps(board, 1, mask_of(read_cards("KS TD 9C QD")))
    assert len(steps) < 100
    assert all(step.taken.bit_count() > 3 for step in steps if step.taken)


def test_the_rook_pack_has_its_own_places() -> None:
    short = shorthand(resolve("tuxedo"))
    assert len(short.ranks) == 40
    assert short.red.bit_count() == short.yellow.bit_count() == 10
