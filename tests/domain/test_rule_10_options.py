"""Rulebook section 10: the options, and what cannot be played together."""

import re
from collections.abc import Iterable
from typing import Any

import pytest

from games.domain.cards import PACKS
from games.domain.options import OPTIONS as ALL_OPTIONS
from games.domain.options import read_rules
from games.domain.presets import NAMED_RULES, PRESETS, NamedRules, changed_options, preset_of, resolve_rules
from games.domain.rules import InvalidRules, Scoring
from games.domain.scoring import CATEGORIES
from tests.domain.positions import allows, ask, clash, house, legal

PACK = PACKS["standard"]

POINTS: dict[str, list[Any]] = {
    key: [category.standard_points, int(not category.standard_points)]
    for key, category in CATEGORIES.items()
    if key != "sweeps" and type(category.value(Scoring())) is int
}
OPTIONS: dict[str, list[Any]] = POINTS | {
    "deck": ["standard", "five_handed"],
    "seats": [[2], [2, 3], [2, 3, 4], [2, 6]],
    "partnership": ["optional", "never", "required"],
    "deals": [None, {"2": [0, 13, 13]}, {"2": [4, 12, 12]}],
    "hand_size": [4, 3, 6],
    "table_size": [4],
    "refill": ["deal", "draw"],
    "last_deal": ["even", "extra", "even_then_table"],
    "play_direction": ["clockwise", "counterclockwise"],
    "dealer_moves": ["left", "right"],
    "redeal": [None, 3, 4],
    "ace_values": [[1], [1, 14], [1, 11]],
    "face_values": ["none", "royal", "tablanette", "tablic"],
    "extra_values": [{}, {"TD": [11]}, {"2S": [15], "TD": [16]}],
    "hand_values": [{}, {"A": [14], "2S": [15], "TD": [1, 20]}],
    "face_capture": ["one", "any", "one_or_three"],
    "matching": ["optional", "all", "some", "faces", "all_numerals"],
    "match_builds": [False, True],
    "one_sum": [False, True],
    "table_sums": [True, False],
    "single_build_in_sums": ["no", "opponents", "anyone"],
    "hand_cards": ["one", "sum", "sums"],
    "building": [True, False],
    "extra_groups": [True, False],
    "face_builds": [False, True],
    "raise_own": [True, False],
    "raise_with_table_cards": [False, True],
    "add_to_partner_build": [True, False],
    "build_for_partner": [False, True],
    "table_only_builds": [False, True],
    "one_build_per_value": [False, True],
    "absorb_equal": [False, True],
    "join_builds": [True, False],
    "owner": ["added", "valued"],
    "max_builds": [None, 1, 4],
    "last_deal_duty": [None, "no_trail", "free", "penalty"],
    "build_rights": ["open", "owner"],
    "table_additions": [False, True],
    "duty": ["no_trail", "take_or_add", "take_add_or_build", "free", "penalty"],
    "jack_takes_all": [False, True],
    "five_of_spades_sweeps": [False, True],
    "initial_pairs": [False, True],
    "pluck": [False, True],
    "cut_peek": [False, True],
    "bottom_shown": [False, True],
    "steal": [False, True],
    "most_cards": [3, 0, 2],
    "most_cards_tie": ["nobody", "most_spades", "split", "carry"],
    "most_spades": [1, 0, 2],
    "most_spades_tie": ["nobody", "split", "carry"],
    "majorities": ["always", "two_sides"],
    "clean_win": [False, True],
    "card_points": [{}, {"2C": 1, "9": 99}],
    "fives": [0, 5],
    "fours_of_a_kind": [None, {"ranks": "76A", "points": 2}],
    "sweep": [0, 1, 10],
    "sweep_rule": ["each", "cancel", "by_size"],
    "first_play_sweep": [None, 2],
    "last_deal_sweeps": [True, False],
    "sweep_ceiling": [None, 0, 10],
    "tablanette": [False, True],
    "all_points": ["nothing", "bonus", "first_round_win", "win"],
    "difference": [False, True],
    "ending": ["target", "clear_table"],
    "target": [21, 11, 50, 61],
    "rounds_per_seat": [None, 2],
    "rounds": [None, 1],
    "level_winner": ["shared", "big_casino"],
    "capture_count_end": [None, {"2": 6, "3": 8}],
    "ace_order": ["SCHD", "DHCS"],
    "finish": ["highest", "in_order", "sweeps_last", "points_first"],
    "endgame": ["none", "dominican", "soto", "little_casino_at_20"],
    "restricted_sweeps_cancel": [True, False],
    "count_as_earned": ["no", "sweeps", "cards", "all"],
    "claims": ["no", "wins_or_loses", "wins"],
}
"""Some values of every option, numbers of points by themselves."""


