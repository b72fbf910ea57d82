"""The number of ways to continue from a fixed deal, per preset and company, compared with the committed table.

After a change of the rules that is meant to change the counts: `python -m tests.golden.perft` writes a new table.
"""

import json

import pytest

from games.domain.presets import PRESETS, resolve_rules
from games.domain.rules_validation import seatings
from tests.examples import some
from tests.golden.perft import TABLE, counts, fixed_deal, name, perft

COUNTS: dict[str, dict[str, list[int]]] = json.loads(TABLE.read_text())


@pytest.mark.parametrize("preset", some(PRESETS, 8))
def test_the_counts_stand(preset: str) -> None:
    counted = {
        name(seats, partners): counts(fixed_deal(preset, seats, partners))
        for seats, partners in seatings(resolve_rules(preset))
    }
    assert counted == COUNTS[preset]


def test_the_table_has_no_other_games() -> None:
    assert list(COUNTS) == list(PRESETS)


def test_the_counts_tell_variants_apart() -> None:
    two = {preset: COUNTS[preset]["2"] for preset in ("casino", "cassino", "royal", "dominican", "tuxedo", "callabra")}
    assert len({tuple(row) for row in two.values()}) == len(two)


def test_a_finished_round_counts_as_one() -> None:
    assert perft(fixed_deal("casino", 2, partners=False), 0) == 1
