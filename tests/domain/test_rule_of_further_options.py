"""Rules 2.6, 3.8, 3.9, 4.11 to 4.14, 5.15 to 5.17, 6.6 to 6.8, 7.9, 12.8, and the rulings 9.13 to 9.28."""

from typing import Any

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.commands import OpenGame, StartRound
from games.domain.decide import decide
from games.domain.disputes import revealed_since
from games.domain.evolve import fold
from games.domain.json_api import handle_request
from games.domain.move_generation import pseudo_legal_plays
from games.domain.moves import Capture
from games.domain.notation import read_cards, read_move, read_table, write_move
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.rounds import apply_move, tablanette_points
from games.domain.rules import InvalidRules
from games.domain.winning import Earned, Finish, Item, first_to_target, items_in_order
from tests.domain.packs import COUPLE, Company, stack
from tests.domain.perspectives import begun
from tests.domain.positions import PLAY, Play, Rules, cards, house, judge, left_behind, legal, replay, score

SOME = house("casino", matching="some")
ALL = house("casino", matching="all")
VALUED = house("casino", owner="valued")
THREES = house("trailing-royals", face_capture="one_or_three")
SUMS = house("hungarian", matching="all")
OPPONENTS = "cassino"
ONE_SUM = house("casino", one_sum=True)
ONE_SUM_TEN = house("casino", one_sum=True, ace_values=[1, 11], hand_cards="sum")
IN_SUMS = house("casino", one_sum=True, single_build_in_sums="anyone")
NUMERALS = house("casino", matching="all_numerals")
ONLINE = house("diloti", matching="all_numerals", match_builds=True, join_builds=False)
ALL_BUILDS = house("casino", matching="all", match_builds=True)
SOME_BUILDS = house("casino", matching="some", match_builds=True)
FACES_ALL = house("trailing-royals", matching="all", match_builds=True)
FACES_SOME = house("trailing-royals", matching="some", match_builds=True)
THREES_ALL = FACES_ALL | {"face_capture": "one_or_three"}
NO_JOINING = house("casino", join_builds=False)
ABSORBING = house("casino", absorb_equal=True, match_builds=True, table_additions=True)
TWO_NINES = "[4C+5H=9@2] [3C+6H=9@2]"
TABLE_BUILDS = house("dominican-partner", table_only_builds=True)

