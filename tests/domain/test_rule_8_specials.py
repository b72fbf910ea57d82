"""Rulebook section 8, first part: several hand cards, jacks and fives that take all, initial pairs, plucking."""

from typing import Any

import pytest

from games.domain.presets import resolve_rules
from games.domain.scoring import sweep_points
from games.domain.state import Sweep
from tests.domain.packs import COUPLE, script, stack
from tests.domain.positions import (
    PLAY,
    Play,
    Rules,
    allows,
    ask,
    cards,
    house,
    judge,
    left_behind,
    legal,
    misunderstood,
    refuses,
    replay,
    replay_refuses,
    round_points,
)

FIVE = house("casino-sweeps", five_of_spades_sweeps=True)
JACKS = house("casino", jack_takes_all=True)
PLUCK_AND_BUILD = house("pluck", table_only_builds=True)

PLAYS: list[Play] = [
    ("8.1 hungarian hand cards add up", "hungarian", "9S 3C KD", "QH 4D", "3C&9SxQH", "legal"),
    ("8.1 hungarian hand cards add up", "hungarian", "7S 5C", "2H TD KD", "5C&7Sx2H,TD", "legal"),
    ("8.1 hungarian hand cards add up", "hungarian", "JS QC AD", "4D 7S KH", "AD&JS&QCx4D,7S,KH", "legal"),
    ("8.1 every group adds up to the same sum", "hungarian", "7S 5C", "2H TD QH", "5C&7Sx2H,TD,QH", "legal"),
    ("8.1 every group adds up to the same sum", "hungarian", "7S 5C", "2H TD KD", "5C&7SxKD", "sum 8.1"),
    ("8.1 hungarian hand cards are one group", "hungarian", "JS 7C 4D", "JH 2C", "4D&7C&JSxJH", "sum 8.1"),
    ("8.1 hungarian hand cards are one group", "hungarian", "7S 7C", "7H", "7S&7Cx7H", "sum 8.1"),
    ("8.1 ulmanns hand cards may be several groups", "casino-en-deux", "JS 7C 4D", "JH 2C", "4D&7C&JSxJH", "legal"),
    ("8.1 ulmanns hand cards may be several groups", "casino-en-deux", "7S 7C", "7H", "7S&7Cx7H", "legal"),
    ("8.1 ulmanns hand cards may be several groups", "casino-en-deux", "JS 7C 5D", "JH 2C", "5D&7C&JSxJH", "sum 8.1"),
    ("8.1 callabra plays one card or two", "callabra", "7S 5C 2D", "QH 3C", "5C&7SxQH", "legal"),
    ("8.1 callabra plays one card or two", "callabra", "7S 5C 2D", "QH QC 3C", "5C&7SxQH,QC", "legal"),
    ("8.1 callabra plays one card or two", "callabra", "7S QD 2D", "QH QC 3C", "QDxQH,QC", "legal"),
    ("8.1 never three and no sum on the table", "callabra", "7S 3C 2D", "QH", "2D&3C&7SxQH", "sum 8.1"),
    ("8.1 never three and no sum on the table", "callabra", "7S 5C 2D", "9H 3C", "5C&7Sx3C,9H", "sum 8.1"),
    ("8.2 a jack takes everything", "tablanette", "JS 2C", "4D 7S KH", "JSx4D,7S,KH", "legal"),
    ("8.2 a jack takes everything", "tablanette", "JS 2C", "JD", "JSxJD", "legal"),
    ("8.2 a jack takes builds too", JACKS, "JS 2C", "7S [4C+5H=9@2]", "JSx7S,[4C5H]", "legal"),
    ("8.3 the five of spades takes everything", FIVE, "5S 2C", "4D 7S [4C+5H=9@2]", "5Sx4D,7S,[4C5H]", "legal"),
    ("8.3 the five of spades takes everything", FIVE, "5S 2C", "5D 7S", "5Sx5D", "legal"),
    ("8.3 the five of spades takes everything", FIVE, "5S 9C", "4D 7S", "5S+4D=9", "legal"),
    ("8.3 no other five does that", FIVE, "5H 2C", "4D 7S", "5Hx4D,7S", "sum 4.2"),
    ("8.3 no other five does that", "casino-sweeps", "5S 2C", "4D 7S", "5Sx4D,7S", "sum 4.2"),
    ("8.5 a loose card is plucked before or after playing", "pluck", "9S 2C", "AH 4D", "^4D 9S", "legal"),
    ("8.5 a loose card is plucked before or after playing", "pluck", "9S 2C", "AH 4D", "9S ^4D", "legal"),
    ("8.5 a loose card is plucked before or after playing", "pluck", "9S 2C", "9D 4D KC", "9Sx9D ^4D", "legal"),
    ("8.5 a loose card is plucked before or after playing", "pluck", "9S 2C", "4D KC", "9S ^KC", "legal"),
    ("8.5 not the card just played", "pluck", "9S 3C", "KD 4D", "9S ^9S", "pluck 8.5"),
    ("8.5 not the last item on the table", "pluck", "9S 3C", "4D", "^4D 9S", "pluck 8.5"),
    ("8.5 not the last item on the table", "pluck", "9S 3C", "9D 4D", "9Sx9D ^4D", "pluck 8.5"),
    ("8.5 not the last item on the table", "pluck", "9S 3C", "4D", "9S ^4D", "legal"),
    ("8.5 not the last item on the table", "pluck", "9S 3C", "4D [4C+5H=9@2]", "^4D 9S", "legal"),
    ("8.5 beside a build of table cards", PLUCK_AND_BUILD, "9C 8H", "3D 5H 7D", "9C;3D,5H=8 ^7D", "legal"),
    ("8.5 beside a build of table cards", PLUCK_AND_BUILD, "9C 8H", "3D 5H 7D", "9C;3D,5H=8 ^3D", "pluck 8.5"),
    ("8.5 no plucking in other games", "casino", "9S 2C", "AH 4D", "^4D 9S", "pluck 8.5"),
]


