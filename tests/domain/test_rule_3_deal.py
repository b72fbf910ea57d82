"""Rulebook section 3: the deal."""

import pytest

from tests.domain.packs import COUPLE, PACKS, Company, script, stack, takes_all
from tests.domain.perspectives import begun, round_view
from tests.domain.positions import cards, hands, house, replay, replay_refuses

FIXED = " ".join(PACKS["standard"])
NO_FACES = " ".join(PACKS["no_faces"])
ROOK = " ".join(PACKS["rook"])


@pytest.mark.parametrize(
    ("statement", "rules", "first", "second", "table"),
    [
        ("3.1 by two when both sizes are even", "casino", "AS 2S 7S 8S", "5S 6S JS QS", "3S 4S 9S TS"),
        ("3.1 not two at a time when a size is odd", "hungarian", "AS 4S 7S", "3S 6S 9S", "2S 5S 8S TS"),
        ("3.1 who has all is passed over", "tablanette", "AS 2S 7S 8S KS AH", "5S 6S JS QS 2H 3H", "3S 4S 9S TS"),
        ("3.1 the table of five goes on", "callabra", "AS 4S 7S", "3S 6S 9S", "2S 5S 8S TS JS"),
    ],
)
def test_deals_to_two(statement: str, rules: str, first: str, second: str, table: str) -> None:
    dealt = replay(rules, [FIXED], [])
    assert [*hands(dealt), cards(dealt["table"])] == [cards(first), cards(second), cards(table)]


def test_3_1_three_seats_the_dealer_last() -> None:
    dealt = replay("casino", [FIXED], [], seats=3, dealer=2)
    assert hands(dealt) == [cards("3S 4S JS QS"), cards("7S 8S 2H 3H"), cards("AS 2S 9S TS")]
    assert cards(dealt["table"]) == cards("5S 6S KS AH")


def test_3_1_counterclockwise_packets_follow_the_play() -> None:
    dealt = replay("dominican", [FIXED], [], seats=3, dealer=2)
    assert hands(dealt) == [cards("AS 2S 9S TS"), cards("7S 8S 2H 3H"), cards("3S 4S JS QS")]


def test_3_2_empty_hands_get_a_new_deal() -> None:
    first = script(COUPLE, FIXED).moves[:8]
    dealt = replay("casino", [FIXED], first)
    assert dealt["deal"] == 2
    assert hands(dealt) == [cards("KS AH 4H 5H"), cards("2H 3H 6H 7H")]
    assert cards(dealt["table"]) == cards(FIXED[:36])


def test_3_2_no_new_deal_while_somebody_holds_a_card() -> None:
    outcome = replay("casino", [FIXED], script(COUPLE, FIXED).moves[:7])
    assert (outcome["deal"], outcome["stock"], len(cards(outcome["hands"][1]))) == (1, 40, 1)


def test_3_3_the_extra_cards_join_the_last_deal() -> None:
    five = Company(seats=5, dealer=5, deck="five_handed")
    pack = " ".join(PACKS["five_handed"])
    outcome = replay("five-handed", [pack], script(five, pack).moves[:20], seats=5, dealer=5)
    assert [len(cards(hand)) for hand in outcome["hands"]] == [5, 5, 5, 5, 5]
    assert (outcome["deal"], outcome["stock"]) == (2, 0)


def test_3_3_what_cannot_be_shared_evenly_goes_to_the_table() -> None:
    five = Company(seats=5, dealer=5, deck="rook")
    outcome = replay("tuxedo", [ROOK], script(five, ROOK).moves[:20], seats=5, dealer=5)
    assert hands(outcome) == [
        cards("5G 6G 5Y"),
        cards("7G 8G 6Y"),
        cards("9G TG 7Y"),
        cards("1Y 2Y 8Y"),
        cards("3Y 4Y 9Y"),
    ]
    assert (outcome["deal"], outcome["stock"]) == (2, 0)
    assert "TY" in cards(outcome["table"])


def test_3_3_the_round_ends_when_nobody_gets_a_card() -> None:
    rules = house("casino", hand_size=3, seats=[5], last_deal="even_then_table", target=1)
    five = Company(seats=5, dealer=5, hand=3)
    pack = stack(five, ["9S"], "9H")
    moves = script(five, pack, "9Sx9H").moves[:45]
    assert replay(rules, [pack], moves[:44], seats=5, dealer=5)["stock"] == 3
    outcome = replay(rules, [pack], moves, seats=5, dealer=5)
    assert (outcome["winner"], outcome["totals"]) == ([1], [11, 0, 0, 0, 0])


def test_3_3_even_never_leaves_a_card_over() -> None:
    moves = takes_all(COUPLE, 1).moves
    last = replay("casino", [takes_all(COUPLE, 1).pack], moves[:40])
    assert ([len(cards(hand)) for hand in last["hands"]], last["stock"]) == ([4, 4], 0)


