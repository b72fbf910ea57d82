"""Plays that can be expressed with some cards, legal or not."""

from typing import Any

from games.domain.cards import Card
from games.domain.legality import legal_moves
from games.domain.moves import play_of, played_cards
from games.domain.notation import read_cards, read_table, write_move
from games.domain.position import Position
from games.domain.sayable import sayable_plays
from games.domain.variants import resolve


def said(rules: Any, hand: str, table: str, played: str, items: str = "", **more: Any) -> list[str]:
    position = Position(resolve(rules), 1, read_cards(hand), read_table(table))._replace(**more)
    loose = [Card(item) for item in items.split() if item[0] != "["]
    builds = [build.cards for build in position.table.builds if f"[{''.join(build.cards)}]" in items.split()]
    return [write_move(play) for play in sayable_plays(position, read_cards(played), loose, builds)]


def test_a_card_alone_is_trailed() -> None:
    assert said("casino", "9S 4H", "5H", "9S") == ["9S"]
    assert said("hungarian", "9S 4H", "5H", "9S 4H") == []
    assert said("casino", "9S", "5H", "", "5H") == []


def test_with_cards_of_the_table_it_takes_or_builds_for_every_other_card() -> None:
    assert said("casino", "4S 9H 6D", "5H KD", "4S", "5H") == ["4Sx5H", "4S+5H=9", "4S+5H=6"]


def test_what_is_wrong_can_be_said_too() -> None:
    assert said("casino", "4S 9H", "KD", "4S", "KD") == ["4SxKD", "4S+KD=9"]


def test_builds_are_named_whole() -> None:
    assert said("casino", "9S 9H", "[4C+5S=9@2]", "9S", "[4C5S]") == ["9Sx[4C5S]", "9S+[4C5S]=9"]


def test_without_builds_nothing_is_built() -> None:
    assert said("hungarian", "4S 9H", "5H", "4S", "5H") == ["4Sx5H"]
    assert said("casino-en-deux", "4S AH 9H", "5H", "4S AH", "5H") == ["AH&4Sx5H"]


def test_faces_are_built_where_the_rules_have_it() -> None:
    assert said("trailing-royals", "QS QD", "QH", "QS", "QH") == ["QSxQH", "QS+QH=Q"]
    assert said("casino", "QS QD", "QH", "QS", "QH") == ["QSxQH"]


def test_for_the_partner_what_the_partner_has_proved() -> None:
    rules = "dominican-partner"
    assert said(rules, "6S 2C", "3D", "6S", "3D", proved=frozenset({9})) == ["6Sx3D", "6S+3D=2", "6S+3D=9/p"]
    assert said("casino", "6S 2C", "3D", "6S", "3D", proved=frozenset({9})) == ["6Sx3D", "6S+3D=2"]


def test_a_build_of_table_cards_while_trailing() -> None:
    rules = {"preset": "casino", "table_only_builds": True}
    table = "5D 3C [4C+5S=9@2]"
    assert said(rules, "9S 8S", table, "9S", "5D 3C") == ["9Sx3C,5D", "9S+3C,5D=8", "9S;3C,5D=8"]
    assert said(rules, "9S 8S", table, "9S", "5D") == ["9Sx5D", "9S+5D=8"]
    assert said(rules, "9S 8S", table, "9S", "5D 3C [4C5S]") == ["9Sx3C,5D,[4C5S]", "9S+3C,5D,[4C5S]=8"]


def test_every_legal_play_of_one_position_can_be_said() -> None:
    rules = {"preset": "casino", "table_only_builds": True}
    position = Position(resolve(rules), 1, read_cards("9S 4H 8C AD"), read_table("5D 3C 4C 9H AS"))
    for move in legal_moves(position):
        play = play_of(move)
        loose = getattr(play, "loose", ())
        assert play in sayable_plays(position, played_cards(play), loose, getattr(play, "builds", ()))
