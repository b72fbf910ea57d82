"""A computer player's knowledge of hidden cards, and its guesses at them."""

from random import Random

import pytest

from games.bots.hidden_hands import is_perfect_information, required_values, sample_determinizations, unseen_cards
from games.domain.commands import Play
from games.domain.perspective import perspective_of
from games.domain.values import takes_value
from tests.examples import some
from tests.property.random_games import ALL_PRESETS, some_game


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_a_guess_fits_all_that_is_known(preset: str) -> None:
    for number, step in enumerate(some_game(preset, Random(8), 90)):
        if not isinstance(step.command, Play) or step.before is None or step.before.round is None:
            continue
        now, perspective = step.before.round, perspective_of(step.before, step.before.round.turn)
        hidden = unseen_cards(perspective)
        guessed = next(sample_determinizations(perspective, Random(number)))
        assert set(guessed.hands[now.turn - 1]) == set(now.hands[now.turn - 1])
        assert tuple(map(len, guessed.hands)) == tuple(map(len, now.hands))
        assert len(guessed.stock) == len(now.stock)
        others = [card for seat, hand in enumerate(guessed.hands, start=1) if seat != now.turn for card in hand]
        bottom = {perspective.round.bottom_card} - {None} if perspective.round else set()
        assert sorted(map(str, {*others, *guessed.stock})) == sorted(map(str, {*hidden, *bottom}))
        for seat in range(1, perspective.seats + 1):
            for value in required_values(perspective, seat):
                assert any(takes_value(card, value, perspective.rules.matching) for card in guessed.hands[seat - 1])


def test_counting_tells_the_last_hand_of_two() -> None:
    told = 0
    for step in some_game("casino", Random(2)):
        now = step.before.round if step.before else None
        if step.before is None or now is None or not isinstance(step.command, Play) or step.before.seats != 2:
            continue
        perspective = perspective_of(step.before, now.turn)
        assert is_perfect_information(perspective) == now.last_deal
        if is_perfect_information(perspective):
            told += 1
            guessed = next(sample_determinizations(perspective, Random(1)))
            assert set(guessed.hands[2 - now.turn]) == set(now.hands[2 - now.turn])
    assert told


def test_a_peeked_card_is_known_to_lie_at_the_bottom() -> None:
    peeked = 0
    for step in some_game("casino-en-deux", Random(5), 30):
        if step.before is None or step.before.round is None or not step.before.round.stock:
            continue
        perspective = perspective_of(step.before, 3 - step.before.round.dealer)
        assert next(sample_determinizations(perspective, Random(1))).stock[-1] == step.before.round.stock[-1]
        peeked += 1
    assert peeked
