"""Rulebook section 7, counting in order (7.2) with points that were given at once (7.1)."""

from tests.domain.packs import COUPLE, Round, script, stack
from tests.domain.positions import Outcome, house, replay, round_points

TRAILED = script(
    COUPLE,
    stack(COUPLE, ["4C 9C 2C TS", "KS"], "5H TD KD 7H"),
    *["4C+5H=9", "KSxKD", "2C", ".", "TSxTD", ".", "9Cx[4C5H]"],
)
"""Seat 1 trails while it owns a build, and takes everything but four kings: eight points in addition to most cards."""


def played(rules: dict[str, object], round_: Round) -> Outcome:
    return replay(rules, [round_.pack], round_.moves)


def test_7_2_points_given_at_once_are_there_at_the_first_item() -> None:
    rules = house("casino", finish="in_order", duty="penalty", target=2, most_cards=0)
    outcome = played(rules, TRAILED)
    assert [points["total"] for points in round_points(outcome)] == [8, 2]
    assert (outcome["winner"], outcome["reason"]) == ([2], "in-order")


def test_7_2_not_where_nothing_was_given() -> None:
    rules = house("casino", finish="in_order", duty="free", target=2, most_cards=0)
    outcome = played(rules, TRAILED)
    assert (outcome["winner"], outcome["reason"]) == ([1], "target")