PLAYS: list[Play] = [
    ("2.6 an ace is fourteen in the hand", "finnish", "AS 2C", "5D 9C", "ASx5D,9C", "legal"),
    ("2.6 and not one", "finnish", "AS 2C", "AD", "ASxAD", "sum 4.2"),
    ("2.6 on the table it is one", "finnish", "QS 2C", "AD JC", "QSxAD,JC", "legal"),
    ("2.6 a card goes before its rank", "finnish", "2S 3C", "9D 6H", "2Sx6H,9D", "legal"),
    ("4.11 one of several is enough", SOME, "7C 4S", "7H 7D 3S", "7Cx7H", "legal"),
    ("4.11 not none of them", SOME, "7C 4S", "7H 3S 4D", "7Cx3S,4D", "match 4.11"),
    ("4.11 it may not be trailed", SOME, "7C 4S", "7H 3S", "7C", "match 4.11"),
    ("4.11 a face takes a face", "diloti", "KS 4C", "KH KD", "KSxKH", "legal"),
    ("4.11 faces are not laid beside equals", "diloti", "KS 4C", "KH", "KS", "match 4.11"),
    ("4.11 numerals are", "diloti", "4C 9S", "4H", "4C", "legal"),
    ("4.12 without a move any card is trailed", "casino", "4D", "[3S+5S,8H=8@1]", "4D", "legal"),
    ("4.12 not with another move", "casino", "4D 8C", "[3S+5S,8H=8@1]", "4D", "duty 5.10"),
    ("4.12 a build of two faces may be stuck", THREES, "QS", "[QH,QD=Q@1]", "QS", "legal"),
    ("4.11 all numerals: every other play takes all", NUMERALS, "7C 4S", "7H 7D 3S", "7Cx7H,7D", "legal"),
    ("4.11 all numerals: not one of several", NUMERALS, "7C 4S", "7H 7D 3S", "7Cx7H", "match 4.4"),
    ("4.11 all numerals: no numeral is laid beside its equal", NUMERALS, "7C 4S", "7H", "7C", "match 4.4"),
    ("4.11 all numerals: a face takes one", NUMERALS, "KC 4S", "KH KD", "KCxKH", "legal"),
    ("4.11 all numerals: no face is laid beside its equal", NUMERALS, "KC 4S", "KH", "KC", "match 4.11"),
    ("4.13 single cards come with one sum", ONE_SUM, "9S 2C", "9H 9D 4C 5D", "9Sx4C,5D,9H,9D", "legal"),
    ("4.13 two sums are not taken", ONE_SUM, "9S 2C", "4H 5H 3C 6D", "9Sx3C,4H,5H,6D", "sum 4.13"),
    ("4.13 either of them is", ONE_SUM, "9S 2C", "4H 5H 3C 6D", "9Sx4H,5H", "legal"),
    ("4.13 builds come with a sum", ONE_SUM, "9S 2C", "4H 5H [3C+6D=9@2]", "9Sx4H,5H,[3C6D]", "legal"),
    (
        "4.13 a build in a sum is not beside another sum",
        IN_SUMS,
        "9S 2C",
        "2H 4H 5H [3C+4D=7@2]",
        "9Sx2H,4H,5H,[3C4D]",
        "sum 4.13",
    ),
    ("4.13 it may be the only one", IN_SUMS, "9S 2C", "2H 9H [3C+4D=7@2]", "9Sx2H,9H,[3C4D]", "legal"),
    ("4.13 nothing else makes a sum", ONE_SUM, "9S 2C", "4H 6H", "9Sx4H,6H", "sum 4.2"),
    ("4.13 builds are made as before", ONE_SUM, "9S 9C", "4H 5H 3C 6D", "9S+3C,4H,5H,6D=9", "legal"),
    (
        "4.13 the best of its readings counts an ace in the sum",
        ONE_SUM_TEN,
        "5S 6C",
        "AH AD TD",
        "5S&6CxAH,AD,TD",
        "legal",
    ),
    ("4.14 a build is a match", ALL_BUILDS, "9S 2C", "[3C+6D=9@2]", "9Sx[3C6D]", "legal"),
    ("4.14 no card is laid beside its build", ALL_BUILDS, "9S 2C", "[3C+6D=9@2]", "9S", "match 4.14"),
    ("4.14 not without the build", ALL_BUILDS, "9S 2C", "9H [3C+6D=9@2]", "9Sx9H", "match 4.14"),
    ("4.14 other builds are no matches", ALL_BUILDS, "8S 2C", "[3C+6D=9@2]", "8S", "legal"),
    ("4.14 a build is enough under some", SOME_BUILDS, "9S 2C", "9H [3C+6D=9@2]", "9Sx[3C6D]", "legal"),
    ("4.14 not none of both", SOME_BUILDS, "9S 2C", "4H 5H [3C+6D=9@2]", "9Sx4H,5H", "match 4.14"),
    ("4.14 faces take all builds of their rank", FACES_ALL, "QS 2C", "QH [QD,QC=Q@2]", "QSxQH,[QDQC]", "legal"),
    ("4.14 and leave none", FACES_ALL, "QS 2C", "QH [QD,QC=Q@2]", "QSxQH", "match 4.14"),
    ("4.14 nor are they laid beside one", FACES_ALL, "QS 2C", "[QD,QC=Q@2]", "QS", "match 4.14"),
    ("4.14 under some a build of faces is enough", FACES_SOME, "QS 2C", "QH [QD,QC=Q@2]", "QSx[QDQC]", "legal"),
    ("4.14 not more faces than three", THREES_ALL, "QS", "[QD,QC=Q@2]", "QSx[QDQC]", "face 5.9"),
    ("5.9 two faces are not taken without a third", THREES, "QS 2C", "[QH,QD=Q@2]", "QSx[QHQD]", "face 5.9"),
    ("5.9 with a loose one they are", THREES, "QS 2C", "QC [QH,QD=Q@2]", "QSxQC,[QHQD]", "legal"),
    ("5.12 adding leaves the owner", VALUED, "4S 2C", "5H [6C+3H=9@2]", "4S+5H,[3H6C]=9", "legal"),
    ("5.12 but raising needs a card", VALUED, "2S 3C", "[6C+3H=9@2]", "2S+[3H6C]=11", "hold 5.2"),
    ("5.15 one build each", "diloti", "4C 9S 3D", "5H [6C+2H=8@2]", "4C+5H=9", "legal"),
    ("5.15 no second one", "diloti", "4C 9S 8D", "5H [6C+2H=8@1]", "4C+5H=9", "build-limit 5.15"),
    ("5.16 equal cards go in", "diloti", "4C 9S", "5H 9D", "4C+5H,9D=9", "legal"),
    ("5.16 they do not stay out", "diloti", "4C 9S", "5H 9D", "4C+5H=9", "match 5.16"),
    (
        "5.16 they may stay out of a raise",
        house("casino", absorb_equal=True),
        "AC 9S",
        "9H [3S+5H=8@2]",
        "AC+[3S5H]=9",
        "legal",
    ),
    ("5.16 with match_builds a raise takes them in", ABSORBING, "AC 9S", "9H [3S+5H=8@2]", "AC+9H,[3S5H]=9", "legal"),
    ("5.16 and leaves none", ABSORBING, "AC 9S", "9H [3S+5H=8@2]", "AC+[3S5H]=9", "match 5.16"),
    (
        "5.16 nor does who adds without a hand card",
        ABSORBING,
        "2S 9C",
        "2D 9H 4H 5D [3S+6H=9@1]",
        "[3S6H]+4H,5D 2Sx2D",
        "match 5.16",
    ),
    ("5.16 such an addition takes them in", ABSORBING, "2S 9C", "2D 9H 4H 5D [3S+6H=9@1]", "[3S6H]+9H 2Sx2D", "legal"),
    ("5.17 builds are joined", "casino", "9S 9C", "[4C+5H=9@2] [3C+6H=9@2]", "9S+[3C6H],[4C5H]=9", "legal"),
    ("5.17 not where one is the limit", NO_JOINING, "9S 9C", TWO_NINES, "9S+[3C6H],[4C5H]=9", "build-limit 5.17"),
    ("5.17 one is taken in", NO_JOINING, "9S 9C", "[4C+5H=9@2] [3C+6H=9@2]", "9S+[3C6H]=9", "legal"),
    (
        "5.17 none is raised to another",
        NO_JOINING,
        "AS 9C",
        "[4C+4H=8@2] [3C+6H=9@2]",
        "AS+[3C6H],[4C4H]=9",
        "build-limit 5.17",
    ),
    ("9.13 all faces of a rank", house("casino", matching="all"), "QS 2C", "QH QD", "QSxQH,QD", "legal"),
    ("9.13 not one of them", ALL, "QS 2C", "QH QD", "QSxQH", "match 4.4"),
    ("9.13 two hand cards obey too", SUMS, "4S 5C 2D", "9H 9D", "4S&5Cx9H,9D", "legal"),
    ("9.13 and leave nothing equal", SUMS, "4S 5C 2D", "9H 9D", "4S&5Cx9H", "match 4.4"),
    ("9.15 anyone uses an ownerless build", OPPONENTS, "9S KC", "2D [3C+4H=7@0]", "9Sx2D,[3C4H]", "legal"),
    ("9.15 its owner does not", OPPONENTS, "9S 7C", "2D [3C+4H=7@1]", "9Sx2D,[3C4H]", "build-whole 4.5"),
    ("9.18 the first group may be long", OPPONENTS, "3S 9C", "2D 4H", "3S+2D,4H=9", "legal"),
    ("9.18 no other group beside it", OPPONENTS, "3S 9C", "6H 9D", "3S+6H,9D=9", "sum 5.3"),
    ("9.22 sums go with builds", house("casino", hand_cards="sum"), "4S 5C 9D", "9H", "9D+9H=9", "hold 5.2"),
    (
        "9.22 and several cards take one",
        house("casino", hand_cards="sum"),
        "4S 5C",
        "[3C+6H=9@2]",
        "4S&5Cx[3C6H]",
        "legal",
    ),
    ("9.23 the one in rook is no ace", "tuxedo", "9B 2R", "9R 1Y", "9Bx9R", "legal"),
    ("9.25 the two of spades is two or fifteen", "byggkasino", "2S 3C", "9D 6H", "2Sx6H,9D", "legal"),
    ("9.25 other twos are not", "byggkasino", "2C 3C", "9D 6H", "2Cx6H,9D", "sum 4.2"),
    ("9.26 a player may trail", "finnish", "9S 2C", "9D", "9S", "legal"),
    ("9.26 but never builds", "finnish", "4S 9C", "5D", "4S+5D=9", "no-building 5"),
    ("9.27 values of tablic", "tablic", "QS 2C", "JD AH", "QSxAH,JD", "legal"),
    ("9.27 not those of royal", "tablic", "JS 2C", "5D 6H", "JSx5D,6H", "sum 4.2"),
    ("9.28 a numeral lies beside its equal", "diloti", "7C 4S", "7H", "7C", "legal"),
    ("9.28 online no numeral lies beside its equal", ONLINE, "7C 4S", "7H", "7C", "match 4.14"),
    ("9.28 nobody raises ones own", "diloti", "2S 9H", "[3C+4H=7@1]", "2S+[3C4H]=9", "raise-own 5.7"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


# --- the deal -----------------------------------------------------------------------------------------------------

DILOTI = Company(hand=6)


def test_3_8_three_faces_of_a_rank_are_dealt_anew_and_go_under_the_stock() -> None:
    outcome = replay("diloti", [stack(DILOTI, [], "KS KH KD 4C", top="5S 6S 7S 8S")], [])
    assert outcome["table"] == "5S 6S 7S 8S"


def test_3_8_not_two_of_them() -> None:
    assert replay("diloti", [stack(DILOTI, [], "KS KH QD 4C")], [])["table"] == "4C QD KS KH"


def test_3_8_a_stock_that_would_never_end_the_redeals_is_dealt_but_once() -> None:
    company = Company(hand=20)
    rules = house("casino", redeal=3, deals={"2": [4, 20, 4]})
    pack = stack(company, [], "KS KH KD 2C", top="QS QH QD 3C JS JH JD 4C")
    assert replay(rules, [pack], [])["table"] == "2C KS KH KD"


def test_3_8_jacks_are_replaced_before_and_after() -> None:
    rules = house("tablanette", redeal=3)
    pack = stack(DILOTI, [], "KS KH KD JS", top="4C JD 5S 6S 7S 8S")
    assert "J" not in replay(rules, [pack], [])["table"]


@pytest.mark.parametrize(("shown", "seen"), [(True, "9S"), (False, None)])
def test_3_9_the_bottom_card_is_shown_to_all_or_to_nobody(shown: bool, seen: str | None) -> None:
    game = begun(house("casino", bottom_shown=shown), stack(COUPLE, [], last="9S"), [])
    views = [perspective_of(game, viewer).round for viewer in (SPECTATOR, 1, 2)]
    assert [view.bottom_card for view in views if view] == [seen] * 3


def test_3_9_it_is_shown() -> None:
    test_3_9_the_bottom_card_is_shown_to_all_or_to_nobody(True, "9S")


# --- points -------------------------------------------------------------------------------------------------------


def test_6_6_a_card_goes_before_its_rank() -> None:
    rules = house("casino", card_points={"9": 2, "9S": 5}, most_cards=0)
    assert score(rules, "9S 9H", "9D 8D")[0] == {"card_points": 7, "most_spades": 1, "total": 8}


def test_6_6_nothing_for_others() -> None:
    assert score("diloti", "2C", "3C 4C")[0] == {"card_points": 1, "total": 1}
    assert "card_points" not in score("casino", "2C", "3C 4C")[0]


@pytest.mark.parametrize(("rule", "points"), [("nobody", 0), ("split", 1), ("carry", 0)])
def test_6_7_a_tie_is_shared_carried_over_or_nobodys(rule: str, points: int) -> None:
    rules = house("casino", most_cards_tie=rule)
    assert score(rules, "3H 4H", "5H 6H")[0].get("most_cards", 0) == points


def test_6_7_what_is_carried_goes_to_the_next_majority() -> None:
    rules = house("casino", most_cards_tie="carry")
    assert score(rules, "3H 4H", "5H", carried={"most_cards": 3})[0]["most_cards"] == 6


def test_6_7_no_points_are_shared_by_sides_without_cards() -> None:
    assert score(house("casino", most_spades_tie="split"), "3H", "5H 6H")[0] == {}


@pytest.mark.parametrize("carried", [{"aces": 1}, {"most_cards": -1}, [1]])
def test_6_7_nothing_else_is_carried(carried: object) -> None:
    ask = {"op": "score", "rules": "casino", "piles": ["", ""], "carried": carried}
    assert handle_request(ask)["error"]["code"] == "bad-request"


def sweep_at(rules: Rules, before: list[int]) -> dict[str, int]:
    return score(rules, "3H", "5H", sweeps=[[3], []], before=before)[0]


def test_6_8_sweeps_count_below_the_ceiling() -> None:
    assert sweep_at("finnish", [9, 9])["sweeps"] == 1


def test_6_8_no_sweeps_from_the_ceiling_on() -> None:
    assert "sweeps" not in sweep_at("finnish", [0, 10])


SWEEPING = stack(Company(hand=10, table=0, step=-1, deck="no_faces"), ["9S", "9D"])


@pytest.mark.parametrize(("counts", "swept"), [(True, 1), (False, 0)])
def test_6_8_in_the_last_deal_sweeps_count_only_where_they_may(counts: bool, swept: int) -> None:
    deals = {"2": [0, 20]}
    rules = house("casino-sweeps", deck="no_faces", deals=deals, last_deal_sweeps=counts, ending="rounds", rounds=1)
    pack = stack(Company(hand=20, table=0, deck="no_faces"), ["9S", "9D"])
    moves = ["9S", "9Dx9S"]
    outcome = replay(rules, [pack], moves)
    while outcome["turn"] is not None:
        moves.append(outcome["hands"][outcome["turn"] - 1].split()[0])
        outcome = replay(rules, [pack], moves)
    assert outcome["rounds"][0]["points"][1].get("sweeps", 0) == swept


# --- winning ------------------------------------------------------------------------------------------------------


def finished(rules: dict[str, Any]) -> dict[str, Any]:
    """Play a round: seat 1 sweeps and has few cards, seat 2 has most of everything else."""
    pack = stack(COUPLE, ["9S 2H 3H 4H", "TS KD QD JD"], "9H 5C TD AH")
    moves = ["9Sx9H", "TSxTD"]
    outcome = replay(rules, [pack], moves)
    while outcome["turn"] is not None:
        moves.append(outcome["hands"][outcome["turn"] - 1].split()[0])
        outcome = replay(rules, [pack], moves)
    return outcome


@pytest.mark.parametrize("finish", ["sweeps_last", "points_first", "highest"])
def test_7_9_only_one_side_at_the_target_wins_by_it(finish: str) -> None:
    rules = house("casino", finish=finish, target=3)
    outcome = finished(rules)
    assert (outcome["winner"], outcome["reason"]) == ([2], "target")


def test_7_9_level_sides_go_on_to_the_next_item() -> None:
    assert first_to_target([0, 0], iter([Item((5, 5)), Item((1, 2))]), 5) == 1
    assert first_to_target([4, 4, 0], iter([Item((1, 1, 4)), Item((0, 0, 9))]), 5) is None


@pytest.mark.parametrize(("finish", "gains"), [("sweeps_last", [(2, 3), (3, 0)]), ("points_first", [(5, 2), (0, 1)])])
def test_7_9_sweeps_or_majorities_are_counted_last(finish: Finish, gains: list[tuple[int, int]]) -> None:
    piles = ((Card("AS"), Card("AH")), (Card("TD"),))
    sheet = [{"aces": 2, "sweeps": 3, "total": 5, "orange": 10}, {"big_casino": 2, "most_cards": 1, "total": 3}]
    items = items_in_order(finish, "SCHD", Earned(sheet, piles), Earned([{}, {}], piles))
    assert [item.points for item in items][:2] == gains


def test_7_9_sweeps_last_and_points_first_are_refused_with_the_difference() -> None:
    with pytest.raises(InvalidRules):
        resolve_rules(house("casino", finish="points_first", difference=True))


def test_4_13_of_two_sums_neither_leaves_the_other_behind() -> None:
    assert left_behind(ONE_SUM, hand="8C KC", table="2D 3D 5S 6H 8D", move="8Cx2D,6H") == {"8D"}
    assert left_behind(ONE_SUM, hand="8C KC", table="2D 3D 5S 6H 8D", move="8C") == cards("2D 3D 5S 6H 8D")
    assert left_behind(ONE_SUM, hand="8C KC", table="2D 3D 5S 6H 8D KD", move="8Cx8D") == cards("2D 3D 5S 6H")


def test_4_13_nothing_is_left_behind_that_no_sum_reaches() -> None:
    rules = house("casino", one_sum=True, five_of_spades_sweeps=True)
    assert left_behind(rules, hand="5S KC", table="2D 3D 4H 9H", move="5Sx2D,3D") == cards("4H 9H")
    assert left_behind(ONE_SUM, hand="5S KC", table="2D 3D 4H 9H", move="5Sx2D,3D") == set()


@pytest.mark.parametrize(("one_sum", "points"), [(False, 33), (True, 33)])
def test_4_13_a_tablanette_counts_the_groups_of_one_sum(one_sum: bool, points: int) -> None:
    """An eleven takes an ace as eleven, and an ace with a ten: two groups, whatever else there is."""
    rules = house("tablanette", one_sum=one_sum, building=True, hand_cards="sum")
    position = Position(resolve_rules(rules), 1, read_cards("5S 6C"), read_table("AH AD TD"))
    capture = read_move("5S&6CxAH,AD,TD")
    assert isinstance(capture, Capture)
    assert tablanette_points(position, capture) == points


# --- rulings ------------------------------------------------------------------------------------------------------


def test_9_14_a_jack_leaves_behind_what_it_could_have_taken() -> None:
    assert left_behind("tablanette", hand="JS 2C", table="4D 7S", move="JS") == {"4D", "7S"}


def test_9_14_nothing_is_left_behind_by_a_card_that_takes_nothing() -> None:
    assert left_behind("tablanette", hand="KS 2C", table="4D 7S", move="KS") == set()


def partners(hand: str, table: str, proved: list[str], **more: Any) -> set[str]:
    return legal(TABLE_BUILDS, hand=hand, table=table, seats=4, partners=True, proved=proved, **more)


def test_9_16_a_card_of_another_value_proves_nothing() -> None:
    assert not [move for move in partners("3S 2C", "9D", ["14"]) if move.endswith("=12/p")]


def test_9_16_the_owner_is_proved() -> None:
    assert "3S+9D=12/p" in partners("3S 2C", "9D", ["12"])


def test_9_17_table_cards_are_built_for_the_partner() -> None:
    assert "KC;3D,5H=8/p" in partners("KC 2C", "3D 5H", ["8"])


def test_9_17_not_without_proof() -> None:
    assert "KC;3D,5H=8/p" not in partners("KC 2C", "3D 5H", ["9"])


ROOK = Company(deck="rook")
ORANGE = stack(ROOK, ["5B 9G", "8B 7B"], "2Y 3R 7G TB")


def test_9_19_a_second_call_is_refused_and_costs_nothing() -> None:
    outcome = handle_request(
        {
            "op": "replay",
            "rules": "tuxedo",
            "seats": 2,
            "dealer": 2,
            "decks": [ORANGE],
            "moves": ["5Bx2Y,3R", "orange@2", "orange@2"],
        }
    )
    assert (outcome["error"]["code"], outcome["error"]["at"]) == ("call", 2)


def test_9_19_the_first_call_scores() -> None:
    assert replay("tuxedo", [ORANGE], ["5Bx2Y,3R", "orange@2"])["totals"] == [0, 10]


CLAIMS = stack(Company(hand=3), ["9S 2C 3C", "KS QC JC"], "9H 5D KD QH")


def claims(*moves: str) -> dict[str, Any]:
    ask = {"op": "replay", "rules": "hungarian", "seats": 2, "dealer": 2, "decks": [CLAIMS], "moves": list(moves)}
    return handle_request(ask)


def test_9_20_after_anybodys_capture_one_may_claim_again() -> None:
    assert "error" not in claims("claim@2", "9Sx9H", "claim@2")
    assert "error" not in claims("claim@1", "2C", "KSxKD", "claim@1")


def test_9_20_not_before_it() -> None:
    assert claims("claim@2", "2C", "claim@2")["error"]["code"] == "claim"


def test_9_21_restrictions_are_refused_with_another_target_than_21() -> None:
    with pytest.raises(InvalidRules):
        resolve_rules(house("dominican", target=11))


def test_9_21_they_go_with_21() -> None:
    assert resolve_rules("dominican").winning.endgame == "dominican"


def test_9_22_pair_is_not_combined_with_builds() -> None:
    with pytest.raises(InvalidRules):
        resolve_rules(house("casino", hand_cards="pair"))


def test_9_23_a_one_is_plucked_and_a_five_is_not() -> None:
    moves = legal(house("tuxedo", pluck=True), hand="9B 2R", table="1Y 5R 8G")
    assert "^1Y 9B" in moves
    assert "^5R 9B" not in moves


def test_9_23_the_one_in_rook_scores() -> None:
    """It counts as a card, and as nothing else."""
    assert score("tuxedo", "1Y", "")[0] == {"most_cards": 15, "total": 15}


def test_9_24_nothing_of_the_piles_is_hidden_from_the_count() -> None:
    game = begun("casino", stack(COUPLE, ["9S"], "9H"), ["9Sx9H"])
    view = perspective_of(game, 2).round
    assert view
    assert len(view.piles[0]) == 2


def test_9_24_captures_are_counted() -> None:
    test_9_24_nothing_of_the_piles_is_hidden_from_the_count()


# --- notation -----------------------------------------------------------------------------------------------------

STEAL = house("casino", steal=True, table_additions=True)


def understood(move: str, tops: list[str] | None = None) -> dict[str, Any]:
    position = {"hand": "2S 9C", "table": "2D 9H [6C+3H=9@1]", "seats": 2, "turn": 1, "stock": 24}
    return handle_request({"op": "check", "rules": STEAL, **position, "move": move, "tops": tops or ["", "9D"]})


def test_12_8_items_are_read_in_any_order() -> None:
    assert understood("[6C3H]+9D@2,9H 2Sx2D")["ok"] is True


@pytest.mark.parametrize(
    "move", ["[3H6C]+ 2Sx2D", "[]+9H 2S", "[3H6C]+[9H] 2S", "[3H6C]+9H", "2S;9H,9D@2=9", "[3H6C]+9H,9H 2S", "9C 2S"]
)
def test_12_8_nothing_else_is_read(move: str) -> None:
    assert understood(move)["error"]["code"] == "bad-request"


@pytest.mark.parametrize("tops", [["9D"], ["", "9C"], ["", "9R"], ["", "KX"]])
def test_12_8_tops_that_cannot_be(tops: list[str]) -> None:
    assert understood("2Sx2D", tops)["error"]["code"] == "bad-request"


# --- defaults, disputes and pages ---------------------------------------------------------------------------------


def released(hand: str, table: str, move: str) -> tuple[tuple[str, ...], ...]:
    """Return the builds that lose their owner by a move of seat 1 under a penalty (8.7)."""
    state = begun(house("michigan", ace_values=[1, 14]), stack(COUPLE, []), [])
    assert state.round
    here = state.round._replace(hands=(read_cards(hand), state.round.hands[1]), table=read_table(table))
    made = apply_move(state._replace(round=here), 1, read_move(move))
    return next((event.builds for event in made if isinstance(event, events.BuildsReleased)), ())


BOTH = "2D [AC,AH=1@1] [5C+9H=14@1]"


def test_8_7_all_builds_are_released_if_each_alone_is_covered() -> None:
    assert released("AS 2C 3C", BOTH, "2Cx2D") == (("AH", "AC"), ("5C", "9H"))


def test_8_7_only_the_uncovered_one_is_released() -> None:
    assert released("AS 2C 3C", "2D [AC,AH=1@1] [5C+4H=9@1]", "2Cx2D") == (("4H", "5C"),)


def test_15_4_a_move_that_was_not_judged_adds_to_no_build_of_another() -> None:
    state = begun(STEAL, stack(COUPLE, [], "9H 2D 3D 4D"), [])
    with pytest.raises(ValueError, match="own"):
        apply_move(state, 1, read_move("[3H6C]+9H 2S"))


def test_3_8_a_redeal_is_seen_by_all() -> None:
    pack = tuple(read_cards(stack(DILOTI, [], "KS KH KD 4C", top="5S 6S 7S 8S")))
    opened = decide(None, OpenGame(resolve_rules("diloti"), "diloti", 2, False, 2))
    assert not isinstance(opened, Refusal)
    begin = decide(fold(opened), StartRound(pack))
    assert not isinstance(begin, Refusal)
    log = [*opened, *begin]
    at = next(place for place, event in enumerate(log) if isinstance(event, events.TableRedealt))
    assert set(revealed_since(log, at).to_all) == {"5S", "6S", "7S", "8S"}


def test_5_12_a_build_of_another_is_offered_without_a_card_for_it() -> None:
    position = Position(resolve_rules(VALUED), 1, read_cards("4S 2C"), read_table("5H [6C+3H=9@2]"))
    plays = pseudo_legal_plays(position, read_cards("4S"), read_cards("5H"), [tuple(read_cards("3H 6C"))])
    assert "4S+5H,[3H6C]=9" in [write_move(play) for play in plays]


def test_5_14_adding_is_never_done_for_the_partner_where_it_leaves_the_owner() -> None:
    rules = house("dominican-partner", owner="valued")
    company: dict[str, Any] = {"seats": 4, "partners": True, "proved": ["9"]}
    table = "5H [6C+3H=9@3]"
    judge(rules, "4S 2C", table, "4S+5H,[3H6C]=9/p", "partner 5.14", **company)
    judge(rules, "4S 2C", table, "4S+5H=9/p", "legal", **company)


def test_5_12_a_build_that_another_has_added_to_is_still_its_owners() -> None:
    pack = stack(Company(), ["3H 9C 2S KD", "4S 9S JC QH"], "6C 5H 2D QS")
    assert replay(VALUED, [pack], ["3H+6C=9", "4S+5H,[3H6C]=9"])["table"] == "2D QS [3H+6C,4S+5H=9@1]"