@pytest.mark.parametrize(PLAY, PLAYS)
def test_plays(statement: str, rules: Rules, hand: str, table: str, move: str, verdict: str) -> None:
    judge(rules, hand, table, move, verdict)


def test_8_1_a_trail_is_one_card() -> None:
    assert {move for move in legal("hungarian", hand="7S 5C") if "x" not in move} == {"7S", "5C"}
    misunderstood(ask("check", "hungarian", hand="7S 5C", table="KD", move="5C&7S"))


def test_8_2_a_jack_may_be_trailed() -> None:
    assert legal("tablanette", hand="JS", table="4D JD") == {"JS", "JSx4D,JD"}


def test_8_2_and_captures_in_no_other_way() -> None:
    refuses("tablanette", hand="JS 2C", table="4D JD", move="JSxJD", code="face", rule="8.2")
    assert legal("tablanette", hand="JS") == {"JS"}
    hungarian = house("hungarian", jack_takes_all=True)
    refuses(hungarian, hand="AC JS", table="QD 3D", move="AC&JSxQD", code="face", rule="8.2")


def test_8_3_it_cannot_be_trailed() -> None:
    refuses(FIVE, hand="5S 2C", table="4D 7S", move="5S", code="match", rule="8.3")
    assert legal(FIVE, hand="5S") == {"5S"}


def test_8_3_it_is_a_sweep() -> None:
    round_ = script(COUPLE, stack(COUPLE, ["5S", ""], "4D 7S 9H KD"), "5Sx4D,7S,9H,KD")
    assert round_points(replay(FIVE, [round_.pack], round_.moves))[0]["sweeps"] == 1


@pytest.mark.parametrize(
    ("changed", "points"),
    [
        ({"sweep": 0}, 1),
        ({"sweep": 3}, 3),
        ({"sweep": 1, "sweep_rule": "by_size"}, 1),
        ({"sweep": 4, "sweep_rule": "by_size"}, 2),
        ({"sweep": 3, "first_play_sweep": 0}, 1),
        ({"sweep": 0, "first_play_sweep": 5}, 5),
    ],
)
def test_8_3_its_sweep_scores_as_sweeps_do_but_one_point_at_least(changed: dict[str, Any], points: int) -> None:
    first = script(COUPLE, stack(COUPLE, ["5S", ""], "4D 7S 9H KD"), "5Sx4D,7S,9H,KD")
    small = script(
        COUPLE,
        stack(COUPLE, ["4C 8C 9S 3C", "6H 7H QS QC"], "4D 8S 9H 3D", then=["5S"]),
        *["4Cx4D", "6H", "8Cx8S", "7H", "9Sx9H", "QS", "3Cx3D", "QCxQS", "5Sx6H,7H"],
    )
    round_ = first if "first_play_sweep" in changed else small
    sheet = round_points(replay(house("casino", five_of_spades_sweeps=True, **changed), [round_.pack], round_.moves))
    assert sheet[0]["sweeps"] == points


def test_8_3_it_is_not_the_dearest_that_cancels() -> None:
    scoring = house("casino", sweep=10, sweep_rule="cancel", first_play_sweep=2)
    sweeps = ((Sweep(4, True), Sweep(4)), (Sweep(3),))
    assert sweep_points(resolve_rules(scoring).scoring, sweeps) == [10, 0]


PAIRS = house("casino-sweeps", initial_pairs=True)


