"""Rulebook section 6: the end of a round, and scoring."""

import pytest

from tests.domain.packs import COUPLE, PACKS, Company, script, stack, takes_all
from tests.domain.positions import Rules, house, replay, round_points, score, without_nothing

ALL = " ".join(PACKS["standard"])


def rest(pile: str) -> str:
    """Return every card of the pack but these."""
    return " ".join(card for card in PACKS["standard"] if card not in pile.split())


def test_6_1_the_table_goes_to_the_last_capture() -> None:
    outcome = replay("casino", [takes_all(COUPLE, 2).pack], takes_all(COUPLE, 2).moves)
    assert round_points(outcome)[1]["total"] == 11


def test_6_1_builds_left_go_with_it() -> None:
    pack = stack(COUPLE, ["4C 9C 2C 3C", "KS QC JC TC"], "5H KD 7H 8D")
    round_ = script(COUPLE, pack, "4C+5H=9", "KSxKD", "9C")
    points = round_points(replay(house("michigan", target=100), [pack], round_.moves))
    assert points[0] == {}
    assert (points[1]["aces"], points[1]["most_cards"], points[1]["defaults"], points[1]["total"]) == (4, 3, 2, 13)


def test_6_1_to_nobody_without_a_capture() -> None:
    pack = ALL
    outcome = replay("casino", [pack], script(COUPLE, pack).moves)
    assert (round_points(outcome), outcome["totals"]) == ([{}, {}], [0, 0])


def test_6_1_what_is_left_is_no_sweep() -> None:
    everything = takes_all(COUPLE, 1)
    assert "sweeps" not in round_points(replay("casino-sweeps", [everything.pack], everything.moves))[0]


def test_6_1_a_real_capture_of_everything_with_the_last_card_is_a_sweep() -> None:
    pack = stack(COUPLE, [], last="5S")
    moves = script(COUPLE, pack).moves[:-1]
    rules = house("casino-sweeps", five_of_spades_sweeps=True)
    table = replay(rules, [pack], moves)["table"].split()
    assert len(table) == 51
    assert round_points(replay(rules, [pack], [*moves, "5Sx" + ",".join(table)]))[1]["sweeps"] == 1


def test_6_2_most_cards_and_most_spades() -> None:
    assert score("casino", ALL, "") == [
        {"most_cards": 3, "most_spades": 1, "big_casino": 2, "little_casino": 1, "aces": 4, "total": 11},
        {},
    ]
    assert score("casino", "3S 4S", "3H 4H 5H") == [{"most_spades": 1, "total": 1}, {"most_cards": 3, "total": 3}]


def test_6_2_a_tie_scores_nobody() -> None:
    assert score("casino", "3S 4H", "5S 6H", "7D") == [{}, {}, {}]


def test_6_2_tied_cards_go_to_most_spades_in_portuguese() -> None:
    assert score("portuguese", "3S 4S", "5S 6H") == [{"most_cards": 3, "most_spades": 1, "total": 4}, {}]
    assert score("portuguese", "3S 4H", "5S 6H") == [{}, {}]


def test_6_2_most_spades_settle_a_tie_though_worth_nothing() -> None:
    rules = house("portuguese", most_spades=0)
    assert score(rules, "3S 4S", "5S 6H") == [{"most_cards": 3, "total": 3}, {}]


def test_6_2_casinos_and_aces() -> None:
    assert score("casino", "TD 3H", "2S AH AD") == [
        {"big_casino": 2, "total": 2},
        {"most_cards": 3, "most_spades": 1, "little_casino": 1, "aces": 2, "total": 7},
    ]
    assert score("casino", "TS 2D 3C", "TH 2C 4D") == [{"most_spades": 1, "total": 1}, {}]


def test_6_2_spade_casino() -> None:
    spades = {"most_cards": 3, "each_spade": 2, "jack_of_spades": 1, "total": 6}
    assert score("spade", "JS 3S 4H", "3H 4D") == [spades, {}]
    assert score("spade-25", "JS 3S 4H", "3H 4D") == [{**spades, "most_spades": 1, "total": 7}, {}]
    assert sum(side["total"] for side in score("spade-25", ALL, "") if side) == 25


def test_6_2_diamond() -> None:
    assert score("diamond", "7D 3D 7S 7H 7C", "4D 6H") == [
        {"most_cards": 1, "most_diamonds": 1, "seven_of_diamonds": 1, "fours_of_a_kind": 2, "total": 5},
        {},
    ]
    assert score("diamond", "AS AH AD 6S 6H 6D", "AC 6C 8S 8H 8D 8C") == [{"most_diamonds": 1, "total": 1}, {}]


