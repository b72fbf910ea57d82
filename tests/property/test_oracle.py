"""The second opinion itself, on positions that the rulebook decides explicitly."""

from typing import Any

import pytest

from tests.property import oracle


def ask(rules: str | dict[str, Any], hand: str, table: str, **more: Any) -> dict[str, Any]:
    return {"rules": rules, "seats": 2, "turn": 1, "hand": hand, "table": table, "stock": 24} | more


def house(preset: str, **changes: Any) -> dict[str, Any]:
    return {"preset": preset} | changes


ALLOWED = [
    ("4.2", ask("casino", "8S 4C", "AC 2D 3H 5S 6C 8D"), "8Sx2D,3H,5S,6C,8D"),
    ("4.3", ask("trailing-royals", "QS 2C", "QH QD QC"), "QSxQH,QD,QC"),
    ("4.6", ask("cassino", "9S KC", "2D [3C+4H=7@2]"), "9Sx2D,[3C4H]"),
    ("5.5", ask("casino", "2S 9H", "9D [3C+4H=7@2]"), "2S+9D,[3C4H]=9"),
    ("5.11", ask(house("casino", table_only_builds=True), "9C 8S", "3D 5H"), "9C;3D,5H=8"),
    ("5.14", ask("dominican-partner", "3S 2C", "9D", seats=4, partners=True, proved=["12"]), "3S+9D=12/p"),
    ("8.1", ask("casino-en-deux", "JS 7C 4D", "JH 2C"), "4D&7C&JSxJH"),
    ("8.2", ask("tablanette", "JS 2C", "4D 7S KH"), "JSx4D,7S,KH"),
    ("8.3", ask(house("casino", five_of_spades_sweeps=True), "5S", "KD [4C+5H=9@2]"), "5SxKD,[4C5H]"),
    ("8.5", ask("pluck", "6C", "QH"), "6C ^QH"),
]

REFUSED = [
    ("4.4", ask("dominican", "KS 9C", "AD 5C 7S 8D KH"), "KSx5C,8D"),
    ("4.5", ask("casino", "9S KC", "2D [3C+4H=7@2]"), "9Sx2D,[3C4H]"),
    ("5.2", ask("casino", "5S 5C", "5D"), "5S+5D=10"),
    ("5.3", ask("cassino", "3S 8H", "5D 8D"), "3S+5D,8D=8"),
    ("5.6", ask("casino", "2S 5H", "[3C,3H=3@2]"), "2S+[3C3H]=5"),
    ("5.7", ask("dominican", "2S QC", "[3D+7H=10@1] TH"), "2S+[3D7H]=12"),
    ("5.8", ask("royal-gamerules", "9S 9C", "[4C+5H=9@3]", seats=4, partners=True), "9S+[4C5H]=9"),
    ("5.10", ask("casino", "9S 2C", "KD [4C+5H=9@1]"), "2C"),
    ("5.13", ask(house("casino", one_build_per_value=True), "4S 9C", "5D [3C+6H=9@2]"), "4S+5D=9"),
    ("8.3", ask(house("casino", five_of_spades_sweeps=True), "5S", "KD"), "5S"),
    ("8.5", ask("pluck", "6C", "QH"), "^QH 6C"),
    ("8.5", ask("pluck", "6C", "QH", stock=0, others=0), "6C ^QH"),
]


@pytest.mark.parametrize(("rule", "position", "move"), ALLOWED)
def test_oracle_allows(rule: str, position: dict[str, Any], move: str) -> None:
    assert move in oracle.legal(position), rule


@pytest.mark.parametrize(("rule", "position", "move"), REFUSED)
def test_oracle_refuses(rule: str, position: dict[str, Any], move: str) -> None:
    assert move not in oracle.legal(position), rule


def test_what_could_have_been_taken_besides_is_left_behind() -> None:
    position = ask("casino", "9S KC", "2D 7H 9D [4C+5H=9@2] 3S 6C")
    assert oracle.left_behind(position, "9Sx9D") == {"2D", "7H", "3S", "6C", "[4C5H]"}
    assert oracle.left_behind(position, "9Sx2D,7H,9D,[4C5H]") == {"3S", "6C"}
    assert oracle.left_behind(position, "KC") == set()


def test_nothing_is_left_behind_that_takes_the_place_of_what_was_taken() -> None:
    assert oracle.left_behind(ask("casino", "9S", "2D 7H 7C"), "9Sx2D,7H") == set()
