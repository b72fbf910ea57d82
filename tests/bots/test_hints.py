"""Hints: the best move, and why."""

from random import Random

import pytest

from games.bots import hints
from games.bots.hints import hint, why
from games.bots.strong import Budget
from games.domain.legality import legal_moves
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.perspective import SPECTATOR, Perspective, perspective
from games.domain.playable import companies
from games.domain.variants import PRESETS, resolve
from tests.games.test_bots import dealt


def sight_of(preset: str, hand: str, table: str) -> Perspective:
    state = dealt(resolve(preset))
    assert state.round
    now = state.round._replace(turn=1, hands=(read_cards(hand), state.round.hands[1]), table=read_table(table))
    return perspective(state._replace(round=now), 1)


@pytest.mark.parametrize(
    ("preset", "hand", "table", "move", "sentence"),
    [
        ("casino", "TS 3C", "TD KC", "TSxTD", "The big casino is among them."),
        ("casino", "2H 3C", "2S KC", "2Hx2S", "The little casino is among them."),
        ("casino", "6H 3C", "AS 5C KC", "6Hx5C,AS", "1 ace is among them."),
        ("casino", "6H 3C", "AS AC 4C KC", "6Hx4C,AC,AS", "2 aces are among them."),
        ("casino", "6H 3C", "AS 5C KC", "6Hx5C,AS", "It takes 3 cards."),
        ("casino", "6H 3C", "AS 5C", "6Hx5C,AS", "It clears the table."),
        ("casino", "9H 4C", "5C KC", "4C+5C=9", "It builds 9 for your next turn."),
        ("casino", "9H 4C", "5C 9S 9D [9C=9@2]", "4C+5C=9", "Nobody else can have a card for it."),
        ("casino", "9H 4C", "KC", "4C", "It gives away the least."),
        ("pluck", "9H 4C", "KC 3H", "^3H 4C", "The pluck brings a card besides."),
        ("tuxedo", "5B 9B", "2Y 3R 9G", "5Bx2Y,3R", "It is an orange: call it."),
        ("tuxedo", "5B 9B", "5Y 9G", "5Bx5Y", "2 fives are among them."),
    ],
)
def test_it_says_what_speaks_for_the_move(preset: str, hand: str, table: str, move: str, sentence: str) -> None:
    assert sentence in why(sight_of(preset, hand, table), read_move(move))


def test_it_says_when_little_is_left_to_take() -> None:
    said = "It leaves little that the next player can take."
    assert said not in why(sight_of("casino", "9H TD", ""), read_move("TD"))
    assert said in why(sight_of("casino", "KH 4C KS", "KD QC QS QH QD"), read_move("KHxKD"))


def test_the_best_move_is_hinted() -> None:
    sight = sight_of("casino", "TS 3C 8D 7D", "TD KC 2C")
    given = hint(sight, Random(1))
    assert write_move(given.move).startswith("TSxTD")
    assert given.why == why(sight, given.move)


@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_a_hint_in_every_game(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "BUDGET", Budget(20, 1, 3, (2, 1), 0.3))
    state = dealt(resolve(preset), *_company(preset))
    assert state.round
    sight = perspective(state, state.round.turn)
    given = hint(sight, Random(1))
    uncalled = write_move(given.move).replace("!", "")
    assert uncalled in {write_move(move) for move in legal_moves(sight.position())}
    assert given.why


def test_who_is_not_to_play_gets_no_hint() -> None:
    with pytest.raises(ValueError, match="to play"):
        hint(perspective(dealt(resolve("casino")), SPECTATOR), Random(1))


def _company(preset: str) -> tuple[int, bool]:
    return companies(resolve(preset))[0]
