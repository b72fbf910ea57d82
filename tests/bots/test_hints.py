"""Hints: the best move, and the reason."""

from random import Random

import pytest

from games.bots import hints
from games.bots.hidden_hands import unseen_cards
from games.bots.hints import exposure_after, reason_for, suggest_move
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.bots.strong import Budget
from games.domain.cards import Card
from games.domain.commands import Play
from games.domain.move_generation import legal_moves
from games.domain.moves import Capture
from games.domain.notation import read_move, write_move
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.position import Position
from games.domain.presets import PRESETS, resolve_rules
from games.domain.rules_validation import seatings
from games.domain.table import Table
from games.domain.values import card_values
from tests.examples import some
from tests.games.test_bots import dealt, sight_of
from tests.property.random_games import some_game


@pytest.mark.parametrize(
    ("preset", "hand", "table", "move", "sentence"),
    [
        (
            "casino",
            "TS 3C",
            "TD KC",
            "TSxTD",
            "It takes the big casino and leaves nothing that anyone else can take, except with a king.",
        ),
        (
            "casino",
            "2H 3C",
            "2S KC",
            "2Hx2S",
            "It takes the little casino and leaves nothing that anyone else can take, except with a king.",
        ),
        (
            "casino",
            "6H 3C",
            "AS 5C KC",
            "6Hx5C,AS",
            "It takes an ace and leaves nothing that anyone else can take, except with a king.",
        ),
        ("casino", "6S 3C", "AS AC 4C", "6Sx4C,AC,AS", "It clears the table and takes 2 aces and 2 spades."),
        ("casino", "9H 4C", "5C KC QH JD", "4C+5C=9", "It builds 9 for your next turn."),
        ("casino", "9H 4C", "5C 9S 9D [9C=9@2]", "4C+5C=9", "It makes a build of 9 that no one else can take"),
        (
            "casino",
            "4C 2H KS",
            "5C 7D QH JD",
            "4C",
            "You can’t take anything, and this leaves nothing that adds up to 2 (3 are still out).",
        ),
        ("casino", "4C", "5C 7D QH JD", "4C", "You can’t take anything, and this gives away the least."),
        ("pluck", "9H 4C", "KC 3H", "^3H 4C", "It wins an extra card by plucking"),
        ("tuxedo", "5B 9B", "2Y 3R 9G", "5Bx2Y,3R", "It is an orange you can call, takes a five and leaves"),
        ("tuxedo", "5B 9B", "5Y 9G 8G 7G", "5Bx5Y", "It takes 2 fives."),
        ("casino", "TD 2C", "AS 9H 5C KD", "TDxAS,9H", "It takes the big casino and an ace."),
        (
            "casino-sweeps",
            "9H 2C",
            "4C 5D 9S 3H 6C KD",
            "9Hx3H,4C,5D,6C,9S",
            "It takes a spade that counts toward most spades (6 cards in all)",
        ),
        ("callabra-1905", "9S 2C", "AS AC 7D KD", "9Sx7D,AS,AC", "It takes 4 cards and "),
        ("casino", "8H 2C", "8D KC QC JC TC", "8Hx8D", "It takes 2 cards that count toward most cards."),
    ],
)
def test_it_says_in_a_sentence_what_speaks_for_the_move(
    preset: str, hand: str, table: str, move: str, sentence: str
) -> None:
    said = reason_for(sight_of(preset, hand, table), read_move(move))
    assert said.startswith(sentence)
    assert said.count(".") == 1


def test_it_says_when_little_or_nothing_is_left_to_take() -> None:
    assert (
        reason_for(sight_of("casino", "9H TD", ""), read_move("TD"))
        == "It leaves nothing that anyone else can take, except with a 10."
    )
    said = reason_for(sight_of("casino", "TS QH QS QD", "TD KC QC"), read_move("TSxTD"))
    assert said.endswith("leaves nothing that anyone else can take, except with a king.")
    said = reason_for(sight_of("casino", "KH 4C KS", "KD KC QC QS QH QD"), read_move("KHxKD"))
    assert said == "It takes 2 cards that count toward most cards and leaves nothing that anyone else can take."


@pytest.mark.parametrize(
    "preset", ["casino-sweeps", "royal", "cassino", "dominican", "tuxedo", "tablanette", "hungarian"]
)
def test_what_it_says_of_the_table_is_true(preset: str) -> None:
    """As the engine says, for every card that the others may hold."""
    said = 0
    for step in some_game(preset, Random(3), 80):
        if not isinstance(step.command, Play) or step.before is None or step.before.round is None:
            continue
        perspective = perspective_of(step.before, step.command.seat)
        if len({build.owner for build in step.before.round.table.builds} - {perspective.viewer}) > 0:
            continue  # owners have further duties
        one_ply = OnePly(Simulator(perspective))
        after = one_ply.simulator.next_state(one_ply.state, step.command.move)
        left = exposure_after(one_ply, step.command.move, after)
        could = {card for card in unseen_cards(perspective) if captured_by(one_ply, (card,), after.table)}
        if left.capturing_ranks is not None:
            assert set(left.capturing_ranks) == {card.rank for card in could}
        if left.blocked_value is not None:
            values = card_values(perspective.rules.matching)
            of_value = [card for card in unseen_cards(perspective) if left.blocked_value in values[card]]
            assert len(of_value) == left.blocked_cards > 0
            assert could.isdisjoint(card for card in of_value if values[card] == (left.blocked_value,))
            said += 1
    assert said > 3


def captured_by(one_ply: OnePly, hand: tuple[Card, ...], table: Table) -> list[Capture]:
    simulator, rival = one_ply.simulator, one_ply.threats.rival
    position = Position(simulator.rules, rival, hand, table, simulator.partner_of(rival))
    return [move for move in legal_moves(position) if isinstance(move, Capture)]


def test_the_best_move_is_hinted() -> None:
    perspective = sight_of("casino", "TS 3C 8D 7D", "TD KC 2C")
    given = suggest_move(perspective, Random(1))
    assert write_move(given.move).startswith("TSxTD")
    assert given.reason == reason_for(perspective, given.move)


@pytest.mark.parametrize("preset", some(PRESETS))
def test_there_is_a_hint_in_every_game(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "BUDGET", Budget(20, 1, 3, (2, 1), 0.3, 1.0))
    rules = resolve_rules(preset)
    state = dealt(rules, *seatings(rules)[0])
    perspective = perspective_of(state, state.turn)
    given = suggest_move(perspective, Random(1))
    uncalled = write_move(given.move).replace("!", "")
    assert uncalled in {write_move(move) for move in legal_moves(perspective.position())}
    assert given.reason


def test_who_is_not_to_play_gets_no_hint() -> None:
    with pytest.raises(ValueError, match="to play"):
        suggest_move(perspective_of(dealt(resolve_rules("casino")), SPECTATOR), Random(1))
