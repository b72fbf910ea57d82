"""The score of a round, while it is being played and when all cards are taken."""

import pytest

from games.domain.cards import PACKS
from games.domain.notation import read_cards
from games.domain.presets import PRESETS, resolve_rules
from games.domain.running_score import CategoryScore, running_score
from games.domain.scoring import MAJORITIES, points_in_round
from games.domain.state import Sweep


def standing(
    rules: str | dict[str, object],
    *piles: str,
    before: tuple[int, ...] = (0, 0),
    last: int | None = None,
    sweeps: tuple[int, ...] = (0, 0),
) -> dict[str, CategoryScore]:
    """Return the score by key; `sweeps` is the number each side has made."""
    swept = tuple((Sweep(2),) * number for number in sweeps)
    found = running_score(resolve_rules(rules), tuple(map(read_cards, piles)), swept, last, before)
    return {line.key: line for line in found}


def test_cards_and_spades_are_counted_and_bring_nothing_yet() -> None:
    found = standing("casino", "AS 5S 6H", "2S 3D")
    assert found["most_cards"] == CategoryScore("most_cards", 3, (3, 2), (0, 0), (True, True))
    assert found["most_spades"] == CategoryScore("most_spades", 1, (2, 1), (0, 0), (True, True))


def test_single_cards_are_certain_at_once() -> None:
    found = standing("casino", "AS AH TD", "2S")
    assert found["aces"] == CategoryScore("aces", 4, (2, 0), (2, 0), (True, True))
    assert found["big_casino"].points == (2, 0)
    assert found["little_casino"] == CategoryScore("little_casino", 1, (0, 1), (0, 1), (True, True))


def test_most_spades_are_certain_when_nobody_can_catch_up() -> None:
    assert standing("casino", "3S 4S 5S 6S 7S 8S", "")["most_spades"].points == (0, 0)
    assert standing("casino", "3S 4S 5S 6S 7S 8S 9S", "")["most_spades"].points == (1, 0)


def test_the_last_capture_is_never_certain() -> None:
    line = standing({"preset": "casino", "last_capture": 1}, "AS", "", last=0)["last_capture"]
    assert line == CategoryScore("last_capture", 1, (1, 0), (0, 0), (True, True))


def test_fours_of_a_kind_count_when_complete() -> None:
    line = standing("diamond", "7S 7H 7D 7C 6S 6H", "AS")["fours_of_a_kind"]
    assert (line.worth, line.counts, line.points) == (6, (1, 0), (2, 0))


def test_sweeps_cancel_as_they_will_in_the_end() -> None:
    line = standing("dominican", "AS", "", sweeps=(3, 1))["sweeps"]
    assert (line.worth, line.counts, line.points) == (0, (3, 1), (2, 0))
    assert "sweeps" not in standing("casino", "AS", "", sweeps=(3, 1))


def test_a_restricted_side_scores_in_its_listed_ways_only() -> None:
    found = standing("dominican", "TD AS AH", "2S AC", before=(19, 3), sweeps=(2, 0))
    assert found["big_casino"].counting == (True, True)
    assert found["big_casino"].points == (2, 0)
    assert found["aces"] == CategoryScore("aces", 4, (2, 1), (0, 1), (False, True))
    assert found["sweeps"].counting == (False, True)
    assert found["sweeps"].points == (0, 0)


def test_where_cards_decide_they_alone_are_counted() -> None:
    assert standing("callabra", "AS 5S", "2S") == {"cards": CategoryScore("cards", 0, (2, 1), (2, 1), (True, True))}


@pytest.mark.parametrize("preset", [name for name in PRESETS if resolve_rules(name).winning.ending != "clear_table"])
def test_one_side_with_all_cards_has_every_point_of_the_round(preset: str) -> None:
    rules = resolve_rules(preset)
    found = running_score(rules, (PACKS[rules.dealing.deck], ()), ((), ()), None, (0, 0))
    uncertain = {"last_capture", *(MAJORITIES if rules.specials.steal else ())}
    every = sum(points for key, points in points_in_round(rules).items() if key not in uncertain)
    assert sum(line.points[0] for line in found) == every > 0


def test_a_round_of_casino_has_eleven_points() -> None:
    assert points_in_round(resolve_rules("casino")) == {
        "most_cards": 3,
        "most_spades": 1,
        "big_casino": 2,
        "little_casino": 1,
        "aces": 4,
    }
