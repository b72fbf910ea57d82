"""A score sheet computed again: the result of today's engine compared with the record."""

from random import Random

import pytest

from games.domain import events
from games.domain.events import Event
from games.domain.notation import read_cards
from games.domain.presets import resolve_rules
from games.domain.revalidation import compare_score
from tests.domain.packs import COUPLE, takes_all
from tests.domain.perspectives import LoggedGame
from tests.examples import some
from tests.property.random_games import play_at_random


def scored(rules: str = "casino") -> tuple[list[Event], int]:
    """Play a round in which the first seat takes every card; return the log, and the number of its sheet."""
    everything = takes_all(COUPLE, 1)
    game = LoggedGame(*everything.moves, rules=rules, pack=everything.pack)
    return game.log, game.seq_of(events.RoundScored)


def test_a_sheet_that_is_right_is_the_same() -> None:
    log, at = scored()
    found = compare_score(log, at)
    assert found
    assert found.same
    assert found.current
    assert [len(pile) for pile in found.piles] == [52, 0]
    assert {key: found.recorded.points[0][key] for key in ("most_cards", "aces", "total")} == {
        "most_cards": 3,
        "aces": 4,
        "total": 11,
    }
    assert (found.round, found.recorded.totals, found.current.totals) == (1, (11, 0), (11, 0))


def test_a_sheet_that_is_wrong_is_told_where() -> None:
    """A log as a faulty engine could have written it: the little casino went to the wrong side."""
    log, at = scored()
    log[at - 1] = events.RoundScored(
        ({**log[at - 1].points[0], "little_casino": 0, "total": 10}, {"little_casino": 1, "total": 1}),  # type: ignore[union-attr,index,dict-item]  # it is one
        (10, 1),
    )
    found = compare_score(log, at)
    assert found
    assert not found.same
    assert found.current
    assert found.differing == {"little_casino", "total"}
    assert (found.recorded.totals, found.current.totals) == ((10, 1), (11, 0))


def test_a_round_that_today_does_not_end_there_has_no_sheet() -> None:
    log, at = scored()
    last = max(n for n in range(1, at) if isinstance(log[n - 1], events.CardTrailed | events.CardsCaptured))
    log[last - 1] = events.CardTrailed(1, read_cards("9S")[0], ())
    found = compare_score(log, at)
    assert found
    assert (found.current, found.same) == (None, False)


@pytest.mark.parametrize("at", [0, 1, 3, 10_000])
def test_what_is_no_sheet_is_not_reckoned(at: int) -> None:
    assert compare_score(scored()[0], at) is None


@pytest.mark.parametrize("preset", some(["casino", "dominican", "tuxedo", "tablanette", "hungarian", "royal-draw"]))
def test_every_sheet_of_random_games_is_reckoned_the_same(preset: str) -> None:
    rules = resolve_rules(preset)
    steps = play_at_random(rules, preset, min(rules.dealing.seats), False, Random(preset))
    log = [event for step in steps for event in step.events]
    sheets = [at for at, event in enumerate(log, start=1) if isinstance(event, events.RoundScored)]
    assert sheets
    for at in sheets:
        found = compare_score(log, at)
        assert found
        assert found.same
