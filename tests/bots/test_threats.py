"""Cards that a hand could take."""

import pytest

from games.bots.card_worth import mask_of
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.cards import Card
from games.domain.evolve import round_of
from games.domain.moves import Trail
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from tests.games.test_bots import dealt, sight_of


def takes(preset: str, hand: str, table: str) -> float:
    one_ply = OnePly(Simulator(sight_of(preset, hand, table)))
    bit_table = one_ply.move_table.from_table(read_table(table))
    return one_ply.threats.best_reply.by_hand(bit_table, one_ply.state.piles, 1, mask_of(read_cards(hand)))


def with_piles(preset: str, hand: str, table: str, *piles: str) -> OnePly:
    """Return what seat 1 imagines with this hand, when the sides have these piles."""
    state = dealt(resolve_rules(preset))
    hands = (read_cards(hand), round_of(state).hands[1])
    held = tuple(map(read_cards, piles))
    now = round_of(state)._replace(turn=1, hands=hands, piles=held, table=read_table(table))
    return OnePly(Simulator(perspective_of(state._replace(round=now), 1)))


@pytest.mark.parametrize("preset", ["hungarian", "casino-en-deux", "callabra"])
def test_several_cards_of_a_hand_may_take_what_none_of_them_can(preset: str) -> None:
    assert takes(preset, "5S 4D", "9C") > 0
    assert takes(preset, "5S 3D", "9C") == 0


def test_a_card_alone_is_all_there_is_where_one_card_is_played() -> None:
    assert takes("casino", "5S 4D", "9C") == 0


@pytest.mark.parametrize("preset", ["hungarian", "casino-en-deux"])
def test_a_table_is_at_risk_from_two_cards_together(preset: str) -> None:
    """No player holds a king, and kings are taken all the same."""
    one_ply = with_piles(preset, "2S", "KC", "KS KH KD", "")
    assert one_ply.threats.expected_gain(one_ply.move_table.from_table(read_table("KC")), one_ply.state.piles) > 0


def test_the_table_is_cleared_by_who_wins_by_it() -> None:
    ahead, behind = (with_piles("callabra", "9S 2H", "9C", "3S 3H", rival) for rival in ("4S 4H", "4S 4H 5S 5H 6S 6H"))
    take = read_move("9Sx9C")
    assert ahead.score(take) > ahead.score(Trail(Card("2H")))
    assert behind.score(take) < behind.score(Trail(Card("2H")))
    move_table = behind.move_table.from_table(read_table("9C"))
    assert behind.threats.best_reply.by_hand(move_table, behind.state.piles, 1, mask_of(read_cards("9S"))) == 0