LISTS = [("extra_values", {"9S": [3]}), ("hand_values", {"9S": [3]})]
"""What some options take and others do not."""


def test_10_no_option_is_forgotten_here() -> None:
    assert {*OPTIONS, "orange"} == set(ALL_OPTIONS)


@pytest.mark.parametrize("key", OPTIONS)
def test_10_every_option_may_be_changed(key: str) -> None:
    for value in OPTIONS[key]:
        seats = 5 if value == "five_handed" else 2
        company: dict[str, Any] = {"seats": [5], "last_deal": "extra"} if seats == 5 else {"sweep": 1}
        hand = "9B 2R" if value == "rook" else "9S 2S"
        assert legal(house("casino", **{**company, key: value}), hand=hand, seats=seats) >= set(hand.split())


@pytest.mark.parametrize("key", [*OPTIONS, "orange"])
@pytest.mark.parametrize("value", ["whatever", -1, 1.5, [], {"9S": [3]}, [1, 2, 99]])
def test_10_values_not_listed_are_refused(key: str, value: object) -> None:
    if (key, value) not in LISTS:
        assert key in clash(house("casino", **{key: value}))


@pytest.mark.parametrize(
    "fours", [{"ranks": "", "points": 2}, {"ranks": "77", "points": 2}, {"ranks": "7X", "points": 2}, {"ranks": "7"}]
)
def test_10_fours_of_a_kind_are_of_ranks_each_once(fours: dict[str, Any]) -> None:
    assert "fours_of_a_kind" in clash(house("diamond", fours_of_a_kind=fours))


def test_10_what_clashes_is_told_in_words() -> None:
    with pytest.raises(InvalidRules) as refused:
        read_rules({"orange": True})
    assert str(refused.value) == "Oranges need the Rook deck or the deck without face cards (8.6)."


def test_10_a_number_is_not_a_yes_nor_a_yes_a_number() -> None:
    assert "pluck" in clash(house("casino", pluck=1))
    assert "sweep" in clash(house("casino", sweep=True))


def test_10_nor_are_yes_and_a_fraction_values_of_a_card() -> None:
    assert "ace_values" in clash(house("casino", ace_values=[True]))
    assert "ace_values" in clash(house("casino", ace_values=[1.0, 14.0]))
    assert "extra_values" in clash(house("casino", extra_values={"TD": [11.0]}))


def test_10_what_is_refused_is_told_in_short() -> None:
    assert len(clash(house("casino", target="9" * 5000))) < 200
    assert len(clash(house("casino", ace_values=[list(range(5000))]))) < 200


def test_10_unknown_options_and_presets_are_refused() -> None:
    assert "joker" in clash(house("casino", joker=True))
    assert "whist" in clash("whist")
    assert clash(house("whist", target=11))


def test_10_without_a_preset_the_options_change_casino() -> None:
    allows({"target": 11}, hand="9S", table="9D", move="9Sx9D")


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("casino", 5),
        ("casino", 1),
        ("california", 5),
        ("five-handed", 4),
        ("michigan", 3),
        ("callabra", 4),
        ("tuxedo", 7),
    ],
)
def test_10_a_company_the_game_is_not_for(rules: str, seats: int) -> None:
    assert clash(rules, seats=seats)


def test_10_partners_are_four() -> None:
    assert clash("casino", seats=3, partners=True)
    assert clash("casino", seats=2, partners=True)
    assert ask("legal", "casino", hand="9S", table="", seats=4, partners=True)["moves"] == ["9S"]