def test_6_2_tuxedo_fives() -> None:
    assert score("tuxedo", "5B 5R 6R", "5Y") == [{"most_cards": 15, "fives": 10, "total": 25}, {"fives": 5, "total": 5}]


def test_6_2_last_capture_scores_its_side() -> None:
    rules = house("casino", most_cards=2, last_capture=1)
    cards_only = {"most_cards": 2, "total": 2}
    assert score(rules, "3H 4H", "5H", last_capture=2) == [cards_only, {"last_capture": 1, "total": 1}]
    assert score(rules, "3H 4H", "5H", last_capture=None) == [cards_only, {}]


def test_6_2_honours() -> None:
    rules = house("casino", honours=1, most_cards=0, most_spades=0, big_casino=0, little_casino=0, aces=0)
    assert score(rules, "AS KS QS JS TS TD 2C", "9S 2S TH") == [{"honours": 8, "total": 8}, {"honours": 1, "total": 1}]


@pytest.mark.parametrize(
    ("rules", "sweeps", "points"),
    [
        ("casino-sweeps", [[4], [2, 3]], [1, 2]),
        ("dominican", [[4], [2, 3]], [0, 1]),
        ("michigan", [[4], []], [2, 0]),
        ("tuxedo", [[4, 3], [5]], [15, 10]),
    ],
)
def test_6_2_sweeps(rules: Rules, sweeps: list[list[int]], points: list[int]) -> None:
    assert [side.get("sweeps", 0) for side in score(rules, "", "", sweeps=sweeps)] == points


def test_6_2_sweeps_cancel_by_the_side_with_the_fewest() -> None:
    three = score("dominican", "", "", "", sweeps=[[1, 1, 1], [1, 1], [1]])
    assert [side.get("sweeps", 0) for side in three] == [2, 1, 0]
    assert [side.get("sweeps", 0) for side in score("dominican", "", "", "", sweeps=[[1, 1], [1], []])] == [2, 1, 0]


def test_6_2_no_points_for_sweeps_in_plain_casino() -> None:
    assert score("casino", "", "", sweeps=[[4], []]) == [{}, {}]


EN_DEUX = Company(hand=3)


def test_6_2_a_sweep_with_the_very_first_play_scores_its_own_value() -> None:
    pack = stack(EN_DEUX, ["TS 5S", "5C 4C"], "AH 2H 3H 4H")
    round_ = script(EN_DEUX, pack, "TSxAH,2H,3H,4H")
    assert round_points(replay("casino-en-deux", [pack], round_.moves))[0]["sweeps"] == 2


def test_6_2_a_later_sweep_does_not() -> None:
    pack = stack(EN_DEUX, ["TS 5S", "5C 4C"], "AH 2H 3H 4H")
    first = script(EN_DEUX, pack, "TSxAH,2H,3H,4H", "5C", "5Sx5C")
    assert round_points(replay("casino-en-deux", [pack], first.moves))[0]["sweeps"] == 3
    second = script(EN_DEUX, stack(EN_DEUX, ["JS KS", "7S"], "AH 2H 4C JD"), "JSxJD", "7SxAH,2H,4C")
    assert round_points(replay("casino-en-deux", [second.pack], second.moves))[1]["sweeps"] == 1


SIX = Company(hand=6)


def tablanette(hand: str, table: str, *moves: str) -> int:
    """Return the points seat 1 has at once after these moves."""
    pack = stack(SIX, [hand, "9D 8D 7D 5S"], table)
    return int(replay("tablanette", [pack], list(moves))["totals"][0])


def test_6_2_a_tablanette_scores_its_value_by_its_cards() -> None:
    assert tablanette("TS", "4H 6H 3H 7H", "TSx3H,4H,6H,7H") == 30
    assert tablanette("TS", "TH 6H 4H TC", "TSx4H,6H,TH,TC") == 40
    assert tablanette("AS", "AH AD 5H 6H", "ASxAH,AD,5H,6H") == 44


def test_6_2_the_largest_reading_of_a_tablanette() -> None:
    assert tablanette("AS KS", "AH AD 5H KD", "KSxKD", "5Sx5H", "ASxAH,AD") == 33


def test_6_2_a_build_taken_whole_is_one_group_of_a_tablanette() -> None:
    pack = stack(SIX, ["2C TS", "TD"], "AH 2H 3H 2D")
    outcome = replay(house("tablanette", building=True), [pack], ["2C+AH,2H,2D,3H=10", "TDx[AH2H2D2C3H]"])
    assert outcome["totals"] == [0, 20]


