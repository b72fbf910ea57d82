"""Score sheets, of finished and of running rounds."""

import re
from typing import Any

import pytest

from games.domain.events import PointsAwarded
from games.domain.evolve import fold
from games.domain.notation import read_cards
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.domain.rules import Rules
from games.domain.state import GameState
from games.presenters.score_sheet import ScoreCell, ScoreSheet, missing_points, running_sheet, score_sheet
from games.presenters.table import table_view
from tests.games.presenters.perspectives import BEGUN
from tests.games.viewers import laid


def test_a_sheet_shows_every_way_that_counts_even_a_tie() -> None:
    found = score_sheet(
        resolve_rules("casino"),
        2,
        ("You", "Ben"),
        ({"aces": 3, "total": 3}, {"aces": 1, "big_casino": 2, "total": 3}),
        (9, 8),
    )
    assert [row.label for row in found.rows] == [
        "Most cards",
        "Most spades",
        "Big casino (10♦)",
        "Little casino (2♠)",
        "Aces",
    ]
    assert [row.points for row in found.rows] == [(0, 0), (0, 0), (0, 2), (0, 0), (3, 1)]
    assert (found.number, found.points, found.totals) == (2, (3, 3), (9, 8))


def test_a_sheet_checks_its_sum_against_all_there_is() -> None:
    points = ({"most_cards": 3, "aces": 3, "total": 6}, {"aces": 1, "big_casino": 2, "sweeps": 2, "total": 5})
    assert score_sheet(resolve_rules("casino"), 1, ("You", "Ben"), points).remarks == (
        "No one scores the point for spades.",
        "No one scores the point for the little casino.",
    )
    piles = read_cards("2C 3C 4S 5S"), read_cards("6C 7C 8S 9S")
    assert [*missing_points(resolve_rules("casino"), ({}, points[1]), piles)][:2] == [
        "Tied in cards, 4 to 4: no one scores the 3 points.",
        "Tied in spades, 2 to 2: no one scores the point.",
    ]
    all_awarded = ({**points[0], "most_spades": 1, "little_casino": 1}, points[1])
    assert score_sheet(resolve_rules("casino-sweeps"), 1, ("You", "Ben"), all_awarded).remarks == ()
    assert score_sheet(resolve_rules("callabra"), 1, ("You", "Ben"), ({"cards": 9}, {"cards": 3})).remarks == ()


def test_where_only_the_number_of_cards_counts_the_sheet_has_no_other_line() -> None:
    points = ({"cards": 21, "total": 21}, {"cards": 31, "total": 31})
    assert [row.label for row in score_sheet(resolve_rules("callabra"), 1, ("You", "Ben"), points).rows] == ["Cards"]


def test_a_sheet_leaves_out_what_does_not_count() -> None:
    found = score_sheet(
        resolve_rules({"preset": "casino", "sweep": 1, "aces": 0}),
        1,
        ("You", "Ben"),
        ({"total": 0}, {"orange": 10, "total": 10}),
    )
    labels = [row.label for row in found.rows]
    assert "Sweeps" in labels
    assert "Oranges" in labels
    assert "Aces" not in labels
    assert "Tablanettes" not in labels


# --- while the round is running ------------------------------------------------------------------------------------


def running(rules: Rules, totals: tuple[int, ...] = (0, 0), *piles: str, given: Any = ()) -> Perspective:
    """The game as seat 1 sees it, with these totals before the round and these cards taken."""
    begun = fold(BEGUN)
    assert begun.round
    taken = tuple(map(read_cards, piles or ("", "")))
    now = begun.round._replace(totals_at_start=totals, piles=taken)
    state: GameState = begun._replace(rules=rules, totals=totals, target=rules.winning.target, round=now)
    return perspective_of(fold(given, state), 1)


def stands(*laid: Any, given: Any = ()) -> ScoreSheet:
    """Return its sheet."""
    found = running_sheet(running(*laid, given=given))
    assert found
    return found


def row(found: ScoreSheet, label: str) -> tuple[ScoreCell, ...]:
    return next(each.cells for each in found.rows if each.label == label)