def test_10_partnership_never_and_required_speak_of_four_seats() -> None:
    assert clash("california", seats=4, partners=True)
    assert clash("portuguese", seats=4)
    assert ask("legal", "portuguese", hand="9S", table="", seats=2)["moves"] == ["9S"]
    assert ask("legal", "california", hand="9S", table="", seats=4)["moves"] == ["9S"]


@pytest.mark.parametrize(
    "changed",
    [
        {"deck": "no_faces"},
        {"deck": "five_handed"},
        {"deck": "rook"},
        {"hand_size": 3, "seats": [3]},
        {"hand_size": 6, "seats": [3]},
        {"table_size": 5},
        {"deck": "five_handed", "last_deal": "extra", "seats": [2]},
    ],
)
def test_10_a_pack_that_does_not_divide(changed: dict[str, Any]) -> None:
    seats = changed.get("seats", [2])[0]
    assert clash(house("casino", **changed), seats=seats)
    shared = house("casino", **{**NO_STANDARD_POINTS, **changed, "last_deal": "even_then_table"})
    assert "error" not in ask("legal", shared, hand="", table="", seats=seats)


NO_STANDARD_POINTS = {"most_spades": 0, "big_casino": 0, "little_casino": 0, "aces": 0}
NOWHERE = [
    *(("rook", {**dict.fromkeys(NO_STANDARD_POINTS.keys() - {key}, 0), key: 1}) for key in NO_STANDARD_POINTS),
    *(("rook", {**NO_STANDARD_POINTS, key: 1}) for key in ("each_spade", "most_diamonds", "seven_of_diamonds")),
    ("rook", {**NO_STANDARD_POINTS, "honours": 1}),
    ("rook", {**NO_STANDARD_POINTS, "jack_of_spades": 1}),
    ("rook", {**NO_STANDARD_POINTS, "most_cards_tie": "most_spades"}),
    ("rook", {**NO_STANDARD_POINTS, "fours_of_a_kind": {"ranks": "A", "points": 2}}),
    ("rook", {**NO_STANDARD_POINTS, "endgame": "dominican"}),
    ("rook", {**NO_STANDARD_POINTS, "endgame": "little_casino_at_20"}),
    ("rook", {**NO_STANDARD_POINTS, "level_winner": "big_casino"}),
    ("rook", {**NO_STANDARD_POINTS, "extra_values": {"TD": [11]}}),
    ("no_faces", {"jack_of_spades": 1}),
    ("no_faces", {"honours": 1}),
    ("no_faces", {"fours_of_a_kind": {"ranks": "7K", "points": 2}}),
    ("no_faces", {"extra_values": {"KS": [11]}}),
    ("no_faces", {"card_points": {"K": 1}}),
    ("five_handed", {"fours_of_a_kind": {"ranks": "2", "points": 2}}),
]
"""Points, values and winners for cards that the deck does not have."""


@pytest.mark.parametrize(("deck", "changed"), NOWHERE)
def test_10_no_points_for_what_the_deck_does_not_have(deck: str, changed: dict[str, Any]) -> None:
    rules = house("tuxedo", orange=False, seats=[2, 5], deck=deck, **changed)
    key = list(changed)[-1]
    assert clash(rules) == one_of(key, "deck", clash(rules))
    without = {option: value for option, value in changed.items() if option != key or key in NO_STANDARD_POINTS}
    without |= {key: 0} if key in NO_STANDARD_POINTS else {}
    assert "error" not in ask("legal", house("tuxedo", orange=False, seats=[2, 5], deck=deck, **without), hand="")


def one_of(option: str, other: str, message: str) -> str:
    """Return the message if it names both options and a rule."""
    return message if f"“{option}”" in message and f"“{other}”" in message and re.search(r"\(\d", message) else ""


