"""Rulebook section 8, second part: oranges, defaults, Callabra's endings, the peek at the bottom card."""

import pytest

from tests.domain.packs import COUPLE, Company, script, stack
from tests.domain.perspectives import begun, round_view
from tests.domain.positions import (
    Outcome,
    Rules,
    allows,
    house,
    refuses,
    replay,
    replay_refuses,
    round_points,
    trail_out,
)

ROOK = Company(deck="rook")
ORANGE = stack(ROOK, ["5B 9G 1B 2B", "3B 7B 8B 9B"], "2Y 3R 7G TB")
PLAIN = "7Bx7G"
PLAYED_YELLOW = stack(ROOK, ["5Y 9G 1B 4B", "3B 7B 8B 9B"], "2B 3R 7G TB")
NO_RED = stack(ROOK, ["5B 5G 1B 2B", "4B 7B 8B 9B"], "2Y 3R 7G TB")
RED_AND_YELLOW = stack(ROOK, ["5B 5G 1B 2Y", "4B 7B 8B 9B"], "2B 3R 7G TB")

ORANGES: list[tuple[str, str, list[str], list[int]]] = [
    ("8.6 red and yellow called with the move", ORANGE, ["5Bx2Y,3R!"], [10, 0]),
    ("8.6 uncalled it scores nothing", ORANGE, ["5Bx2Y,3R"], [0, 0]),
    ("8.6 another seat may call it", ORANGE, ["5Bx2Y,3R", "orange@2"], [0, 10]),
    ("8.6 until the next card", ORANGE, ["5Bx2Y,3R", "3B", "orange@1"], [-10, 0]),
    ("8.6 a false call costs ten", ORANGE, ["9G", PLAIN + "!"], [0, -10]),
    ("8.6 a false call costs ten", ORANGE, ["9G", PLAIN, "orange@1"], [-10, 0]),
    ("8.6 a false call costs ten", ORANGE, ["9G", "orange@2"], [0, -10]),
    ("8.6 the played card is not one of the colours", PLAYED_YELLOW, ["5Yx2B,3R!"], [-10, 0]),
    ("8.6 one colour in a build", NO_RED, ["2B+3R=5", "4B", "5Bx[2B3R]!"], [-10, 0]),
    ("8.6 colours in builds count", RED_AND_YELLOW, ["2Y+3R=5", "4B", "5Bx[2Y3R]!"], [10, 0]),
]


@pytest.mark.parametrize(("statement", "pack", "moves", "totals"), ORANGES)
def test_oranges(statement: str, pack: str, moves: list[str], totals: list[int]) -> None:
    assert replay("tuxedo", [pack], moves)["totals"] == totals


def test_8_6_a_call_is_a_move() -> None:
    allows("tuxedo", hand="5B 9G", table="2Y 3R 7G", move="5Bx2Y,3R!")


@pytest.mark.parametrize("moves", [["5Bx2Y,3R!", "orange@2"], ["5Bx2Y,3R", "orange@1"]])
def test_8_6_no_second_call_and_none_by_its_player_later(moves: list[str]) -> None:
    replay_refuses("tuxedo", [ORANGE], moves, code="call", rule="8.6")


def test_8_6_no_oranges_elsewhere() -> None:
    refuses("casino", hand="5S 9C", table="2D 3H", move="5Sx2D,3H!", code="call", rule="8.6")
    replay_refuses("casino", [stack(COUPLE, ["9S", ""], "")], ["9S", "orange@2"], code="call", rule="8.6")


def test_8_6_given_at_once_and_shown_with_the_round() -> None:
    pack = stack(ROOK, ["5B 9G 1B 2B", "3B 7B 8B 9B"], "2Y 3R 7G TB")
    outcome = trail_out("tuxedo", pack, ["5Bx2Y,3R!"])
    points = round_points(outcome)[0]
    assert points == {"orange": 10, "most_cards": 15, "fives": 20, "total": 45}
    assert outcome["totals"] == [45, 0]


DEFAULT = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H KD 7H 8D")
NINE = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H 9D 7H 8D")
TWO = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H 2D 7H 8D")


@pytest.mark.parametrize(
    ("statement", "pack", "move", "points", "owner"),
    [
        ("8.7 trailing while owning is a default", DEFAULT, "2C", 2, 0),
        ("8.7 leaving a build uncovered is a default", NINE, "9Cx9D", 2, 0),
        ("8.7 capturing with the build covered is none", TWO, "2Cx2D", 0, 1),
    ],
)
def test_defaults(statement: str, pack: str, move: str, points: int, owner: int) -> None:
    outcome = replay("michigan", [pack], ["4C+5H=9", "QC", move])
    assert outcome["totals"] == [0, points]
    assert f"[4C+5H=9@{owner}]" in outcome["table"]


