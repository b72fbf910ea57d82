"""Score sheets."""

from games.domain.variants import resolve_rules
from games.presenters.score_sheet import score_sheet


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
    assert (found.number, found.added, found.totals) == (2, (3, 3), (9, 8))


def test_a_sheet_checks_its_sum_against_all_there_is() -> None:
    points = ({"most_cards": 3, "aces": 3, "total": 6}, {"aces": 1, "big_casino": 2, "sweeps": 2, "total": 5})
    assert score_sheet(resolve_rules("casino"), 1, ("You", "Ben"), points).check == "2 points weren’t awarded."
    all_awarded = ({**points[0], "most_spades": 1, "little_casino": 1}, points[1])
    assert score_sheet(resolve_rules("casino-sweeps"), 1, ("You", "Ben"), all_awarded).check == ""
    assert score_sheet(resolve_rules("callabra"), 1, ("You", "Ben"), ({"cards": 9}, {"cards": 3})).check == ""


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
