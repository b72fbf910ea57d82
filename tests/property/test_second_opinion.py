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
@examples(15)
def test_every_preset_allows_what_the_rulebook_allows(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, preset), dice)


@pytest.mark.parametrize("preset", ALL_PRESETS)
@given(dice=dice)
@examples(15)
def test_house_rules_go_together_as_the_rulebook_says(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, house_rules(dice, preset)), dice)


@pytest.mark.parametrize("preset", WITH_BUILDS)
@given(dice=dice)
@examples(75)
def test_builds_are_made_joined_raised_and_kept_as_the_rulebook_says(preset: str, dice: Random) -> None:
    assert_second_opinion(random_ask(dice, house_rules(dice, preset)), dice)
