"""Cards that a hand could take."""

import pytest

from games.bots.scene import Stage
from games.bots.weighing import Weigher
from games.bots.worth import mask_of
from games.domain.cards import Card
from games.domain.moves import Trail
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import perspective
from games.domain.variants import resolve
from tests.games.test_bots import dealt, sight_of


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
    """No player holds a king, and kings are taken all the same."""
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
