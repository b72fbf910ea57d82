"""Whatever the accepted rules and the table, the engine answers every question with bounded work and memory."""

import sys
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.bots import LEVELS
from games.domain.perspective import perspective_of
from games.domain.subset_sum import (
    MAX_PLAYED,
    Steps,
    Values,
    common_group_totals,
    disjoint_pairs,
    disjoint_unions,
    groups_by_sum,
    most_groups,
    partition_by_sum,
    reachable_mask,
)
from tests.domain.test_subset_sum import ONES, UNEVEN
from tests.examples import examples
from tests.property.crowded import hard_position, hard_state, questions

MAX_WORK = 1_000_000
"""Maximum number of calls and rounds of loops for one answer: about a tenth of a second."""

MAX_TURN = 40_000_000
"""The same for the turn of a computer: a few seconds for the strongest."""

MAX_MEMORY = 20_000_000
"""Maximum number of bytes in use at once for one answer."""


def work_of(answer: Callable[[], object]) -> int:
    """Return the number of calls of Python functions and of rounds of loops in it."""
    monitoring, count = sys.monitoring, 0

    def add(*_args: object) -> None:
        nonlocal count
        count += 1

    kinds = (monitoring.events.PY_START, monitoring.events.PY_RESUME, monitoring.events.JUMP)
    monitoring.use_tool_id(monitoring.OPTIMIZER_ID, "work")
    try:
        for kind in kinds:
            monitoring.register_callback(monitoring.OPTIMIZER_ID, kind, add)
        monitoring.set_events(monitoring.OPTIMIZER_ID, sum(kinds))
        answer()
    finally:
        monitoring.set_events(monitoring.OPTIMIZER_ID, 0)
        monitoring.free_tool_id(monitoring.OPTIMIZER_ID)
    return count


def memory_of(answer: Callable[[], object]) -> int:
    """Return the bytes in use at once for it."""
    tracemalloc.start()
    try:
        answer()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_measure_of_work_counts_calls_and_rounds() -> None:
    assert work_of(lambda: [abs(number) for number in range(1000)]) in range(1000, 1010)
    assert work_of(lambda: sum(abs(number) for number in range(1000))) > 2000


@examples(3)
@example(seed=7232)  # the slowest of 700
@example(seed=7121)
@example(seed=7387)
@given(seed=st.integers(0, 1 << 32))
def test_every_question_about_a_crowded_table_is_answered_with_bounded_work(seed: int) -> None:
    for question in questions(hard_position(Random(seed))):
        assert work_of(question.answer) < MAX_WORK, question.name
        assert memory_of(question.answer) < MAX_MEMORY, question.name


@pytest.mark.parametrize("level", LEVELS)
def test_a_computers_turn_at_a_crowded_table_is_bounded(level: str) -> None:
    state = hard_state(Random(58))  # the slowest of 58
    assert state.round is not None
    perspective = perspective_of(state, state.round.turn)
    assert work_of(lambda: LEVELS[level].choose(perspective, Random(1))) < MAX_TURN


FLEXIBLE = [(1, 2, 3, 4)] * 52


@pytest.mark.parametrize("things", [ONES, FLEXIBLE, UNEVEN], ids=["ones", "flexible", "uneven"])
@pytest.mark.parametrize("target", [13, 20, 160])
def test_every_search_is_bounded_whoever_asks(things: list[Values], target: int) -> None:
    groups = groups_by_sum(things, target)[target]
    searches: list[Callable[[], object]] = [
        lambda: groups_by_sum(things, target),
        lambda: disjoint_unions(groups),
        lambda: disjoint_pairs(groups, groups, Steps()),
        lambda: reachable_mask(min(groups, default=1), groups),
        lambda: partition_by_sum(things, target),
        lambda: most_groups(things, target),
        lambda: common_group_totals(tuple(things[:MAX_PLAYED])),
        lambda: common_group_totals(tuple(things)),
    ]
    for search in searches:
        assert work_of(search) < MAX_WORK
        assert memory_of(search) < MAX_MEMORY
