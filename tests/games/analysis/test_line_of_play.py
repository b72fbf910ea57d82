"""What stands behind a piece of advice: where counting reveals the hands the line of play, else what is still out."""

from math import comb
from random import Random

import pytest

from games.analysis.hints import advice_sentences, risk_after
from games.analysis.line_of_play import line_of_play
from games.bots.hidden_hands import is_perfect_information
from games.bots.hints import reason_for
from games.domain.cards import Card
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.evolve import fold
from games.domain.moves import Trail
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.state import GameState
from games.presenters.hints import Continuation, FollowingMove, Risk, line_sentence, risk_sentence
from tests.examples import some
from tests.games.analysis.test_likely_cards import after_play
from tests.games.test_bots import dealt, sight_of, with_hidden_cards_shuffled
from tests.property.random_games import ALL_PRESETS, some_game


def last_cards(own: str, other: str, table: str, last_capture: int | None = 0) -> GameState:
    """Return a game of two whose last cards these are: seat 1 is to play."""
    state = dealt(resolve_rules("casino"))
    assert state.round
    hands = (read_cards(own), read_cards(other))
    laid = read_table(table)
    seen = {*hands[0], *hands[1], *laid.cards}
    pack = (
        [card for hand in state.round.hands for card in hand] + list(state.round.stock) + list(state.round.table.loose)
    )
    taken = tuple(card for card in pack if card not in seen)
    now = state.round._replace(
        turn=1, hands=hands, table=laid, stock=(), last_deal=True, piles=(taken, ()), last_capture=last_capture
    )
    return state._replace(round=now)


def sentence(state: GameState, move: str) -> str:
    perspective = perspective_of(state, 1)
    return line_sentence(perspective, line_of_play(perspective, read_move(move), Random(1)))


def test_where_the_hands_are_known_the_line_is_what_follows() -> None:
    state = last_cards("TD 9H", "6S KC", "3D QH")
    said = sentence(state, "TD")
    assert said.startswith("Then P2 ")
    assert "your 9♥ takes" in said or "you trail 9♥" in said


def test_the_last_capture_brings_home_what_is_left() -> None:
    state = last_cards("TD", "KC", "3D QH")
    assert sentence(state, "TD") == "Then P2 must trail K♣ and the last capture gives you 3♦ 10♦ Q♥ K♣."
    theirs = last_cards("TD", "KC", "3D QH", last_capture=1)
    assert sentence(theirs, "TD") == "Then P2 must trail K♣ and the last capture gives P2 3♦ 10♦ Q♥ K♣."


# --- where hands are hidden ------------------------------------------------------------------------------------------


def advice(perspective: Perspective, move: str) -> str:
    return " ".join(advice_sentences(perspective, read_move(move), Random(1)))


def test_where_hands_are_hidden_there_is_no_line() -> None:
    perspective = perspective_of(dealt(resolve_rules("casino")), 1)._replace(viewer=1)
    with pytest.raises(ValueError, match="hidden"):
        line_of_play(perspective, Trail(Card("2S")), Random(1))


def test_of_a_move_that_takes_nothing_it_names_the_few_cards_that_could_take_something() -> None:
    few = sight_of("casino", "9H QS", "QD KS KC")  # unseen: two queens, two kings, and the nines
    risk = risk_after(few, read_move("QSxQD"))
    assert risk
    assert risk.cards == tuple(read_cards("KH KD"))
    held, unseen = few.round.hand_counts[risk.seat - 1] if few.round else 0, 52 - len("9H QS QD KS KC".split())
    assert risk.chance == pytest.approx(1 - comb(unseen - 2, held) / comb(unseen, held))
    assert advice(few, "QSxQD") == ""  # what it takes is reason enough
    left = sight_of("casino", "9H QS", "KS KC")
    assert advice(left, "QS") == ""  # five queens and kings are many
    single = sight_of("casino", "9H KD", "KS KC")
    assert advice(single, "KD") == "To take anything, P2 needs K♥: a chance of about one in ten."


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.04, "one in ten"), (0.31, "one in three"), (0.45, "one in two"), (0.69, "two in three"), (0.97, "nine in ten")],
)
def test_a_chance_is_told_in_words(chance: float, words: str) -> None:
    seen = sight_of("casino", "9H QS", "QD KS KC")
    said = risk_sentence(seen, Risk(tuple(read_cards("KH KD")), 2, chance))
    assert said == f"To take anything, P2 needs one of K♥ K♦: a chance of about {words}."


