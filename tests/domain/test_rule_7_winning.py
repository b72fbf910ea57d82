"""Rulebook section 7, first part: target, counting in order, rounds, counting as earned, claims, resigning."""

from typing import Any

import pytest

from tests.domain.packs import COUPLE, Company, Round, decks_and_moves, script, stack, takes_all
from tests.domain.positions import Outcome, Rules, clash, house, replay, replay_refuses, round_points

OTHER_DEAL = Company(dealer=1)


def play(rules: Rules, *rounds: Round, cut: int | None = None, add: str = "", **table: Any) -> Outcome:
    """Return the outcome of these rounds, cut after so many moves, with a few moves added."""
    decks, moves = decks_and_moves(*rounds)
    return replay(rules, decks, moves[:cut] + add.split(), **table)


def opening(first: str, second: str, table: str, *moves: str, company: Company = COUPLE) -> Round:
    return script(company, stack(company, [first, second], table), *moves)


LEVEL = opening("TS AS", "9S", "TD AH 9H 8D", "TSxTD", ".", "ASxAH", "9Sx9H")
"""With nothing for most cards: big casino and two aces against most spades, little casino and two aces."""
EVEN = {"most_cards": 0}


def ended(outcome: Outcome) -> tuple[list[int] | None, str | None]:
    return outcome["winner"], outcome["reason"]


def test_7_1_level_at_the_top_plays_another_round() -> None:
    outcome = play(house("casino", target=4, **EVEN), LEVEL)
    assert (outcome["totals"], *ended(outcome)) == ([4, 4], None, None)
    outcome = play(house("casino", target=4, **EVEN), LEVEL, takes_all(OTHER_DEAL, 1))
    assert (outcome["totals"], *ended(outcome)) == ([12, 4], [1], "target")


def test_7_1_points_at_once_do_not_end_the_game_in_mid_round() -> None:
    six = Company(hand=6)
    tablanette = opening("TS", "9S", "4H 6H 3H 7H", "TSx3H,4H,6H,7H", company=six)
    outcome = play(house("tablanette", target=30), tablanette, cut=1)
    assert (outcome["totals"], *ended(outcome)) == ([30, 0], None, None)
    assert ended(play(house("tablanette", target=30), tablanette)) == ([1], "target")


IN_ORDER = script(
    COUPLE,
    stack(COUPLE, ["9S 9C 3C", "TS 2S AS AC"], "TD 2H AH AD", then=["KS", "KC"]),
    *["9C", "TSxTD", "3C", "2Sx2H", ".", "ASxAH", "9Sx9C", "ACxAD", ".", "KC", "KSxKC"],
)
"""Seat 1 has most cards and most spades (4 points), seat 2 the casinos and all aces (7 points)."""


def test_7_2_the_first_to_get_there_wins() -> None:
    outcome = play(house("casino", finish="in_order", target=4), IN_ORDER)
    assert ([side["total"] for side in round_points(outcome)], *ended(outcome)) == ([4, 7], [1], "in-order")


CASINO_FIRST = script(
    COUPLE,
    stack(COUPLE, ["9S 9C 3C", "2S AS AC"], "2H AH AD TD", then=["KS", "KC"]),
    *["9C", "2Sx2H", "3C", "ASxAH", "9Sx9C", "ACxAD", ".", ".", ".", "KC", "KSxKC"],
)
"""At two points an ace seat 1 has most cards, most spades, big casino (6), seat 2 little casino, all aces (9)."""


def test_7_2_the_casinos_come_before_the_aces() -> None:
    outcome = play(house("casino", finish="in_order", target=6, aces=2), CASINO_FIRST)
    assert (outcome["totals"], *ended(outcome)) == ([6, 9], [1], "in-order")


ACES = script(
    COUPLE,
    stack(COUPLE, ["9S 9C 2D", "TS 2S AS 3H"], "TD 2H AH AD", then=["KS", "KC"]),
    *["2D", "TSxTD", "9C", "2Sx2H", "9Sx9C", "ASxAH", ".", "3HxAD,2D", ".", "KC", "KSxKC"],
)
"""Seat 1 has most cards, most spades and the ace of clubs (5), seat 2 the casinos and the other aces (6)."""


def test_7_2_the_ace_of_clubs_comes_before_the_ace_of_hearts_and_not_before_that_of_spades() -> None:
    outcome = play(house("casino", finish="in_order", target=5), ACES)
    assert (outcome["totals"], *ended(outcome)) == ([5, 6], [1], "in-order")
    assert ended(play(house("casino", finish="in_order", target=4), ACES)) == ([1], "in-order")
    assert ended(play(house("casino", finish="in_order", target=5, little_casino=2), ACES)) == ([2], "in-order")


