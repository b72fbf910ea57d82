"""Narrowing the legal moves by the chosen cards."""

import pytest

from games.domain.cards import Card
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.presenters.choices import Choice, MatchingMoves, Pluck, calling_orange, choice_of, filter_moves, plucks
from games.presenters.move_options import MAX_EXTENDING, move_options_view

ALL = [
    read_move(text)
    for text in ("9D", "9Dx5S,4H", "9Dx9S", "9Dx5S,4H,9S", "9D+9S=9", "9D+[4C5S]=9", "KD", "^5S 9D", "9Dx9S ^5S")
]


def chosen(hand: str = "", items: str = "", pluck: Pluck | None = None, orange: bool = False) -> MatchingMoves:
    return filter_moves(ALL, Choice(frozenset(map(Card, hand.split())), frozenset(items.split()), pluck, orange))


def texts(found: tuple[Move, ...]) -> list[str]:
    return [write_move(move) for move in found]


def test_a_hand_card_alone_is_trailed_and_everything_else_needs_more() -> None:
    found = chosen("9D")
    assert texts(found.matching) == ["9D"]
    assert texts(found.extending) == ["9Dx4H,5S,9S", "9Dx4H,5S", "9Dx9S", "9D+9S=9", "9D+[4C5S]=9"]


def test_what_can_be_added_is_known() -> None:
    assert chosen("9D").items == {"5S", "4H", "9S", "[4C5S]"}
    assert chosen("9D", "5S").items == {"4H", "9S"}
    assert chosen(items="9S").hand == {"9D"}
    assert chosen("9D", "5S").hand == frozenset()


def test_one_choice_of_cards_can_mean_several_things() -> None:
    assert texts(chosen("9D", "9S").matching) == ["9Dx9S", "9D+9S=9"]


def test_a_build_is_chosen_whole() -> None:
    assert texts(chosen("9D", "[4C5S]").matching) == ["9D+[4C5S]=9"]


def test_what_does_not_go_together_allows_nothing() -> None:
    assert chosen("KD", "9S") == MatchingMoves((), (), frozenset(), frozenset())


def test_of_very_many_ways_some_are_shown_and_the_rest_counted() -> None:
    table = read_table("AH 2D 3C 4S 5H 6S 7S 8D")
    position = Position(resolve_rules("casino"), 1, read_cards("9S 9C"), table)
    moves = legal_moves(position)
    view = move_options_view(position, moves, Choice(frozenset({Card("9S")})), ())
    assert len(view.matching) == MAX_EXTENDING + 1  # and the trail
    hidden = len([move for move in moves if Card("9S") in choice_of(move).hand]) - len(view.matching)
    assert view.hint == f"There are {hidden} more options. Choose cards on the table to see them."


def test_without_a_chosen_pluck_nothing_is_plucked() -> None:
    assert not any("^" in text for text in texts(chosen("9D").matching + chosen("9D").extending))


def test_a_chosen_pluck_is_in_every_move() -> None:
    assert texts(chosen("9D", pluck=Pluck(Card("5S"), before=True)).matching) == ["^5S 9D"]
    assert texts(chosen("9D", "9S", Pluck(Card("5S"), before=False)).matching) == ["9Dx9S ^5S"]


def test_the_plucks_there_are() -> None:
    assert plucks(ALL) == (Pluck(Card("5S"), True), Pluck(Card("5S"), False))
    assert [pluck.key for pluck in plucks(ALL)] == ["5S-before", "5S-after"]


def test_with_an_orange_called_only_captures_are_left() -> None:
    found = chosen("9D", orange=True)
    assert texts(found.matching) == []
    assert texts(found.extending) == ["9Dx4H,5S,9S!", "9Dx4H,5S!", "9Dx9S!"]


@pytest.mark.parametrize(
    ("move", "called"), [("9Dx9S", "9Dx9S!"), ("9Dx9S ^5S", "9Dx9S! ^5S"), ("9D", ""), ("9D+9S=9", ""), ("^5S 9D", "")]
)
def test_an_orange_is_called_on_captures_only(move: str, called: str) -> None:
    answer = calling_orange(read_move(move))
    assert (write_move(answer) if answer else "") == called


@pytest.mark.parametrize(
    ("move", "choice"),
    [
        ("9D", Choice(frozenset({Card("9D")}))),
        ("AC&2Hx3D", Choice(frozenset({Card("AC"), Card("2H")}), frozenset({"3D"}))),
        ("9D+[4C5S],9S=9", Choice(frozenset({Card("9D")}), frozenset({"9S", "[4C5S]"}))),
        ("9C;3D,5H=8", Choice(frozenset({Card("9C")}), frozenset({"3D", "5H"}))),
        ("^5S 9D", Choice(frozenset({Card("9D")}), pluck=Pluck(Card("5S"), before=True))),
        ("5Bx2Y,3R!", Choice(frozenset({Card("5B")}), frozenset({"2Y", "3R"}), orange=True)),
    ],
)
def test_what_must_be_chosen_for_a_move(move: str, choice: Choice) -> None:
    assert choice_of(read_move(move)) == choice
    found = filter_moves([read_move(move.rstrip("!"))], choice)
    assert texts(found.matching) == [write_move(read_move(move))]


def test_a_move_names_its_hand_card_where_none_is_chosen() -> None:
    position = Position(resolve_rules("casino"), 1, read_cards("7S 7C"), read_table("7D"))
    moves, no_hand = legal_moves(position), Choice(frozenset(), frozenset({"7D"}))
    labels = {button.short for button in move_options_view(position, moves, no_hand, ()).extending}
    assert {"Take 7♦ with 7♠", "Take 7♦ with 7♣"} <= labels
    with_one = move_options_view(position, moves, Choice(frozenset({Card("7S")}), frozenset({"7D"})), ())
    assert "Take 7♦" in [button.short for button in with_one.matching]