def test_10_honours_and_fours_for_what_the_deck_does_have() -> None:
    five_handed = house("five-handed", honours=1, fours_of_a_kind={"ranks": "AK", "points": 2})
    assert "error" not in ask("legal", five_handed, hand="", seats=5)
    nothing = house("diamond", fours_of_a_kind={"ranks": "K", "points": 0})
    assert "error" not in ask("legal", nothing, hand="")


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        ("orange", {"orange": True, "deck": "no_faces", "hand_size": 3}),
        ("tablanette", {"tablanette": True}),
        ("duty", {"duty": "penalty"}),
        ("last_deal_duty", {"last_deal_duty": "penalty"}),
    ],
)
@pytest.mark.parametrize(("other", "value"), [("endgame", "soto"), ("difference", True)])
def test_10_points_at_once_not_with_an_endgame_or_the_difference(
    given: str, changed: dict[str, Any], other: str, value: object
) -> None:
    message = clash(house("casino", **changed, **{other: value}))
    assert message == one_of(given, other, message)
    assert "error" not in ask("legal", house("casino", **changed), hand="")
    assert "error" not in ask("legal", house("casino", **{other: value}), hand="")


def test_10_no_sweeps_cancel_that_score_nothing() -> None:
    message = clash(house("casino", sweep_rule="cancel"))
    assert message == one_of("sweep_rule", "sweep", message)
    assert "error" not in ask("legal", house("casino", sweep_rule="cancel", sweep=1), hand="")


def test_10_more_cards_than_the_pack_has() -> None:
    assert clash(house("tuxedo", seats=[6], hand_size=6, table_size=5), seats=6)


@pytest.mark.parametrize(
    "changed",
    [
        {"ending": "clear_table", "claims": "wins"},
        {"ending": "clear_table", "count_as_earned": "all"},
        {"ending": "clear_table", "endgame": "dominican"},
        {"seats": [3], "partnership": "required", "build_for_partner": True},
        {"hand_cards": "pair"},
        {"orange": True},
        {"ending": "rounds"},
        {"ending": "rounds", "rounds": 2, "rounds_per_seat": 1},
        {"finish": "sweeps_last", "difference": True},
        {"finish": "points_first", "ending": "rounds", "rounds": 1},
        {"finish": "in_order", "ending": "rounds", "rounds": 1},
        {"finish": "in_order", "card_points": {"2C": 1}},
        {"hand_values": {"JS": [11]}},
        {"hand_values": {"1": [11]}},
        {"hand_values": {"5R": [11]}},
        {"card_points": {"J": 1}, "deck": "no_faces"},
        {"deals": {"2": [0, 13, 12]}},
        {"deals": {"3": [1, 17]}},
        {"deals": {"2": [0, 13, 13]}, "refill": "draw"},
        {"deals": {"2": [0, 13, 13]}, "last_deal": "even_then_table"},
        {"steal": True, "claims": "wins"},
        {"steal": True, "count_as_earned": "all"},
        {"steal": True, "count_as_earned": "cards"},
        {"steal": True, "endgame": "soto"},
        {"steal": True, "pluck": True},
        {"steal": True, "ending": "clear_table"},
        {"steal": True, "hand_cards": "sum", "building": False},
        {"build_for_partner": True, "partnership": "never"},
    ],
)
def test_10_options_that_do_not_go_together(changed: dict[str, Any]) -> None:
    assert clash(house("casino", **changed), seats=changed.get("seats", [2])[0])


def valued(names: Iterable[str]) -> dict[str, list[int]]:
    return {name: [1] for name in names}


EXTRA = {"last_deal": "extra", "deck": "five_handed", "hand_size": 6, "table_size": 5}
"""Hands of ten in the last deal."""


@pytest.mark.parametrize(
    ("most", "excess"),
    [
        ({"extra_values": valued(PACK[:8])}, {"extra_values": valued(PACK[:9])}),
        ({"hand_values": valued("A2345678")}, {"hand_values": valued("A23456789")}),
        ({"extra_values": {"TD": [1, 2, 3, 20]}}, {"extra_values": {"TD": [1, 2, 3, 4, 5]}}),
        ({"hand_values": {"A": [1, 2]}}, {"hand_values": {"A": [2, 2]}}),
        ({"extra_values": {"TD": [16]}}, {"extra_values": {"TD": [16] * 900}}),
        ({"card_points": dict.fromkeys(PACK[:26], 1)}, {"card_points": dict.fromkeys(PACK[:27], 1)}),
        ({"deals": {"2": [0, 26]}}, {"deals": {"2": [0, 1, 25]}, "hand_cards": "sum"}),
        ({"deals": {"2": [8, 22]}}, {"deals": {"2": [10, 21]}}),
        (EXTRA, {**EXTRA, "hand_cards": "sum"}),
    ],
)
def test_10_limits_that_no_real_game_reaches(most: dict[str, Any], excess: dict[str, Any]) -> None:
    assert "error" not in ask("legal", house("casino", **most), hand="", table="")
    assert clash(house("casino", **excess), seats=2)


