"""Plays that can be expressed with some cards, legal or not."""

from typing import Any

import pytest

from games.domain.cards import Card
from games.domain.move_generation import legal_moves, pseudo_legal_plays
from games.domain.moves import play_of, played_cards
from games.domain.notation import read_cards, read_table, write_move
from games.domain.position import Position
from games.domain.presets import resolve_rules


def said(rules: Any, hand: str, table: str, played: str, items: str = "", **more: Any) -> list[str]:
    position = Position(resolve_rules(rules), 1, read_cards(hand), read_table(table))._replace(**more)
    loose = [Card(item) for item in items.split() if item[0] != "["]
    builds = [build.cards for build in position.table.builds if f"[{''.join(build.cards)}]" in items.split()]
    return [write_move(play) for play in pseudo_legal_plays(position, read_cards(played), loose, builds)]


TABLE_BUILDS = {"preset": "casino", "table_only_builds": True}
ON_TABLE = "5D 3C [4C+5S=9@2]"


@pytest.mark.parametrize(
    ("statement", "rules", "hand", "table", "played", "items", "plays"),
    [
        ("a card alone is trailed", "casino", "9S 4H", "5H", "9S", "", "9S"),
        ("two cards are not", "hungarian", "9S 4H", "5H", "9S 4H", "", ""),
        ("table cards are not", "casino", "9S", "5H", "", "5H", ""),
        ("it takes, or builds for the others", "casino", "4S 9H 6D", "5H KD", "4S", "5H", "4Sx5H 4S+5H=9 4S+5H=6"),
        ("what is wrong can be said too", "casino", "4S 9H", "KD", "4S", "KD", "4SxKD 4S+KD=9"),
        ("builds are named whole", "casino", "9S 9H", "[4C+5S=9@2]", "9S", "[4C5S]", "9Sx[4C5S] 9S+[4C5S]=9"),
        ("without builds nothing is built", "hungarian", "4S 9H", "5H", "4S", "5H", "4Sx5H"),
        ("nor with two cards", "casino-en-deux", "4S AH 9H", "5H", "4S AH", "5H", "AH&4Sx5H"),
        ("faces where the rules have it", "trailing-royals", "QS QD", "QH", "QS", "QH", "QSxQH QS+QH=Q"),
        ("faces are not built elsewhere", "casino", "QS QD", "QH", "QS", "QH", "QSxQH"),
        ("while trailing", TABLE_BUILDS, "9S 8S", ON_TABLE, "9S", "5D 3C", "9Sx3C,5D 9S+3C,5D=8 9S;3C,5D=8"),
        ("not of one card", TABLE_BUILDS, "9S 8S", ON_TABLE, "9S", "5D", "9Sx5D 9S+5D=8"),
        (
            *("not of a build", TABLE_BUILDS, "9S 8S", ON_TABLE, "9S", "5D 3C [4C5S]"),
            "9Sx3C,5D,[4C5S] 9S+3C,5D,[4C5S]=8",
        ),
    ],
)
def test_plays(statement: str, rules: Any, hand: str, table: str, played: str, items: str, plays: str) -> None:
    assert said(rules, hand, table, played, items) == plays.split()


def test_for_the_partner_what_the_partner_has_proved() -> None:
    rules = "dominican-partner"
    assert said(rules, "6S 2C", "3D", "6S", "3D", proven_values=frozenset({9})) == ["6Sx3D", "6S+3D=2", "6S+3D=9/p"]
    assert said("casino", "6S 2C", "3D", "6S", "3D", proven_values=frozenset({9})) == ["6Sx3D", "6S+3D=2"]


def test_every_legal_play_of_one_position_can_be_said() -> None:
    position = Position(resolve_rules(TABLE_BUILDS), 1, read_cards("9S 4H 8C AD"), read_table("5D 3C 4C 9H AS"))
    for move in legal_moves(position):
        play = play_of(move)
        loose = getattr(play, "loose", ())
        assert play in pseudo_legal_plays(position, played_cards(play), loose, getattr(play, "builds", ()))
