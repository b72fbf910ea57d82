"""The engine and the brute-force reading of the rulebook agree on legal moves, and on items left behind."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import json_api
from tests.examples import examples
from tests.property import oracle
from tests.property.oracle_deals import Ask, house_rules, random_ask
from tests.property.oracle_position import item_order, read_position
from tests.property.random_games import ALL_PRESETS

WITH_BUILDS = ["casino", "cassino", "cassino-21", "dominican-partner", "royal", "royal-gamerules", "trailing-royals"]
WITH_BUILDS += ["byggkasino", "diloti", "south-african"]
A_MOVE = re.compile(r"(\^\S+ )?([^ x+;]+)(?:([x+;])([^ =]+))?(?:=(\w+)(/p)?)?( \^\S+)?")

dice = st.integers(0, 2**40).map(Random)


def engine_moves(ask: Ask) -> set[str]:
    answer = json_api.handle_request(ask)
    assert "moves" in answer, answer
    assert answer["moves"] == sorted(set(answer["moves"])), ask
    return set(answer["moves"])


def differ(ask: Ask) -> bool:
    return engine_moves(ask) != oracle.legal(ask)


def smallest(ask: Ask, differs: Callable[[Ask], bool]) -> Ask:
    """Return the position without every card and build that the difference does not need."""
    for place in ("hand", "table"):
        words = ask[place].split()
        for word in words:
            less = ask | {place: " ".join(other for other in words if other != word)}
            if (less["hand"] or place == "table") and differs(less):
                return smallest(less, differs)
    return ask


def check(ask: Ask, move: str) -> dict[str, Any]:
    answer: dict[str, Any] = json_api.handle_request(ask | {"op": "check", "move": move})
    return answer


def allowed(ask: Ask, move: str) -> bool:
    """Return whether the engine accepts the move; it cannot accept text that is no move, as a trail of two cards."""
    answer = check(ask, move)
    if "error" in answer:
        assert answer["error"]["code"] == "bad-request", (move, answer)
    return answer.get("ok", False) is True


def mutated(ask: Ask, move: str, dice: Random) -> str:
    """The move with an item more or less, another value, another card or for the partner, as it would be written."""
    if " " in move and move.startswith("["):
        return move.partition(" ")[2]  # without the addition before it
    parts = A_MOVE.fullmatch(move)
    if not parts:
        return move.replace(" [", " ^[")  # a pluck before or after an addition, which is then no move
    before, played, kind, items, value, for_partner, afterwards = (part or "" for part in parts.groups())
    position = read_position(ask)
    everything = position.table | position.tops
    taken = frozenset(item for item in everything if item.name in items.split(","))
    if everything and dice.random() < 0.6:
        taken ^= {dice.choice(sorted(everything, key=item_order))}
    played = dice.choice([*position.hand, played, played, played])
    kind = dice.choice(["x", "+", ";", kind or "x", kind or "x", kind or "x"])
    if not taken:
        return f"{before}{played}{afterwards}"
    names = ",".join(item.name for item in sorted(taken, key=item_order))
    ending = f"={another(value, dice)}{dice.choice([for_partner, for_partner, '/p'])}" if kind in "+;" else ""
    return f"{before}{played}{kind}{names}{ending}{afterwards}"


def another(value: str, dice: Random) -> str:
    """The value, or one near it."""
    return str(int(value) + dice.choice([-1, 0, 0, 1])) if value.isdigit() else value or dice.choice("5689")


def assert_second_opinion(ask: Ask, dice: Random) -> None:
    if differ(ask):
        small = smallest(ask, differ)
        assert engine_moves(small) == oracle.legal(small), json.dumps(small)
    moves = sorted(oracle.legal(ask))
    for move in dice.sample(moves, min(3, len(moves))):
        answer = check(ask, move)
        assert answer["ok"], (json.dumps(ask), move, answer)
        assert set(answer["left_behind"].split()) == oracle.left_behind(ask, move), (json.dumps(ask), move)
        other = mutated(ask, move, dice)
        assert allowed(ask, other) == (other in moves), (json.dumps(ask), other)


@pytest.mark.parametrize("preset", ALL_PRESETS)
@given(dice=dice)
@examples(8)
def test_every_preset_allows_what_the_rulebook_allows(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, preset), dice)


@pytest.mark.parametrize("preset", ALL_PRESETS)
@given(dice=dice)
@examples(8)
def test_house_rules_go_together_as_the_rulebook_says(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, house_rules(dice, preset)), dice)


@pytest.mark.parametrize("preset", WITH_BUILDS)
@given(dice=dice)
@examples(40)
def test_builds_are_made_joined_raised_and_kept_as_the_rulebook_says(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, house_rules(dice, preset)), dice)


# --- the second opinion itself, on positions that the rulebook decides explicitly ------------------------------------


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
