"""Conditional moves: which planned move is played, and what the log says of it."""

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.commands import Play, PlayConditional
from games.domain.conditional_moves import ConditionalMove, assumed_position, first_that_fits
from games.domain.notation import read_cards, read_move, read_table
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.record import entries_of
from tests.domain.packs import COUPLE, stack
from tests.domain.perspectives import LoggedGame

HAND = "9S 8C 3C 2H"


def at(table: str, hand: str = HAND) -> Position:
    return Position(rules=resolve_rules("casino"), seat=1, hand=read_cards(hand), table=read_table(table))


def planned(move: str, present: str = "", absent: str = "") -> ConditionalMove:
    return ConditionalMove(read_move(move), read_cards(present), read_cards(absent))


@pytest.mark.parametrize(
    ("table", "played"),
    [
        ("7H 2C KD", "9Sx7H,2C"),
        ("7H KD", "2H"),
        ("7H 3D", "3Cx3D"),
        ("3D", None),
        ("", None),
    ],
)
def test_the_first_move_that_fits_is_played(table: str, played: str | None) -> None:
    plan = [planned("9Sx7H,2C"), planned("3Cx3D", present="7H"), planned("2H", absent="3D 2C", present="7H")]
    assert first_that_fits(at(table), plan) == (read_move(played) if played else None)


def test_a_card_in_a_build_is_on_the_table() -> None:
    plan = [planned("8C", present="4D")]
    assert first_that_fits(at("[5S+4D=9@2]"), plan) == read_move("8C")
    assert first_that_fits(at("5S"), plan) is None


def test_a_move_that_the_rules_refuse_is_passed_over() -> None:
    plan = [planned("KS"), planned("9Sx7H"), planned("2H")]
    assert first_that_fits(at("7H"), plan) == read_move("2H")


def test_conditions_shape_the_table() -> None:
    assumed = assumed_position(at("7H 2C [5S+4D=9@2] [6S=6@1]"), read_cards("7H KD"), read_cards("2C 4D"))
    assert assumed.table == read_table("7H KD [6S=6@1]")
    assert assumed.hand == read_cards(HAND)


def test_the_log_says_that_the_move_was_planned() -> None:
    game = LoggedGame(pack=stack(COUPLE, [HAND, "QC JC TC KC"], "2D AD 7H 5H"))
    said, played, *_ = game.ask(PlayConditional(1, read_move("9Sx2D,7H")))
    assert said == events.ConditionalMovePlayed(1)
    assert isinstance(played, events.CardsCaptured)
    assert [entry for _, entry in entries_of(game.log)] == ["9Sx2D,7H"]


def test_but_for_that_it_is_a_move_like_any_other() -> None:
    pack = stack(COUPLE, [HAND, "QC JC TC KC"], "2D AD 7H 5H")
    assert LoggedGame(pack=pack).ask(PlayConditional(1, read_move("3C")))[1:] == LoggedGame(pack=pack).ask(
        Play(1, read_move("3C"))
    )
    assert LoggedGame(pack=pack).refused(PlayConditional(1, read_move("KC"))) == LoggedGame(pack=pack).refused(
        Play(1, read_move("KC"))
    )
    assert LoggedGame(pack=pack).refused(PlayConditional(2, read_move("QC"))) == "not-your-turn"
    assert Card("KC") in LoggedGame(pack=pack).round.hands[1]