def test_it_counts_what_everybody_has_seen_go_to_the_piles() -> None:
    found = stands(resolve_rules("casino"), (4, 7), "AS 9S 9H", "TD 2C")
    assert row(found, "Cards") == (ScoreCell(3, 3), ScoreCell(0, 2))
    assert row(found, "Spades") == (ScoreCell(1, 2), ScoreCell(0, 0))
    assert row(found, "Aces") == (ScoreCell(1, 1), ScoreCell(0, 0))
    assert (found.points, found.totals) == ((5, 2), ())


def test_where_players_claim_the_page_counts_no_points_for_them() -> None:
    found = stands(resolve_rules("cassino-21"), (4, 7), "AS 9S 9H", "TD 2C")
    assert found.points == ()
    assert not any(cell.points for each in found.rows for cell in each.cells)


def test_it_says_what_is_to_be_reached_and_checks_the_sum() -> None:
    found = stands(resolve_rules("casino"), (0, 0), "AS 9S 9H", "TD 2C")
    assert found.remarks == ("To win: 21 points.", "Each round has 11 points. Secured so far: 3.")
    swept = stands(resolve_rules("casino-sweeps"))
    assert swept.remarks[-1] == "Each round has 11 points, not counting sweeps. Secured so far: 0."


def test_it_says_what_alone_counts_now() -> None:
    found = stands(resolve_rules("dominican"), (19, 3), "AS", "")
    assert "You, at 19: only big casino counts now." in found.remarks
    assert row(found, "Aces") == (ScoreCell(0, 1, counts=False), ScoreCell(0, 0))
    found = stands(resolve_rules("dominican-soto"), (2, 16))
    assert "Ben, at 16: only most cards and big casino count now." in found.remarks


def test_points_given_at_once_have_their_line() -> None:
    found = stands(resolve_rules("tuxedo"), given=[PointsAwarded(1, "orange", 10)])
    assert row(found, "Oranges") == (ScoreCell(0), ScoreCell(10))
    assert found.points == (0, 10)


def test_a_difference_is_taken_in_the_end() -> None:
    found = stands(resolve_rules("cassino-difference"))
    assert "When the round ends, the side with more points scores the difference." in found.remarks


def test_where_cards_decide_there_are_no_points_to_sum() -> None:
    found = stands(resolve_rules("callabra"), (0, 0), "AS 2S", "")
    assert [each.label for each in found.rows] == ["Cards"]
    assert found.remarks == ()


@pytest.mark.django_db
def test_it_lies_open_to_everybody_at_any_time() -> None:
    ann, bob = laid("casino", "9S", "8S", table="9H 8D KS QS")
    ann.play("9Sx9H")
    text = bob.look().text
    assert text.index("Round 1, so far") < text.rindex("Ann took 9♥")
    assert re.search(r"Cards 3 points 2 0 ", text)
    assert "Points if it ended now +4 0" in text
    ann.post("resign", seq=bob.look().seq)
    assert "Round 1, so far" not in bob.look().text


@pytest.mark.parametrize(("preset", "expected"), [("casino", {1: "+5", 2: "+2"}), ("cassino-21", {1: "", 2: ""})])
def test_each_seat_shows_the_points_of_the_running_sheet(preset: str, expected: dict[int, str]) -> None:
    perspective = running(resolve_rules(preset), (4, 7), "AS 9S 9H", "TD 2C")
    view = table_view(perspective, ())
    assert {seat.number: seat.so_far for seat in view.seats} == expected
    assert view.running_sheet is not None
    sums = view.running_sheet.signed_points if view.running_sheet.points else ("", "")
    assert sums == (expected[1], expected[2])


@pytest.mark.parametrize(("pile", "expected"), [("AS 9S TD", {1: "+7", 2: "+0"}), ("", {1: "", 2: ""})])
def test_no_points_are_told_once_another_has_some(pile: str, expected: dict[int, str]) -> None:
    view = table_view(running(resolve_rules("casino"), (4, 7), pile, ""), ())
    assert {seat.number: seat.so_far for seat in view.seats} == expected