def test_3_4_drawing_after_each_turn() -> None:
    outcome = replay("draw", [FIXED], ["AS", "5S"])
    assert hands(outcome) == [cards("2S 7S 8S KS"), cards("6S JS QS AH")]
    assert (outcome["deal"], outcome["stock"]) == (1, 38)


def test_3_4_no_second_deal_and_no_draw_from_an_empty_stock() -> None:
    held, stock = {1: "AS 2S 7S 8S".split(), 2: "5S 6S JS QS".split()}, FIXED.split()[12:]
    moves: list[str] = []
    for turn in range(46):
        hand = held[turn % 2 + 1]
        moves.append(hand.pop(0))
        hand += [stock.pop(0)] if stock else []
    outcome = replay("draw", [FIXED], moves)
    assert (outcome["deal"], outcome["stock"], [len(cards(hand)) for hand in outcome["hands"]]) == (1, 0, [1, 1])


def test_3_4_not_elsewhere() -> None:
    assert replay("casino", [FIXED], ["AS"])["stock"] == 40


@pytest.mark.parametrize(
    ("rules", "dealer", "turn"), [("casino", 2, 3), ("casino", 4, 1), ("dominican", 2, 1), ("dominican", 1, 4)]
)
def test_3_5_the_next_in_the_direction_of_play_plays_first(rules: str, dealer: int, turn: int) -> None:
    assert replay(rules, [FIXED], [], seats=4, dealer=dealer)["turn"] == turn


def test_3_5_the_same_seat_first_in_every_deal() -> None:
    three = Company(seats=3, dealer=2)
    moves = script(three, FIXED).moves
    assert [replay("casino", [FIXED], moves[:n], seats=3, dealer=2)["turn"] for n in (0, 12, 24, 36)] == [3, 3, 3, 3]


def test_3_5_the_dealer_does_not_play_first() -> None:
    replay_refuses("casino", [FIXED], ["5S"], code="card", rule="4.1")


def test_3_5_the_next_dealer_sits_to_the_left_or_to_the_right() -> None:
    three = Company(seats=3, dealer=2)
    decks, moves = [FIXED, FIXED], script(three, FIXED).moves
    assert replay("casino", decks, moves, seats=3, dealer=2)["turn"] == 1
    assert replay(house("casino", dealer_moves="right"), decks, moves, seats=3, dealer=2)["turn"] == 2


def test_3_5_the_deal_passes_left_though_play_runs_right() -> None:
    rules = house("casino", play_direction="counterclockwise")
    three = Company(seats=3, dealer=2, step=-1)
    assert replay(rules, [FIXED, FIXED], script(three, FIXED).moves, seats=3, dealer=2)["turn"] == 2


@pytest.mark.parametrize(
    ("statement", "moves", "last"),
    [
        ("3.6 the last deal is announced", 40, True),
        ("3.6 no earlier one is", 39, False),
    ],
)
def test_last_deal_is_announced_to_everyone(statement: str, moves: int, last: bool) -> None:
    state = begun("casino", FIXED, script(COUPLE, FIXED).moves[:moves])
    assert [round_view(state, viewer).last_deal for viewer in (0, 1, 2)] == [last] * 3


def test_3_7_a_jack_dealt_to_the_table_is_replaced_from_the_top() -> None:
    pack = stack(Company(hand=6), ["2S", "3S"], "JS 4H 5H 6H")
    top = pack.split()[16]
    dealt = replay("tablanette", [pack], [])
    assert cards(dealt["table"]) == {top, "4H", "5H", "6H"}
    assert dealt["stock"] == 36


def test_3_7_jacks_one_after_the_other_until_none_is_left() -> None:
    pack = stack(Company(hand=6), ["2S", "3S"], "JS JH 5H 6H", top="JD 9C 9D")
    dealt = replay("tablanette", [pack], [])
    assert cards(dealt["table"]) == cards("9C 9D 5H 6H")
    assert dealt["stock"] == 36


def test_3_7_the_jack_comes_back_as_the_last_card() -> None:
    six = Company(hand=6)
    pack = stack(six, ["2S", "3S"], "JS 4H 5H 6H", top="7H")
    moves = script(six, stack(six, ["2S", "3S"], "7H 4H 5H 6H", last="JS")).moves[:36]
    assert "JS" in hands(replay("tablanette", [pack], moves))[1]


def test_3_7_other_games_do_not_replace_jacks() -> None:
    pack = stack(COUPLE, ["2S", "3S"], "JS 4H 5H 6H")
    assert cards(replay("casino", [pack], [])["table"]) == cards("JS 4H 5H 6H")
