"""Inference of hands from the plays of others."""

from itertools import islice
from random import Random

import pytest

from games.bots.card_worth import mask_of
from games.bots.hidden_hands import sample_determinizations
from games.bots.inference import HandInference
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.cards import Card, sort_cards
from games.domain.commands import Play
from games.domain.evolve import round_of
from games.domain.moves import Trail, play_of, played_cards
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.table import PublicPlay
from tests.bots.test_solver import lasts
from tests.domain.perspectives import after
from tests.games.test_bots import dealt, sight_of
from tests.property.random_games import some_game


def read(perspective: Perspective) -> HandInference:
    one_ply = OnePly(Simulator(perspective))
    return HandInference(one_ply.simulator, one_ply.move_table, one_ply.threats)


def shown_by_the_other(*plays: tuple[str, str, str], preset: str = "casino-sweeps") -> Perspective:
    """A game in which seat 2 has made these plays: the table, the card, the cards taken."""
    state = dealt(resolve_rules(preset))
    hands = (read_cards("QS JH TC"), round_of(state).hands[1][:2])
    shown = tuple(PublicPlay(read_table(lay), read_cards(card), read_cards(taken)) for lay, card, taken in plays)
    now = round_of(state)._replace(turn=1, hands=hands, table=read_table("KC KD"), public_plays=((), shown))
    return perspective_of(state._replace(round=now), 1)


def part_with(rank: str, perspective: Perspective, belief: float) -> float:
    """Return the part of the guesses in which the other hand has a card of the rank."""
    ways = read(perspective).resample(Random(2), belief)
    found = [any(card.rank == rank for card in sample.hands[1]) for sample in islice(ways, 800)]
    return sum(found) / len(found)


def test_who_has_trailed_beside_nines_is_unlikely_to_hold_one() -> None:
    perspective = shown_by_the_other(("9C 9D", "4S", ""))
    assert 0 < part_with("9", perspective, belief=1.0) < 0.5 * part_with("9", perspective, belief=0.0)


def test_what_is_believed_less_changes_less() -> None:
    perspective = shown_by_the_other(("9C 9D", "4S", ""))
    everything, half, nothing = (part_with("9", perspective, belief) for belief in (1.0, 0.4, 0.0))
    assert everything < half < nothing


def test_who_has_captured_little_is_unlikely_to_hold_what_takes_more() -> None:
    perspective = shown_by_the_other(("TD 9C 4C", "4S", "4C"))
    assert part_with("T", perspective, belief=1.0) < 0.6 * part_with("T", perspective, belief=0.0)


def test_earlier_plays_of_the_deal_count_too() -> None:
    perspective = shown_by_the_other(("9C 9D", "4S", ""), ("2C 2H", "6S", ""))
    assert part_with("9", perspective, belief=1.0) < 0.6 * part_with("9", perspective, belief=0.0)


def test_where_a_card_is_drawn_each_turn_only_the_latest_play_counts() -> None:
    plays = ("9C 9D", "4S", ""), ("2C 2H", "6S", "")
    sample = next(sample_determinizations(shown_by_the_other(*plays, preset="draw"), Random(1)))
    both, latest = (read(shown_by_the_other(*each, preset="draw")) for each in (plays, plays[1:]))
    assert both.likelihood(sample) == latest.likelihood(sample)


def test_a_play_that_nobody_imagines_tells_nothing() -> None:
    perspective = shown_by_the_other(("9C 9D", "9S", "9C"))
    samples = islice(sample_determinizations(perspective, Random(1)), 20)
    assert {read(perspective).likelihood(sample) for sample in samples} == {1.0}


def test_nothing_is_read_where_nobody_has_played() -> None:
    perspective = sight_of("casino-sweeps", "QS JH TC", "9C 9D")
    guesses = sample_determinizations(perspective, Random(1)), read(perspective).resample(Random(1), 1.0)
    plain, resampled = (list(islice(samples, 20)) for samples in guesses)
    assert resampled == plain


def test_hands_that_are_known_are_never_doubted() -> None:
    state = lasts("casino-sweeps", 3, cards=6)
    now = round_of(state)
    shown = (PublicPlay(now.table, now.hands[0][:1]),)
    perspective = perspective_of(state._replace(round=now._replace(public_plays=(shown, shown))), now.turn)
    known = {sort_cards(hand) for hand in now.hands}
    assert all(set(sample.hands) == known for sample in islice(read(perspective).resample(Random(1), 1.0), 5))


# --- what the round keeps of it -----------------------------------------------------------------------------------


def test_a_trail_is_remembered_with_what_lay_there() -> None:
    state = dealt(resolve_rules("casino"))
    now, seat = round_of(state), state.turn
    card = now.hands[seat - 1][0]
    then = round_of(after(state, Play(seat, Trail(card))))
    assert then.public_plays[seat - 1] == (PublicPlay(now.table, (card,)),)
    assert then.public_plays[2 - seat] == ()


def test_captures_are_remembered_with_what_was_taken_and_all_of_it_for_one_deal() -> None:
    captures = 0
    for step in some_game("casino", Random(3), 60):
        now, then = step.before and step.before.round, step.after.round
        if now is None or then is None or then.number != now.number:
            continue
        if then.deal != now.deal:
            assert not any(then.public_plays)
        elif isinstance(step.command, Play) and then.public_plays != now.public_plays:
            latest = then.public_plays[now.turn - 1][-1]
            assert latest.table == now.table
            assert latest.played == tuple(played_cards(play_of(step.command.move)))
            assert set(latest.taken) == set(now.table.cards) - set(then.table.cards)
            captures += bool(latest.taken)
    assert captures > 3


# --- cards that a hand could take ------------------------------------------------------------------------------------


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
