"""The score sheet of a running round, on the page."""

import re
from typing import Any

import pytest

from games.domain.events import PointsAwarded
from games.domain.perspective import perspective_of
from games.domain.replay import fold
from games.domain.rules import Rules
from games.domain.state import GameState
from games.domain.variants import resolve_rules
from games.presenters.round_score import RoundScore, RoundScoreCell, round_score
from tests.games.presenters.perspectives import BEGUN
from tests.games.viewers import laid


def stands(rules: Rules, totals: tuple[int, ...] = (0, 0), *piles: str, given: Any = ()) -> RoundScore:
    """Return the sheet for seat 1, with these totals before the round and these cards taken."""
    from games.domain.notation import read_cards

    begun = fold(BEGUN)
    assert begun.round
    taken = tuple(map(read_cards, piles or ("", "")))
    now = begun.round._replace(totals_at_start=totals, piles=taken)
    state: GameState = begun._replace(rules=rules, totals=totals, target=rules.winning.target, round=now)
    found = round_score(perspective_of(fold(given, state), 1))
    assert found
    return found


def row(found: RoundScore, label: str) -> tuple[RoundScoreCell, ...]:
    return next(each.cells for each in found.rows if each.label == label)


def test_it_counts_what_everybody_has_seen_go_to_the_piles() -> None:
    found = stands(resolve_rules("casino"), (4, 7), "AS 9S 9H", "TD 2C")
    assert row(found, "Most cards") == (RoundScoreCell(3, 0, True), RoundScoreCell(2, 0, True))
    assert row(found, "Most spades") == (RoundScoreCell(2, 0, True), RoundScoreCell(0, 0, True))
    assert row(found, "Aces") == (RoundScoreCell(1, 1, True), RoundScoreCell(0, 0, True))
    assert (found.at_start, found.certain, found.projected) == ((4, 7), (1, 2), (5, 9))


def test_it_says_what_is_to_be_reached_and_checks_the_sum() -> None:
    found = stands(resolve_rules("casino"), (0, 0), "AS 9S 9H", "TD 2C")
    assert found.remarks == ("To win: 21 points.", "Each round has 11 points. Secured so far: 3.")
    swept = stands(resolve_rules("casino-sweeps"))
    assert swept.remarks[-1] == "Each round has 11 points, not counting sweeps. Secured so far: 0."


def test_it_says_what_alone_counts_now() -> None:
    found = stands(resolve_rules("dominican"), (19, 3), "AS", "")
    assert "You, at 19: only big casino counts now." in found.remarks
    assert row(found, "Aces") == (RoundScoreCell(1, 0, False), RoundScoreCell(0, 0, True))
    found = stands(resolve_rules("dominican-soto"), (2, 16))
    assert "Ben, at 16: only most cards and big casino count now." in found.remarks


def test_points_given_at_once_have_their_line() -> None:
    found = stands(resolve_rules("tuxedo"), given=[PointsAwarded(1, "orange", 10)])
    assert row(found, "Oranges") == (RoundScoreCell(0, 0, True), RoundScoreCell(0, 10, True))
    assert found.certain == (0, 10)


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
    assert "Score sheet Round 1, so far" in text
    assert re.search(r"Most cards 3 points 2 0 ", text)
    ann.post("resign", seq=bob.look().seq)
    assert "Round 1, so far" not in bob.look().text