def test_7_2_not_where_another_order_of_the_aces_is_played() -> None:
    """Seat 2 gets to six with its third ace, seat 1 to five with its only one: clubs are the second, or the last."""
    for order, winner in (("SCHD", [1]), ("SHDC", [2]), ("CSHD", [1]), ("DHSC", [2])):
        rules = house("casino", finish="in_order", target=5, ace_order=order)
        assert ended(play(rules, ACES)) == (winner, "in-order"), order


@pytest.mark.parametrize("order", ["SCH", "SCHDS", "SSHD", "schd", "BRGY", "", None, ["S", "C", "H", "D"]])
def test_7_2_ace_order_has_each_suit_once_and_nothing_else(order: object) -> None:
    assert "ace_order" in clash(house("casino", ace_order=order))


SWEEPS = opening("TS 5S 7C", "5C 6C KC", "AH 2H 3H 4H", "TSxAH,2H,3H,4H", "5C", "5Sx5C", "6C", "7C", "KCx6C,7C")
"""Seat 1 makes two sweeps and has one ace, seat 2 makes one sweep and has ten other points."""


def test_7_2_when_sweeps_bring_several_there_more_sweeps_win() -> None:
    outcome = play(house("royal-sweeps", sweep=5, target=11), SWEEPS)
    assert (outcome["totals"], *ended(outcome)) == ([11, 15], [1], "in-order")


ONE_SWEEP_EACH = opening("TS 7C", "6C 8C KC", "AH 2H 3H 4H", "TSxAH,2H,3H,4H", "6C", "7C", "KCx6C,7C")


def test_7_2_when_sweeps_are_equal_nobody_wins_yet() -> None:
    outcome = play(house("royal-sweeps", sweep=10, target=11), ONE_SWEEP_EACH)
    assert (outcome["totals"], *ended(outcome)) == ([11, 20], None, None)


def test_7_3_the_highest_total_after_all_rounds() -> None:
    rules = house("california", rounds_per_seat=1)
    outcome = play(rules, takes_all(COUPLE, 1), takes_all(OTHER_DEAL, 1))
    assert (outcome["totals"], *ended(outcome)) == ([22, 0], [1], "rounds")


def test_7_3_level_totals_share_the_win() -> None:
    rules = house("california", rounds_per_seat=1)
    assert ended(play(rules, takes_all(COUPLE, 1), takes_all(OTHER_DEAL, 2))) == ([1, 2], "rounds")


def test_7_3_not_before_the_last_round_nor_at_any_target() -> None:
    rules = house("california", rounds_per_seat=1, target=5)
    assert ended(play(rules, takes_all(COUPLE, 1))) == (None, None)
    assert ended(play("california", takes_all(COUPLE, 1), takes_all(OTHER_DEAL, 1))) == (None, None)


NOTHING_ELSE = {"most_spades": 0, "big_casino": 0, "little_casino": 0, "aces": 0}
SWEEPER = opening("TS 5S", "5C", "AH 2H 3H 4H", "TSxAH,2H,3H,4H", "5C", "5Sx5C")


@pytest.mark.parametrize(
    ("hand", "table", "capture", "points"),
    [
        ("TS", "TD 3H 4H JH", "TSxTD", 2),
        ("2S", "2D 3H 4H JH", "2Sx2D", 1),
        ("AS", "AD 3H 4H JH", "ASxAD", 2),
        ("9S", "9D 3H 4H JH", "9Sx9D", 0),
        ("TS", "AH 2H 3H 4H", "TSxAH,2H,3H,4H", 2),
    ],
)
def test_7_5_what_counts_when_captured(hand: str, table: str, capture: str, points: int) -> None:
    first = opening(hand, "9C", table, capture)
    assert (play(house("cassino-sudden-death", target=max(points, 1)), first, cut=1)["winner"] == [1]) is (points > 0)
    assert play(house("cassino-sudden-death", target=points + 1), first, cut=1)["winner"] is None


SPADES = opening("TS KH 9S 8S", "9C 8C QC", "2S 3S 5S KS", "TSx2S,3S,5S", "9C", "KHxKS", "8C", "9Sx9C", ".", "8Sx8C")
"""Seat 1 takes four spades with little casino, a fifth, a sixth, and with its fourth play the seventh."""