def test_6_2_each_group_of_a_multiple_build_counts_in_a_tablanette() -> None:
    pack = stack(SIX, ["4C TS", "TD"], "6H 3D 7H TC")
    moves = ["4C+3D,6H,7H,TC=10", "TDx[3D4C6H7HTC]"]
    assert replay(house("tablanette", building=True), [pack], moves)["totals"] == [0, 40]


def test_6_2_no_tablanette_by_a_jack_or_when_cards_stay() -> None:
    assert tablanette("JS", "4H 6H 3H 7H", "JSx3H,4H,6H,7H") == 0
    assert tablanette("TS", "4H 6H 3H 8H", "TSx4H,6H") == 0


def test_6_2_no_tablanette_by_a_jack_that_has_a_value() -> None:
    pack = stack(SIX, ["JS"], "2H 3H 4H 2D")
    rules = house("tablanette", jack_takes_all=False, face_values="royal")
    assert replay(rules, [pack], ["JSx2H,2D,3H,4H"])["totals"] == [0, 0]


@pytest.mark.parametrize(("all_points", "extra"), [("nothing", 0), ("bonus", 1)])
def test_6_3_all_the_points_of_a_round(all_points: str, extra: int) -> None:
    points = score(house("casino", all_points=all_points), ALL, "")
    assert (points[0].get("all_points", 0), points[0]["total"]) == (extra, 11 + extra)


def test_6_3_not_when_one_point_is_the_others() -> None:
    rules = house("casino", all_points="bonus")
    assert "all_points" not in score(rules, rest("AD"), "AD")[0]
    assert "all_points" not in score(rules, rest("TD"), "TD")[0]


def test_6_3_not_when_most_cards_or_most_spades_are_tied() -> None:
    rules, points = house("casino", all_points="bonus"), "TD 2S AS AH AD AC"
    assert "all_points" not in score(rules, points, "3H 4H 5H 6H 7H 8H")[0]
    assert "all_points" not in score(rules, points, "3S 4S")[0]


def test_6_3_sweeps_apart() -> None:
    rules = house("casino-sweeps", all_points="bonus")
    assert score(rules, ALL, "", sweeps=[[], [1]])[0]["all_points"] == 1


@pytest.mark.parametrize("all_points", ["first_round_win", "win"])
def test_6_3_all_points_win_the_game(all_points: str) -> None:
    everything = takes_all(COUPLE, 1)
    outcome = replay(house("casino", all_points=all_points), [everything.pack], everything.moves)
    assert (outcome["winner"], outcome["reason"]) == ([1], "all-points")


def test_6_3_only_the_first_round_wins() -> None:
    nothing, everything = script(COUPLE, ALL), takes_all(Company(dealer=1), 1)
    decks, moves = [nothing.pack, everything.pack], nothing.moves + everything.moves
    assert replay(house("casino", all_points="first_round_win"), decks, moves)["winner"] is None
    assert replay(house("casino", all_points="win"), decks, moves)["reason"] == "all-points"


def test_6_4_the_side_with_more_scores_the_difference() -> None:
    points = score("cassino-difference", "TD 3H 4H", "2S AH")
    assert [side.get("total", 0) for side in points] == [2, 0]
    assert [side.get("total", 0) for side in score("cassino-difference", "3H AD", "2S AH 3D")] == [0, 5]


def test_6_4_level_points_score_nobody() -> None:
    assert [side.get("total", 0) for side in score("cassino-difference", "AD 2S", "AH TH")] == [2, 0]
    assert [side.get("total", 0) for side in score("cassino-difference", "AD 3H", "AH TH")] == [0, 0]


def test_6_4_not_elsewhere() -> None:
    assert [side["total"] for side in score("casino", "TD 3H 4H", "2S AH")] == [5, 3]


MEYERS = Company(hand=3, table=5)


FIVE_CARDS = stack(MEYERS, ["TS KS", "QC"], "AH 2H 3H 4H KH")


def test_6_5_a_pile_of_six_ends_the_game() -> None:
    outcome = replay("callabra-1905", [FIVE_CARDS], ["TSxAH,2H,3H,4H", "QC", "KSxKH"])
    assert (outcome["winner"], without_nothing(outcome["rounds"][0]["points"][0])["cards"]) == ([1], 7)


def test_6_5_five_cards_do_not() -> None:
    assert replay("callabra-1905", [FIVE_CARDS], ["TSxAH,2H,3H,4H", "QC"])["winner"] is None


def test_6_5_nor_do_any_in_the_other_callabra() -> None:
    pack = stack(MEYERS, ["TS KS JS", "QC 9C 8C"], "TH TD TC JH KH")
    moves = ["TSxTH,TD,TC", "QC", "KSxKH", "9C", "JSxJH"]
    assert replay("callabra", [pack], moves)["winner"] is None
