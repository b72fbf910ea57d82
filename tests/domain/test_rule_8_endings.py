"""Rulebook section 8, second part: oranges, defaults, Callabra's endings, the peek at the bottom card."""

from tests.domain.packs import COUPLE, Company, script, stack
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
from tests.domain.sights import begun, sight

ROOK = Company(deck="rook")
ORANGE = stack(ROOK, ["5B 9G 1B 2B", "3B 7B 8B 9B"], "2Y 3R 7G TB")
PLAIN = "7Bx7G"


def totals(*moves: str, pack: str = ORANGE, rules: str = "tuxedo") -> list[int]:
    """Return the totals at once after these moves of two players."""
    points = replay(rules, [pack], list(moves))["totals"]
    assert isinstance(points, list)
    return points


def test_8_6_red_and_yellow_called_with_the_move() -> None:
    allows("tuxedo", hand="5B 9G", table="2Y 3R 7G", move="5Bx2Y,3R!")
    assert totals("5Bx2Y,3R!") == [10, 0]


def test_8_6_uncalled_it_scores_nothing() -> None:
    assert totals("5Bx2Y,3R") == [0, 0]


def test_8_6_another_seat_may_call_it_until_the_next_card() -> None:
    assert totals("5Bx2Y,3R", "orange@2") == [0, 10]
    assert totals("5Bx2Y,3R", "3B", "orange@1") == [-10, 0]


def test_8_6_a_false_call_costs_ten() -> None:
    assert totals("9G", PLAIN + "!") == [0, -10]
    assert totals("9G", PLAIN, "orange@1") == [-10, 0]
    assert totals("9G", "orange@2") == [0, -10]


def test_8_6_the_played_card_is_not_one_of_the_colours() -> None:
    pack = stack(ROOK, ["5Y 9G 1B 4B", "3B 7B 8B 9B"], "2B 3R 7G TB")
    assert totals("5Yx2B,3R!", pack=pack) == [-10, 0]


def test_8_6_colours_in_builds_count() -> None:
    pack = stack(ROOK, ["5B 5G 1B 2B", "4B 7B 8B 9B"], "2Y 3R 7G TB")
    assert totals("2B+3R=5", "4B", "5Bx[2B3R]!", pack=pack) == [-10, 0]
    pack = stack(ROOK, ["5B 5G 1B 2Y", "4B 7B 8B 9B"], "2B 3R 7G TB")
    assert totals("2Y+3R=5", "4B", "5Bx[2Y3R]!", pack=pack) == [10, 0]


def test_8_6_one_orange_a_capture() -> None:
    replay_refuses("tuxedo", [ORANGE], ["5Bx2Y,3R!", "orange@2"], code="call", rule="8.6")


def test_8_6_its_player_cannot_call_it_later() -> None:
    replay_refuses("tuxedo", [ORANGE], ["5Bx2Y,3R", "orange@1"], code="call", rule="8.6")


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


def test_8_7_trailing_while_owning_is_a_default() -> None:
    outcome = replay("michigan", [DEFAULT], ["4C+5H=9", "QC", "2C"])
    assert outcome["totals"] == [0, 2]
    assert "[4C+5H=9@0]" in outcome["table"]


def test_8_7_leaving_a_build_uncovered_is_a_default() -> None:
    pack = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H 9D 7H 8D")
    outcome = replay("michigan", [pack], ["4C+5H=9", "QC", "9Cx9D"])
    assert outcome["totals"] == [0, 2]
    assert "[4C+5H=9@0]" in outcome["table"]


def test_8_7_capturing_elsewhere_with_the_build_covered_is_none() -> None:
    pack = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H 2D 7H 8D")
    outcome = replay("michigan", [pack], ["4C+5H=9", "QC", "2Cx2D"])
    assert outcome["totals"] == [0, 0]
    assert "[4C+5H=9@1]" in outcome["table"]


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
    assert sight(begun("casino-en-deux", PEEKED, []), 1).bottom_card == "7D"


def test_8_9_nobody_else_does() -> None:
    state = begun("casino-en-deux", PEEKED, [])
    assert [sight(state, viewer).bottom_card for viewer in (0, 2)] == [None, None]
    assert sight(begun("hungarian", PEEKED, []), 1).bottom_card is None


def test_8_8_other_games_go_on_when_the_table_is_empty() -> None:
    sweep = script(COUPLE, stack(COUPLE, ["TS", ""], "AH 2H 3H 4H"), "TSxAH,2H,3H,4H")
    assert replay("casino", [sweep.pack], sweep.moves[:1])["winner"] is None


def test_8_8_who_is_best_of_the_rest_when_one_resigns_is_told_by_cards() -> None:
    three = Company(seats=3, dealer=3, hand=3, table=5)
    pack = stack(three, ["KS", "9C"], "KH 2D 4D 6D 8D")
    outcome = replay("callabra", [pack], ["KSxKH", "resign@3"], seats=3, dealer=3)
    assert (outcome["winner"], outcome["reason"]) == ([1], "resign")
