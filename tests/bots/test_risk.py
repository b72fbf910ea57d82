"""What a hand could take, and what the way others have played tells of their hands."""

from itertools import islice
from random import Random

import pytest

from games.bots.risk import Risk
from games.bots.scene import Stage
from games.bots.unseen import guesses
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
from games.domain.cards import Card, sort_cards
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.moves import Trail
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import Perspective, perspective
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.state import GameState
from games.domain.variants import resolve
from tests.bots.test_solver import lasts
from tests.games.test_bots import dealt, sight_of
from tests.property.random_games import some_game


def takes(preset: str, hand: str, table: str) -> float:
    weigher = Weigher(Stage(sight_of(preset, hand, table)))
    board = weigher.boards.of(read_table(table))
    return weigher.risk.takes.by_hand(board, weigher.scene.piles, 1, mask_of(read_cards(hand)))


@pytest.mark.parametrize("preset", ["hungarian", "casino-en-deux", "callabra"])
def test_several_cards_of_a_hand_may_take_what_none_of_them_can(preset: str) -> None:
    assert takes(preset, "5S 4D", "9C") > 0
    assert takes(preset, "5S 3D", "9C") == 0


def test_a_card_alone_is_all_there_is_where_one_card_is_played() -> None:
    assert takes("casino", "5S 4D", "9C") == 0


@pytest.mark.parametrize("preset", ["hungarian", "casino-en-deux"])
def test_a_table_is_at_risk_from_two_cards_together(preset: str) -> None:
    """Nobody holds a king, and kings are taken all the same."""
    state = dealt(resolve(preset))
    assert state.round
    piles = (tuple(read_cards("KS KH KD")), ())
    now = state.round._replace(turn=1, hands=((Card("2S"),), state.round.hands[1]), piles=piles, table=read_table("KC"))
    weigher = Weigher(Stage(perspective(state._replace(round=now), 1)))
    assert weigher.risk.of(weigher.boards.of(read_table("KC")), weigher.scene.piles) > 0


def callabra(piles: tuple[str, str], table: str) -> Weigher:
    state = dealt(resolve("callabra"))
    assert state.round
    held = tuple(tuple(read_cards(pile)) for pile in piles)
    hands = (tuple(read_cards("9S 2H")), state.round.hands[1])
    now = state.round._replace(turn=1, hands=hands, piles=held, table=read_table(table))
    return Weigher(Stage(perspective(state._replace(round=now), 1)))


def test_the_table_is_cleared_by_who_wins_by_it() -> None:
    ahead, behind = callabra(("3S 3H", "4S 4H"), "9C"), callabra(("3S 3H", "4S 4H 5S 5H 6S 6H"), "9C")
    take = read_move("9Sx9C")
    assert ahead.weigh(take) > ahead.weigh(Trail(Card("2H")))
    assert behind.weigh(take) < behind.weigh(Trail(Card("2H")))
    boards = behind.boards.of(read_table("9C"))
    assert behind.risk.takes.by_hand(boards, behind.scene.piles, 1, mask_of(read_cards("9S"))) == 0


# --- what a seat has left lying -----------------------------------------------------------------------------------


def passed_by(loose: str) -> Perspective:
    """Seat 2 has trailed while these cards lay there."""
    state = dealt(resolve("casino-sweeps"))
    assert state.round
    table = read_table(loose)
    hands = (tuple(read_cards("QS JH TC")), state.round.hands[1])
    now = state.round._replace(turn=1, hands=hands, table=table, passed=((), table.loose))
    return perspective(state._replace(round=now), 1)


def part_with(rank: str, sight: Perspective, *, likely: bool) -> float:
    """In how many of the guesses the other hand has a card of the rank."""
    ways = Risk(Stage(sight), Weigher(Stage(sight)).boards).likely(Random(2)) if likely else guesses(sight, Random(2))
    found = [any(card.rank == rank for card in way.hands[1]) for way in islice(ways, 400)]
    return sum(found) / len(found)


def test_who_has_trailed_beside_a_nine_is_unlikely_to_hold_one() -> None:
    sight = passed_by("9C 9D")
    assert part_with("9", sight, likely=True) < 0.5 * part_with("9", sight, likely=False)
    assert part_with("9", sight, likely=True) > 0


def test_nothing_is_inferred_where_nobody_has_trailed() -> None:
    sight = sight_of("casino-sweeps", "QS JH TC", "9C 9D")
    risk = Weigher(Stage(sight)).risk
    assert list(islice(risk.likely(Random(1)), 20)) == list(islice(guesses(sight, Random(1)), 20))


def test_hands_that_are_known_are_never_doubted() -> None:
    state = lasts("casino-sweeps", 3, cards=6)
    assert state.round
    table = (*state.round.table.loose, *state.round.hands[0], *state.round.hands[1])
    sight = perspective(state._replace(round=state.round._replace(passed=(table, table))), state.round.turn)
    known = {sort_cards(hand) for hand in state.round.hands}
    assert all(set(way.hands) == known for way in islice(Weigher(Stage(sight)).risk.likely(Random(1)), 5))


def after(state: GameState, move: str) -> GameState:
    assert state.round
    decided = decide(state, Play(state.round.turn, read_move(move)))
    assert not isinstance(decided, Refusal)
    return fold(decided, state)


def test_what_lay_there_when_a_seat_trailed_is_remembered_for_the_deal() -> None:
    state = dealt(resolve("casino"))
    assert state.round
    seat, card = state.round.turn, state.round.hands[state.round.turn - 1][0]
    then = after(state, card)
    assert then.round
    assert then.round.passed[seat - 1] == state.round.table.loose
    assert then.round.passed[2 - seat] == ()
    dealt_anew = [step.after.round for step in some_game("casino", Random(3), 40) if _new_deal(step.before, step.after)]
    assert len(dealt_anew) > 2
    assert not any(any(now.passed) for now in dealt_anew if now)


def _new_deal(before: GameState | None, then: GameState) -> bool:
    if then.round is None or before is None or before.round is None:
        return False
    return before.round.deal != then.round.deal