def test_8_7_nobody_defaults_on_a_build_without_owner() -> None:
    assert replay("michigan", [DEFAULT], ["4C+5H=9", "QC", "2C", "JC", "3C"])["totals"] == [0, 2]


CALLABRA = Company(hand=3, table=5)


def callabra(hands: list[str], table: str, *moves: str, rules: Rules = "callabra") -> Outcome:
    return replay(rules, [stack(CALLABRA, hands, table)], list(moves))


def test_8_8_a_capture_that_empties_the_table_ends_the_game() -> None:
    outcome = callabra(["KS", "QC"], "KH KD KC QH QD", "KSxKH,KD,KC", "QCxQH,QD")
    assert (outcome["winner"], outcome["reason"], outcome["turn"]) == ([1], "cleared", None)
    assert [points["cards"] for points in outcome["rounds"][0]["points"]] == [4, 3]


def test_8_8_not_while_a_card_lies_there() -> None:
    assert callabra(["KS", "QC"], "KH KD KC QH QD", "KSxKH,KD,KC", "QCxQH")["winner"] is None


def test_8_8_level_the_side_that_cleared_the_table_wins() -> None:
    moves = ["5C&8CxKH,KD,KC", "QCxQH", "9D", "9Sx9D,9C"]
    outcome = callabra(["5C 8C 9D", "QC 9S"], "KH KD KC QH 9C", *moves)
    assert [points["cards"] for points in outcome["rounds"][0]["points"]] == [5, 5]
    assert (outcome["winner"], outcome["reason"]) == ([2], "cleared")


def test_8_8_when_the_cards_run_out_the_table_is_nobodys() -> None:
    outcome = trail_out("callabra", stack(CALLABRA, ["KS", "QC"], "KH KD 2H 3H 4H"), ["KSxKH"])
    assert (outcome["winner"], outcome["reason"]) == ([1], "cards")
    assert [points["cards"] for points in outcome["rounds"][0]["points"]] == [2, 0]


def test_8_8_level_without_clearing_shares_the_win() -> None:
    outcome = trail_out("callabra", stack(CALLABRA, ["KS", "QC"], "KH KD 2H QH 4H"), ["KSxKH", "QCxQH"])
    assert (outcome["winner"], outcome["reason"]) == ([1, 2], "cards")


def test_8_8_a_pile_that_reaches_the_count_ends_the_game() -> None:
    table, moves = "AH 2H 3H 4H KH", ["TSxAH,2H,3H,4H", "9C", "KSxKH"]
    outcome = callabra(["TS KS", "9C"], table, *moves, rules="callabra-1905")
    assert (outcome["winner"], outcome["reason"]) == ([1], "cards")
    without_end = house("callabra-1905", capture_count_end=None)
    assert callabra(["TS KS", "9C"], table, *moves, rules=without_end)["winner"] is None


PEEKED = stack(Company(hand=3), ["9S", "9C"], last="7D")


def test_8_9_the_non_dealer_sees_the_bottom_card() -> None:
    assert round_view(begun("casino-en-deux", PEEKED, []), 1).bottom_card == "7D"


def test_8_9_nobody_else_does() -> None:
    state = begun("casino-en-deux", PEEKED, [])
    assert [round_view(state, viewer).bottom_card for viewer in (0, 2)] == [None, None]
    assert round_view(begun("hungarian", PEEKED, []), 1).bottom_card is None


def test_8_8_other_games_go_on_when_the_table_is_empty() -> None:
    sweep = script(COUPLE, stack(COUPLE, ["TS", ""], "AH 2H 3H 4H"), "TSxAH,2H,3H,4H")
    assert replay("casino", [sweep.pack], sweep.moves[:1])["winner"] is None


def test_8_8_who_is_best_of_the_rest_when_one_resigns_is_told_by_cards() -> None:
    three = Company(seats=3, dealer=3, hand=3, table=5)
    pack = stack(three, ["KS", "9C"], "KH 2D 4D 6D 8D")
    outcome = replay("callabra", [pack], ["KSxKH", "resign@3"], seats=3, dealer=3)
    assert (outcome["winner"], outcome["reason"]) == ([1], "resign")
