"""The levels that err as people do: they overlook the harder things more often, and nothing they do is absurd."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from games.bots import LEVELS
from games.bots.attention import Oversights, parts
from games.bots.profiles import PROFILES
from games.domain.moves import AddAndPlay, Capture, MakeBuild, PluckAndPlay, TableBuild, Trail
from games.domain.notation import read_move, write_move
from games.domain.presets import resolve_rules
from tests.games.test_bots import sight_of

TURNS = 200


def chosen(level: str, hand: str, table: str, preset: str = "casino-sweeps") -> Counter[str]:
    """Return the level's moves in this position, by their text, over many turns."""
    perspective, moves = sight_of(preset, hand, table), Counter[str]()
    for turn in range(TURNS):
        decision = LEVELS[level].choose(perspective, Random(turn))
        assert isinstance(decision, Trail | Capture | MakeBuild | TableBuild | AddAndPlay | PluckAndPlay)
        moves[write_move(decision)] += 1
    return moves


@pytest.mark.parametrize(
    ("preset", "move", "kinds"),
    [
        ("casino", "9C", []),
        ("casino", "9Cx9H", ["pair"]),
        ("casino", "9Cx9H,9S", ["pair", "pair", "several_groups"]),
        ("casino", "9Cx5H,4S", ["sum_of_two"]),
        ("casino", "9Cx4H,3S,2C", ["longer_sum"]),
        ("casino", "9Cx9H,5H,4S", ["pair", "sum_of_two", "several_groups"]),
        ("casino", "9Cx5H,4S,6C,3D", ["longer_sum", "several_groups"]),
        ("casino", "9Cx[4C5H]", ["build"]),
        ("casino", "4C+5H=9", ["simple_build"]),
        ("casino", "4C+5H,9S=9", ["larger_build"]),
        ("callabra", "JCx5H,9H,2C", ["longer_sum"]),
        ("tablanette", "JCx5H,9H,2C", []),  # a jack takes everything: nothing to add up
    ],
)
def test_each_part_of_a_move_is_a_thing_to_see(preset: str, move: str, kinds: list[str]) -> None:
    assert [kind for kind, *_ in parts(read_move(move), resolve_rules(preset))] == kinds


def test_a_beginner_overlooks_sums_more_often_than_pairs_and_longer_sums_most() -> None:
    missed = [chosen("beginner", f"{card} KC", table)["KC"] for card, table in MISSABLE]
    pair, sum_of_two, longer_sum = (count / TURNS for count in missed)
    assert 0.05 <= pair <= 0.25
    assert pair + 0.1 < sum_of_two < longer_sum


MISSABLE = (("9C", "9H QD"), ("9C", "5H 4D QD"), ("9C", "4H 3D 2D QD"))


@pytest.mark.parametrize("level", ["casual", "careful", "steady"])
def test_an_adult_leaves_no_pair(level: str) -> None:
    assert set(chosen(level, "9C KC", "9H QD")) == {"9Cx9H"}


def test_a_beginner_makes_no_build_of_four_cards_but_now_and_then_a_simple_one() -> None:
    assert not [move for move in chosen("beginner", "9C KS 4C", "5H QD 3S 2H 4D") if "=" in move and move != "4C+5H=9"]
    assert any("=" in move for move in chosen("beginner", "9C 4C 2H", "5H QD"))


def test_all_oversights_grow_from_level_to_level() -> None:
    profiles = list(PROFILES.values())
    for weaker, better in pairwise(profiles):
        assert all(getattr(weaker.oversights, name) >= getattr(better.oversights, name) for name in Oversights._fields)
        assert weaker.memory < better.memory
        assert weaker.misjudgment > better.misjudgment


def test_in_the_last_deal_it_hurries() -> None:
    perspective = sight_of("casino-sweeps", "9C KC", "5H 4D QD")
    assert perspective.round
    last = perspective._replace(round=perspective.round._replace(last_deal=True))
    missed = [
        sum(write_move(LEVELS["easy"].choose(view, Random(turn))) == "KC" for turn in range(TURNS))  # type: ignore[arg-type]
        for view in (perspective, last)
    ]
    assert missed[0] < missed[1]


def test_forgotten_cards_are_only_imagined_the_view_stays_as_it_is() -> None:
    perspective = sight_of("casino", "TS 9C", "TD 9S 9H KC")
    before = perspective
    LEVELS["beginner"].choose(perspective, Random(1))
    assert perspective == before