@pytest.mark.parametrize("preset", PRESETS)
def test_11_the_rules_of_a_preset_go_by_its_name(preset: str) -> None:
    assert preset_of(resolve_rules(preset), preset) == preset
    other = "casino" if preset != "casino" else "royal"
    assert resolve_rules(preset_of(resolve_rules(preset), other)) == resolve_rules(preset)


def test_11_other_rules_go_by_the_name_of_the_preset_that_was_changed() -> None:
    assert preset_of(resolve_rules({"preset": "casino", "sweep": 1}), "casino") == "casino-sweeps"
    assert preset_of(resolve_rules({"preset": "casino", "sweep": 2}), "casino") == "casino"


@pytest.mark.parametrize("named", NAMED_RULES.values(), ids=NAMED_RULES)
def test_9_25_and_9_28_rules_with_a_name_change_their_preset(named: NamedRules) -> None:
    rules = resolve_rules({"preset": named.preset, **named.options})
    assert changed_options(rules, named.preset) == named.options


def test_10_pair_is_played_without_builds() -> None:
    rules = house("casino", hand_cards="pair", building=False)
    allows(rules, hand="7S 2C", table="9D", move="2C&7Sx9D")


def test_6_4_the_difference_is_not_between_three_sides() -> None:
    three = house("casino", difference=True, seats=[2, 3, 4])
    assert clash(three, seats=3)
    assert clash(three, seats=4)
    assert ask("legal", three, hand="", table="", seats=4, partners=True)["moves"] == []
    assert clash(house("casino", difference=True, seats=[3]), seats=3)


@pytest.mark.parametrize(
    "way",
    [
        {"jack_of_spades": 1},
        {"each_spade": 1},
        {"most_diamonds": 1},
        {"seven_of_diamonds": 1},
        {"fives": 5},
        {"last_capture": 1},
        {"honours": 1},
        {"fours_of_a_kind": {"ranks": "76A", "points": 2}},
        {"tablanette": True},
        {"card_points": {"2C": 1}},
    ],
)
def test_7_2_in_order_not_with_other_ways_to_score(way: dict[str, Any]) -> None:
    assert clash(house("casino", finish="in_order", **way))
    assert legal(house("casino-sweeps", finish="in_order"), hand="9S", table="") == {"9S"}


@pytest.mark.parametrize("endgame", ["dominican", "soto", "little_casino_at_20"])
def test_7_4_restrictions_not_for_another_target(endgame: str) -> None:
    assert clash(house("casino", endgame=endgame, target=31))
    assert legal(house("casino", endgame=endgame), hand="9S", table="") == {"9S"}


def test_7_6_claims_exclude_counting_as_earned_and_the_endgame() -> None:
    for claims in ("wins", "wins_or_loses"):
        assert clash(house("casino", claims=claims, count_as_earned="all"))
        assert clash(house("casino", claims=claims, count_as_earned="sweeps"))
        assert clash(house("casino", claims=claims, endgame="dominican"))


def test_7_6_wins_or_loses_is_not_for_three_sides() -> None:
    rules = house("casino", claims="wins_or_loses")
    assert clash(rules, seats=3)
    assert legal(rules, hand="9S", table="", seats=4, partners=True) == {"9S"}
    assert legal(house("casino", claims="wins"), hand="9S", table="", seats=3) == {"9S"}


def test_8_7_a_penalty_is_not_paid_to_two_other_sides() -> None:
    assert clash(house("casino", duty="penalty"), seats=3)
    assert clash(house("casino", last_deal_duty="penalty"), seats=3)