def test_8_4_pairs_on_the_table_go_to_the_first_player() -> None:
    pack = stack(COUPLE, ["2S", "3S"], "9H KC 9D 4C")
    assert cards(replay(PAIRS, [pack], [])["table"]) == cards("KC 4C")
    assert cards(replay("casino", [pack], [])["table"]) == cards("9H KC 9D 4C")


def test_8_4_it_is_the_first_players_capture() -> None:
    pack = stack(COUPLE, ["2S", "3S"], "9H KC 9D 4C")
    moves = script(COUPLE, pack).moves
    assert [side.get("total", 0) for side in round_points(replay(PAIRS, [pack], moves))] == [11, 0]


def test_8_4_of_three_of_a_kind_the_third_stays() -> None:
    pack = stack(COUPLE, ["2S", "3S"], "9H 9C KC 9D")
    assert cards(replay(PAIRS, [pack], [])["table"]) == cards("KC 9D")


def test_8_4_two_pairs_are_a_sweep_and_one_is_not() -> None:
    for table, sweeps in (("9H 9C 9S 9D", 1), ("9H KC 9D KD", 1), ("9H KC 9D 4C", 0)):
        pack = stack(COUPLE, ["2S", "3S"], table)
        points = round_points(replay(PAIRS, [pack], script(COUPLE, pack).moves))
        assert points[0].get("sweeps", 0) == sweeps


def test_8_4_such_a_sweep_may_win_before_the_first_play() -> None:
    rules = house("casino-sweeps", initial_pairs=True, count_as_earned="sweeps", target=1)
    outcome = replay(rules, [stack(COUPLE, [], "9H 9C KS KD")], [])
    assert (outcome["winner"], outcome["reason"]) == ([1], "instant")


def test_8_4_no_pairs_by_value_or_in_later_deals() -> None:
    pack = stack(COUPLE, ["2S", "3S"], "9H 4C 5D KC")
    moves = script(COUPLE, pack).moves[:9]
    assert len(cards(replay(PAIRS, [pack], moves)["table"])) == 13


def test_8_5_no_ace_no_casino_and_no_build() -> None:
    for never in ("AH", "TD", "2S"):
        refuses("pluck", hand="9S 3C", table=f"{never} 4D", move=f"^{never} 9S", code="pluck", rule="8.5")
        refuses("pluck", hand="9S 3C", table=f"{never} 4D", move=f"9S ^{never}", code="pluck", rule="8.5")
    refuses("pluck", hand="9S 3C", table="KD [4C+5H=9@2]", move="^4C 9S", code="pluck", rule="8.5")


def test_8_5_not_twice_in_a_deal() -> None:
    refuses("pluck", hand="9S 3C", table="KD 4D", move="^4D 9S", code="pluck", rule="8.5", plucked=True)


PLUCKS = stack(COUPLE, ["9S 8C 2C 3C", "QC JC 6C 7C"], "KD 4D 7H TH", then=["5S", "5C"])


def test_8_5_once_per_deal_and_seat() -> None:
    replay_refuses("pluck", [PLUCKS], ["^4D 9S", "^7H QC", "^KD 8C"], code="pluck", rule="8.5")
    moves = ["^4D 9S", "^7H QC", "8C", "JC", "2C", "6C", "3C", "7C", "^KD 5S"]
    assert cards(replay("pluck", [PLUCKS], moves)["table"]) >= cards("5S 9S")


def test_8_5_not_after_the_very_last_card_of_the_round() -> None:
    last = {"stock": 0, "others": 0}
    refuses("pluck", hand="9S", table="KD 4D", move="9S ^4D", code="pluck", rule="8.5", **last)
    allows("pluck", hand="9S", table="KD 4D", move="^4D 9S", **last)
    allows("pluck", hand="9S", table="KD 4D", move="9S ^4D", stock=0, others=1)


def test_8_5_a_pluck_is_no_last_capture() -> None:
    pack = stack(COUPLE, ["9S", "QC"], "KD 4D 7H TH")
    moves = script(COUPLE, pack, "^4D 9S").moves
    assert [side.get("most_cards", 0) for side in round_points(replay("pluck", [pack], moves))] == [3, 0]
    moves = script(COUPLE, stack(COUPLE, ["9S", "9C"], "KD 4D 7H TH"), ".", ".", "^4D 9S", "9Cx9S").moves
    outcome = replay("pluck", [stack(COUPLE, ["9S", "9C"], "KD 4D 7H TH")], moves)
    assert [side.get("total", 0) for side in round_points(outcome)] == [0, 11]


def test_8_5_what_was_plucked_is_not_left_behind() -> None:
    assert left_behind("pluck", hand="9S 2C", table="9D 4D 9H", move="9Sx9D ^4D") == {"9H"}
