"""Sets that add up: the search compared with the plainest way to find them, and its bounds on crowded tables."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from games.domain.captures import Captures
from games.domain.cards import PACKS, Card
from games.domain.json_api import handle_request
from games.domain.move_generation import MAX_MOVES, MoveGenerator, legal_moves
from games.domain.move_validation import may_take
from games.domain.moves import Capture, Trail
from games.domain.notation import read_cards, read_table, write_move
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.refusal import explain
from games.domain.subset_sum import (
    MAX_PLAYED,
    Mask,
    Steps,
    Values,
    bits,
    common_group_totals,
    disjoint_pairs,
    disjoint_unions,
    groups_by_sum,
    most_groups,
    partition_by_sum,
    reachable_mask,
    totals,
)
from games.domain.table import Table


def values(text: str) -> list[Values]:
    """Return things by the values they may count as: "4 5 1/14" are three."""
    return [tuple(map(int, word.split("/"))) for word in text.split()]


def partitions(things: list[int]) -> Iterator[list[list[int]]]:
    """Every way to put the things into groups."""
    if not things:
        yield []
        return
    first, *rest = things
    for groups in partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


def group_counts(things: list[Values], target: int) -> set[int]:
    """Return the numbers of groups of the target into which the things can be split, by trying everything."""
    choices = [list(choice) for choice in product(*things)]
    return {
        len(groups)
        for choice in choices
        for groups in partitions(choice)
        if groups and all(sum(group) == target for group in groups)
    }


SETS = ["4 5", "9", "4 5 9", "1/14 13 1/14", "1/11 1/11 10 10", "2 3 4 5 6 7 9", "8 8 8 3 3 3", "7 7 7 7 4 4", "1 1 1"]


@pytest.mark.parametrize("target", [3, 9, 11, 14])
@pytest.mark.parametrize("text", SETS)
def test_a_set_is_split_exactly_when_some_way_to_split_it_exists(text: str, target: int) -> None:
    things = values(text)
    counts, found = group_counts(things, target), partition_by_sum(things, target)
    assert (found is not None) == bool(counts)
    assert most_groups(things, target) == max(counts, default=None)
    if found is not None:
        assert len(found) == min(counts)
        assert sorted(number for group in found for number in bits(group)) == list(range(len(things)))


def test_nothing_is_split_into_no_groups() -> None:
    assert (partition_by_sum([], 9), most_groups([], 9)) == ((), 0)
    assert partition_by_sum(values("4 5"), 0) is None


def test_many_things_that_come_to_the_same_rest_in_many_ways_are_not_split() -> None:
    assert partition_by_sum(values(" ".join(["2"] * 10 + ["4"] * 5 + ["7"] * 2)), 9) is None
    assert partition_by_sum(values("1 1 2 5 6 7 7 7"), 9) is None


def test_all_things_together_may_count_more_than_one_total() -> None:
    assert totals(values("2 3")) == {5}
    assert totals(values("1/14 1/14 5")) == {7, 20, 33}
    assert totals([]) == {0}


def test_the_groups_of_a_sum_are_all_there() -> None:
    sums = groups_by_sum(values("2 3 5 1/14"), 14)
    assert sums[0] == {0}
    assert sums[5] == {0b0011, 0b0100}
    assert sums[14] == {0b1000}
    assert sums[6] == {0b1011, 0b1100}


def test_unions_are_of_disjoint_groups() -> None:
    assert disjoint_unions([0b0011, 0b0100, 0b0110]) == {0, 0b0011, 0b0100, 0b0110, 0b0111}


def test_unions_past_the_bound_are_some_of_them_and_every_group() -> None:
    groups: list[Mask] = [1 << number for number in range(20)]
    found = disjoint_unions(groups, Steps(unions=100))
    assert found.issuperset(groups)
    assert len(found) < 300


def test_reach_finds_what_fits_beside_the_wanted() -> None:
    assert reachable_mask(0b0011, [0b0011, 0b0100, 0b0110]) == 0b0111
    assert reachable_mask(0b1000, [0b0011, 0b0100]) == 0


CROWDED = Position(
    resolve_rules("royal"),
    1,
    read_cards("KS QC JD 9D"),
    read_table("AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H"),
)
"""Thirty loose cards."""


def test_a_crowded_table_is_listed_in_part_and_never_without_end() -> None:
    moves = legal_moves(CROWDED)
    assert len(moves) == MAX_MOVES
    assert len(set(map(write_move, moves))) == MAX_MOVES
    assert {move for move in moves if isinstance(move, Trail)} == set(map(Trail, CROWDED.hand))


# --- the end of the steps -----------------------------------------------------------------------------------------

ONES = [(1,)] * 52
UNEVEN = [(value,) for value in (2, 4, 6, 8, 10, 12) * 6] + [(1,), (3,), (5,), (7,), (9,), (9,)]
"""Even values with a few odd ones: they do not split into many groups of an odd number, which takes long to see."""

SEARCHES: dict[str, Callable[[Steps], object]] = {
    "groups": lambda steps: groups_by_sum(ONES, 20, steps),
    "unions": lambda steps: disjoint_unions([1 << number for number in range(40)], steps),
    "pairs": lambda steps: disjoint_pairs(range(1 << 12), range(1 << 12), steps),
    "reach": lambda steps: reachable_mask((1 << 30) - 1, [3 << number for number in range(30)], steps),
    "split": lambda steps: partition_by_sum(UNEVEN, 13, steps),
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_a_search_that_ends_early_says_so(search: Callable[[Steps], object]) -> None:
    steps = Steps(1 << 10)
    search(steps)
    assert steps.cut
    assert not steps.complete


def test_a_crowded_table_still_lists_each_card_alone() -> None:
    steps = Steps()
    groups = groups_by_sum(ONES, 20, steps)
    assert steps.cut
    assert groups[1] == {1 << number for number in range(52)}


def test_a_move_that_cannot_be_judged_is_refused_in_words() -> None:
    rules = resolve_rules({"preset": "casino", "ace_values": [1, 14], "face_values": "royal"})
    table = Table(PACKS["standard"][:40])
    generator = MoveGenerator(Position(rules, 1, (Card("JS"),), table), Steps(0))
    refusal = may_take(generator, Capture((Card("JS"),), table.loose, ()))
    assert refusal is not None
    assert explain(refusal) == "There are too many ways to add up these cards. Choose fewer. (rule 4.2)"


def test_a_position_with_too_many_moves_to_list_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.domain.json_api.LISTING_STEPS", 1 << 16)
    ask = {"op": "legal", "rules": "royal", "hand": "KS QC JD", "table": " ".join(PACKS["standard"][:40])}
    assert handle_request(ask) == {
        "error": {
            "code": "bad-request",
            "message": "This position has too many legal moves to list: the limit is 100,000.",
        }
    }


def test_no_more_hand_cards_are_played_together_than_a_hand_may_hold() -> None:
    assert common_group_totals(((2,),) * MAX_PLAYED) == (2, 4, 8, 16)
    assert common_group_totals(((2,),) * (MAX_PLAYED + 1)) == ()


def spent(rules: str | dict[str, Any], hand: str, table: str) -> MoveGenerator:
    """Return the moves of a position for whose searches no step is left."""
    return MoveGenerator(Position(resolve_rules(rules), 1, read_cards(hand), read_table(table)), Steps(0))


def listed(generator: MoveGenerator) -> set[str]:
    return {write_move(move) for move in (*generator.plays(), *generator.additions())}


def test_without_steps_trails_are_still_listed() -> None:
    assert listed(spent("casino", "9C 4H", "5H 2D")) == {"9C", "4H"}
    assert listed(spent({"preset": "casino", "hand_cards": "sum"}, "2C 3H", "5H")) == {"2C", "3H"}
    together = Position(
        resolve_rules({"preset": "casino", "hand_cards": "sum"}), 1, read_cards("2C 3H 4H"), read_table("5H 7H 9H")
    )
    assert {"2C&3Hx5H", "3H&4Hx7H"} <= listed(MoveGenerator(together))
    assert not {"2C&3Hx5H", "3H&4Hx7H"} <= listed(MoveGenerator(together, Steps(1 << 9)))
    assert listed(spent("south-african", "9C 4H", "[5H+2D=7@1] 7C")) <= {"9C", "4H"}


def test_a_build_is_not_raised_in_a_listing_without_steps() -> None:
    generator = spent("casino", "3C 9S", "[4H+2D=6@2] 5S")
    assert generator.builds.build_sets(Card("3C"), 9) == set()


def test_of_a_capture_in_a_crowded_listing_the_rest_is_still_left_behind() -> None:
    position = Position(resolve_rules("casino"), 1, read_cards("9C"), read_table("4H 5H 9D 3C 6C"))
    captures = Captures(position)
    captures.steps.cut = True
    taken = captures.items.mask(read_cards("4H 5H"), ())
    assert captures.items.unpack(captures.missed_items(read_cards("9C"), taken))[0] == read_cards("3C 6C 9D")
