"""The line of play behind a piece of advice: in cards, likely, and made of nothing that the player may not know."""

from random import Random

import pytest

from games.analysis.line_of_play import MAX_PLIES, line_of_play
from games.bots.hidden_hands import is_perfect_information, unseen_cards
from games.bots.hints import suggest_move
from games.domain.cards import Card
from games.domain.commands import Play
from games.domain.decide import decide
from games.domain.evolve import fold
from games.domain.moves import Move, PluckAndPlay, Trail, play_of, played_cards
from games.domain.notation import read_cards, read_move, read_table
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.state import GameState
from games.presenters.hints import Continuation, FollowingMove, line_sentence
from tests.examples import some
from tests.games.test_bots import dealt, with_hidden_cards_shuffled
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
    assert "likely" not in said


def test_the_last_capture_brings_home_what_is_left() -> None:
    state = last_cards("TD", "KC", "3D QH")
    assert sentence(state, "TD") == "Then P2 must trail K♣ and the last capture gives you 3♦ 10♦ Q♥ K♣."
    theirs = last_cards("TD", "KC", "3D QH", last_capture=1)
    assert sentence(theirs, "TD") == "Then P2 must trail K♣ and the last capture gives P2 3♦ 10♦ Q♥ K♣."


def test_where_they_are_hidden_it_is_a_likely_one_and_says_so() -> None:
    state = dealt(resolve_rules("casino"))
    perspective = perspective_of(state, state.turn)
    line = line_of_play(perspective, suggest_move(perspective, Random(1)).move, Random(1))
    assert 0 < len(line.moves) <= MAX_PLIES
    assert line_sentence(perspective, line).startswith("A likely line: ")
    assert " must " not in line_sentence(perspective, line)


def test_without_further_moves_nothing_is_said() -> None:
    perspective = perspective_of(dealt(resolve_rules("casino")), 1)
    assert line_sentence(perspective, Continuation((), known=False)) == ""


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
    line = Continuation((FollowingMove(seat, read_move(move), forced=False),), known=True)
    assert line_sentence(perspective, line) == f"Then {words}."


@pytest.mark.parametrize("preset", some(ALL_PRESETS))
def test_a_line_is_legal_and_made_of_cards_that_the_viewer_can_name(preset: str) -> None:
    """The engine plays it if hands are known; else the others play cards that the viewer has not seen."""
    known = hidden = 0
    for step in some_game(preset, Random(f"line {preset}"), 110)[::5]:
        state = step.before
        if not isinstance(step.command, Play) or state is None:
            continue
        perspective = perspective_of(state, step.command.seat)
        line = line_of_play(perspective, step.command.move, Random(3))
        if is_perfect_information(perspective) and line.known:
            known += 1
            assert_engine_plays(state, [FollowingMove(step.command.seat, step.command.move, False), *line.moves])
        else:
            hidden += 1
            assert_played_from_unseen(perspective, line)
    assert known + hidden


def assert_engine_plays(state: GameState, moves: list[FollowingMove]) -> None:
    for seat, move, _forced in moves:
        if state.round is None or state.round.turn != seat:
            return  # the deal or the round is over
        decided = decide(state, Play(seat, move))
        assert not isinstance(decided, Refusal), (move, decided)
        state = fold(decided, state)


def assert_played_from_unseen(perspective: Perspective, line: Continuation) -> None:
    unseen = set(unseen_cards(perspective))
    for seat, move, forced in line.moves:
        assert not forced
        if seat != perspective.viewer:
            assert cards_of(move) <= unseen


def cards_of(move: Move) -> set[Card]:
    return set(played_cards(play_of(move)))


@pytest.mark.parametrize("preset", ["casino", "royal", "tuxedo", "hungarian"])
def test_it_is_the_same_line_whatever_lies_hidden(preset: str) -> None:
    state = dealt(resolve_rules(preset))
    assert state.round
    seat = state.round.turn
    move = Trail(state.round.hands[seat - 1][0])
    shuffled = with_hidden_cards_shuffled(state, seat, Random(5))
    lines = {line_of_play(perspective_of(each, seat), move, Random(2)) for each in (state, shuffled)}
    assert len(lines) == 1
    assert not isinstance(next(iter(lines)).moves[0].move, PluckAndPlay)
