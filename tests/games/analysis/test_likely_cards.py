"""Clues to the others' hands: from their builds and from what they left, and from nothing that is hidden."""

from random import Random

import pytest

from games.analysis.hints import hand_clues
from games.domain.notation import read_cards, read_table
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.domain.state import GameState
from games.domain.table import PublicPlay
from games.presenters.hints import clue_sentence
from tests.games.test_bots import dealt, with_hidden_cards_shuffled


def after_play(table: str, played: str, now: str = "2H QC") -> GameState:
    """Return a first deal in which seat 2 has played a card, taking nothing, from this table."""
    state = dealt(resolve_rules("casino"))
    assert state.round
    play = PublicPlay(read_table(table), read_cards(played))
    hands = (read_cards("3S 8H JD"), state.round.hands[1][:3])
    round_ = state.round._replace(turn=1, hands=hands, table=read_table(now), public_plays=((), (play,)))
    return state._replace(round=round_)


def said(state: GameState) -> list[str]:
    perspective = perspective_of(state, 1)
    return [clue_sentence(perspective, clue) for clue in hand_clues(perspective, Random(1))]


def test_who_left_a_valuable_pair_probably_has_no_card_for_it() -> None:
    assert "P2 didn’t take 10♦, so they probably hold no tens." in said(after_play("TD 2S", "KC"))


def test_a_sum_that_was_left_is_a_clue_too() -> None:
    assert "P2 didn’t take 4♠ 5♠, which make 9, so they probably hold no nines." in said(after_play("4S 5S", "KC"))


def test_a_builder_holds_what_takes_the_build() -> None:
    state = after_play("QC 2H", "KC", "[5H+4C=9@2] QC")
    assert said(state)[0] == "P2 owns the build of 9, so they hold a card that takes it."


def test_nothing_is_said_without_a_reason() -> None:
    assert said(after_play("", "2C")) == []
    state = dealt(resolve_rules("casino"))
    assert hand_clues(perspective_of(state, state.turn), Random(1)) == ()


@pytest.mark.parametrize("table", ["TD 2S", "4S 5S"])
def test_the_clues_are_the_same_whatever_lies_hidden(table: str) -> None:
    state = after_play(table, "KC")
    assert said(state) == said(with_hidden_cards_shuffled(state, 1, Random(5)))