@pytest.mark.parametrize(("trails", "winner"), [(21, None), (22, [1])])
def test_7_5_most_cards_count_from_the_twenty_seventh(trails: int, winner: list[int] | None) -> None:
    """The five of spades takes everything that was trailed: 26 cards with itself, which could be equalled, or 27."""
    rules = house("casino", count_as_earned="all", five_of_spades_sweeps=True, target=3, **NOTHING_ELSE)
    third = ["", "5S"] if trails % 2 else ["5S", ""]
    pack = stack(COUPLE, [], then=["", "", *third])
    trailed = script(COUPLE, pack, *["."] * trails, "5S").moves[:trails]
    table = replay(rules, [pack], trailed)["table"].replace(" ", ",")
    assert replay(rules, [pack], [*trailed, f"5Sx{table}"])["winner"] == winner


CLAIM = opening("TS AS", "9C KC JC", "TD AH 3H 8D", "TSxTD", "9C", "ASxAH")
CLAIMS = house("cassino-21", target=4)


HUNGARIAN = Company(hand=3)
HUNGARIAN_CLAIM = opening("TS AS", "9C KC", "TD AH 3H 8D", "TSxTD", "9C", "ASxAH", company=HUNGARIAN)


def test_7_6_or_costs_nothing_but_the_right_to_claim_before_the_next_capture() -> None:
    rules = house("hungarian", target=4)
    assert ended(play(rules, HUNGARIAN_CLAIM, cut=1, add="claim@1")) == (None, None)
    assert ended(play(rules, HUNGARIAN_CLAIM, cut=1, add="claim@1 9C ASxAH claim@1")) == ([1], "claim")
    decks, moves = decks_and_moves(HUNGARIAN_CLAIM)
    replay_refuses(rules, decks, [*moves[:1], "claim@1", "9C", "claim@1"], code="claim", rule="7.6")


def test_7_6_a_new_round_does_not_give_the_right_back() -> None:
    rules = house("hungarian", target=200)
    company = Company(hand=3)
    first, second = takes_all(company, 2), takes_all(company._replace(dealer=1), 1)
    moves = [*first.moves[:-1], "claim@1", first.moves[-1]]
    decks = [first.pack, second.pack]
    replay_refuses(rules, decks, [*moves, "claim@1"], code="claim", rule="7.6")
    replay(rules, decks, [*moves, *second.moves[:2], "claim@1"])


def test_7_6_a_partners_capture_gives_the_right_back() -> None:
    four = Company(seats=4, dealer=4, hand=3)
    rules = house("hungarian", seats=[4], target=2, aces=0)
    pack = stack(four, ["9S", "", "TS"], "TD 9H 7D 3H")
    wrong = ["9Sx9H", "claim@1"]
    trail = replay(rules, [pack], wrong, seats=4, partners=True, dealer=4)["hands"][1].split()[0]
    again = [*wrong, trail, "TSxTD", "claim@1"]
    assert ended(replay(rules, [pack], again, seats=4, partners=True, dealer=4)) == ([1, 3], "claim")
    refused = [*wrong, trail, "claim@1"]
    replay_refuses(rules, [pack], refused, code="claim", rule="7.6", seats=4, partners=True, dealer=4)


def test_7_6_no_claims_elsewhere() -> None:
    decks, moves = decks_and_moves(CLAIM)
    replay_refuses("casino", decks, [*moves[:3], "claim@1"], code="claim", rule="7.6")


def test_7_6_two_sides_at_the_target_unclaimed_raise_it_by_eleven() -> None:
    rules = house("cassino-21", target=2, **EVEN)
    assert ended(play(rules, LEVEL)) == (None, None)
    assert ended(play(rules, LEVEL, takes_all(OTHER_DEAL, 1))) == (None, None)
    outcome = play(rules, LEVEL, takes_all(OTHER_DEAL, 1), takes_all(COUPLE, 1))
    assert (outcome["totals"], *ended(outcome)) == ([20, 4], [1], "target")


def test_7_7_a_game_won_on_the_spot_shows_what_was_counted_as_earned() -> None:
    outcome = play(house("cassino-sudden-death", target=4), CLAIM, cut=3)
    assert (outcome["totals"], outcome["rounds"], *ended(outcome)) == ([4, 0], [], [1], "instant")
    assert play(CLAIMS, CLAIM, cut=3, add="claim@1")["totals"] == [4, 0]


def test_7_7_nothing_is_played_after_it() -> None:
    decks, moves = decks_and_moves(CLAIM)
    replay_refuses(house("cassino-sudden-death", target=4), decks, moves[:4], code="over", rule="7.1")