def test_a_clue_is_told_while_what_it_is_about_lies_on_the_table() -> None:
    """And only where nothing else speaks for the move."""
    left = perspective_of(after_play("TD 2S", "KC", "TD 2C AC 4H 5H"), 1)
    assert advice(left, "8H") == "P2 didn’t take 10♦, so they probably hold no tens."
    taken = perspective_of(after_play("TD 2S", "KC", "9D 2C AC 4H 5H"), 1)
    assert reason_for(taken, read_move("8H")) == reason_for(left, read_move("8H")) == "It gives away the least."
    assert advice(taken, "8H") == ""
    reason = perspective_of(after_play("TD 2S", "KC", "TD QC"), 1)
    assert advice(reason, "8H") == ""


def test_where_nothing_can_be_taken_or_several_cards_are_played_no_chance_is_told() -> None:
    assert risk_after(sight_of("casino", "QS 9H", "QD"), read_move("QSxQD")) is None  # the table is empty
    assert risk_after(sight_of("hungarian", "9H QS", "QD KS"), read_move("9H")) is None


def test_without_further_moves_nothing_is_said() -> None:
    perspective = perspective_of(dealt(resolve_rules("casino")), 1)
    assert line_sentence(perspective, Continuation(())) == ""


@pytest.mark.parametrize(
    ("seat", "move", "words"),
    [
        (1, "9Dx5S,4H", "your 9♦ takes 4♥ 5♠"),
        (2, "9Dx5S,[4H]", "P2 takes 4♥ 5♠ with 9♦"),
        (1, "4C+5H=9", "you build 9 with 4♣"),
        (2, "4C+5H=9", "P2 builds 9 with 4♣"),
        (1, "9D", "you trail 9♦"),
        (2, "9D ^5S", "P2 plucks 5♠ and P2 trails 9♦"),
    ],
)
def test_moves_in_words(seat: int, move: str, words: str) -> None:
    perspective = perspective_of(dealt(resolve_rules("casino")), 1)
    line = Continuation((FollowingMove(seat, read_move(move), forced=False),))
    assert line_sentence(perspective, line) == f"Then {words}."


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_the_engine_plays_the_line(preset: str) -> None:
    for step in some_game(preset, Random(f"line {preset}"), 110)[::5]:
        state = step.before
        if not isinstance(step.command, Play) or state is None:
            continue
        perspective = perspective_of(state, step.command.seat)
        if is_perfect_information(perspective):
            line = line_of_play(perspective, step.command.move, Random(3))
            assert_engine_plays(state, [FollowingMove(step.command.seat, step.command.move, False), *line.moves])


def assert_engine_plays(state: GameState, moves: list[FollowingMove]) -> None:
    for seat, move, _forced in moves:
        if state.round is None or state.round.turn != seat:
            return  # the deal or the round is over
        decided = decide(state, Play(seat, move))
        assert not isinstance(decided, Refusal), (move, decided)
        state = fold(decided, state)


@pytest.mark.parametrize("preset", ["casino", "royal", "tuxedo", "hungarian"])
def test_it_is_the_same_advice_whatever_lies_hidden(preset: str) -> None:
    state = dealt(resolve_rules(preset))
    assert state.round
    seat = state.round.turn
    card = state.round.hands[seat - 1][0]
    shuffled = with_hidden_cards_shuffled(state, seat, Random(5))
    assert len({advice(perspective_of(each, seat), card) for each in (state, shuffled)}) == 1