def test_7_8_resigning_ends_the_game() -> None:
    outcome = play("casino", CLAIM, cut=2, add="resign@1")
    assert (*ended(outcome), outcome["turn"]) == ([2], "resign", None)


def test_7_8_the_side_that_resigns_is_not_among_the_winners() -> None:
    pack = takes_all(Company(seats=4, dealer=4), 1).pack
    assert ended(replay("casino", [pack], ["resign@3"], seats=4, partners=True, dealer=4)) == ([2, 4], "resign")


def test_7_8_the_best_of_the_rest_wins() -> None:
    three = Company(seats=3, dealer=3)
    first = takes_all(three, 2)
    again = takes_all(Company(seats=3, dealer=1), 3)
    outcome = play("casino", first, again, cut=48, add="resign@1", seats=3, dealer=3)
    assert ended(outcome) == ([2], "resign")


ALL = takes_all(COUPLE, 1)
TEN_WITH_ACES = opening("AS TS", "AC", "AH TD 3H 4H", "TSxTD")
ACES_FIRST = opening("TS AS", "AC KC", "TD AH AD KH", "ASxAH", "ACxAD", "TSxTD", "KCxKH")
EARNED = house("casino-sweeps", count_as_earned="all", target=2)
SUDDEN_DEATH = house("cassino-sudden-death", target=2)
UNDECIDED = (None, None)

ENDS: list[tuple[str, Rules, Round, int | None, str, tuple[list[int] | None, str | None]]] = [
    ("7.1 who reaches the target wins", house("casino", target=11), ALL, None, "", ([1], "target")),
    ("7.1 and not before the round ends", house("casino", target=11), ALL, 47, "", UNDECIDED),
    ("7.1 below the target nobody wins", house("casino", target=12), ALL, None, "", UNDECIDED),
    ("7.1 the highest of several", house("casino", target=2), LEVEL, None, "", ([2], "target")),
    ("7.2 not where the highest wins", house("casino", target=4), IN_ORDER, None, "", ([2], "target")),
    ("7.2 one at the target", house("casino", finish="in_order", target=7), IN_ORDER, None, "", ([2], "target")),
    ("7.5 a sweep counts at once", house("michigan", target=2), SWEEPER, 1, "", ([1], "instant")),
    ("7.5 each sweep counts at once", house("michigan", target=3), SWEEPER, 3, "", ([1], "instant")),
    ("7.5 not below the target", house("michigan", target=3), SWEEPER, 1, "", UNDECIDED),
    ("7.5 only sweeps", EARNED | {"count_as_earned": "sweeps"}, TEN_WITH_ACES, 1, "", UNDECIDED),
    ("7.5 cards when captured", EARNED | {"count_as_earned": "cards"}, TEN_WITH_ACES, 1, "", ([1], "instant")),
    ("7.5 and sweeps", EARNED | {"count_as_earned": "cards", "target": 1}, SWEEPER, 1, "", ([1], "instant")),
    ("7.5 but no majority", SUDDEN_DEATH | {"count_as_earned": "cards"}, SPADES, 7, "", UNDECIDED),
    ("7.5 all points", EARNED, TEN_WITH_ACES, 1, "", ([1], "instant")),
    ("7.5 not most spades while others can catch up", SUDDEN_DEATH, SPADES, 5, "", UNDECIDED),
    ("7.5 most spades when nobody can catch up", SUDDEN_DEATH, SPADES, 7, "", ([1], "instant")),
    ("7.5 not where nothing counts as earned", house("casino-sweeps", target=1), SWEEPER, 3, "", UNDECIDED),
    ("7.6 a right claim wins at once", CLAIMS, CLAIM, 3, "claim@1", ([1], "claim")),
    ("7.6 it does not end by itself", CLAIMS, CLAIM, 3, "", UNDECIDED),
    ("7.6 even if another has more", CLAIMS | {"target": 2}, ACES_FIRST, 3, "claim@2", ([2], "claim")),
    ("7.6 a wrong claim loses", CLAIMS, CLAIM, 1, "claim@1", ([2], "wrong-claim")),
    ("7.6 the target unclaimed wins in the end", CLAIMS, ALL, None, "", ([1], "target")),
]


@pytest.mark.parametrize(("statement", "rules", "played", "cut", "added", "end"), ENDS)
def test_ends(statement: str, rules: Rules, played: Round, cut: int | None, added: str, end: Any) -> None:
    assert ended(play(rules, played, cut=cut, add=added)) == end
