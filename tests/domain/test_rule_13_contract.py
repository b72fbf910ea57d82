"""Rulebook section 13: one question, one answer."""

from typing import Any

import pytest

from games.domain.json_api import handle_request
from tests.domain.packs import COUPLE, PACKS, decks_and_moves, stack, takes_all
from tests.domain.positions import ask, misunderstood, replay

FIXED = " ".join(PACKS["standard"])


def test_13_legal_lists_the_moves_sorted_as_text() -> None:
    reply = ask("legal", "casino", hand="AS 5D", table="8D KH [5S+4C=9@2]")
    assert reply == {"moves": ["5D", "AS"]}


def test_13_legal_shows_plucks_but_not_calls_claims_and_resignations() -> None:
    assert ask("legal", "pluck", hand="9S", table="4D KD")["moves"] == ["9S", "9S ^4D", "9S ^KD", "^4D 9S", "^KD 9S"]
    assert ask("legal", "tuxedo", hand="5B", table="2Y 3R")["moves"] == ["5B", "5Bx2Y,3R"]


def test_13_legal_knows_what_is_proved_and_what_is_plucked() -> None:
    four = {"seats": 4, "partners": True, "proved": ["9"]}
    assert "4C+5H=9/p" in ask("legal", "dominican-partner", hand="4C 2C", table="5H", **four)["moves"]
    assert ask("legal", "pluck", hand="9S", table="4D KD", plucked=True)["moves"] == ["9S"]


def test_13_the_other_seats_hold_four_cards_each_unless_said_otherwise() -> None:
    assert "9S ^4D" in ask("legal", "pluck", hand="9S", table="4D KD", stock=0)["moves"]
    assert "9S ^4D" not in ask("legal", "pluck", hand="9S", table="4D KD", stock=0, others=0)["moves"]


def test_13_legal_needs_no_partners_and_no_stock() -> None:
    question = {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": ""}
    assert handle_request(question) == {"moves": ["9S"]}


def test_13_check_says_ok_and_what_was_left_behind() -> None:
    reply = ask("check", "casino", hand="9S 2C", table="4D 5C KH", move="9S")
    assert reply == {"ok": True, "left_behind": "4D 5C"}


def test_13_check_says_why_not() -> None:
    reply = ask("check", "casino", hand="AS 5D", table="8D", move="AS+8D=9")
    assert {key: reply[key] for key in ("ok", "code", "rule")} == {"ok": False, "code": "hold", "rule": "5.2"}
    assert isinstance(reply["message"], str)


def test_13_replay_tells_the_moment() -> None:
    outcome = replay("casino", [FIXED], ["AS", "5S"])
    assert outcome == {
        "totals": [0, 0],
        "rounds": [],
        "winner": None,
        "reason": None,
        "turn": 1,
        "round": 1,
        "deal": 1,
        "table": "AS 3S 4S 5S 9S TS",
        "hands": ["2S 7S 8S", "6S JS QS"],
        "stock": 40,
    }


def test_13_replay_says_which_move_is_bad() -> None:
    question = {"dealer": 2, "decks": [FIXED], "moves": ["AS", "5S", "5S", "6S"]}
    error = ask("replay", "casino", **question)["error"]
    assert (error["at"], error["code"]) == (2, "card")
    assert (error["rule"], bool(error["message"])) == ("4.1", True)
    unreadable = ask("replay", "casino", dealer=2, decks=[FIXED], moves=["AS", "what?"])["error"]
    assert (unreadable["at"], unreadable["code"]) == (1, "bad-request")


@pytest.mark.parametrize(
    "question",
    [
        {},
        {"op": "deal"},
        {"op": None},
        {"op": "legal"},
        {"op": "legal", "rules": "casino"},
        {"op": "legal", "rules": None, "seats": 2, "turn": 1, "hand": "9S", "table": ""},
        {"op": "legal", "rules": "casino", "seats": "2", "turn": 1, "hand": "9S", "table": ""},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 3, "hand": "9S", "table": ""},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": 9, "table": ""},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": ["9D"]},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": "9S"},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": "[4C+5H=9@3]"},
        {"op": "legal", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": "", "proved": ["nine"]},
        {"op": "check", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": ""},
        {"op": "check", "rules": "casino", "seats": 2, "turn": 1, "hand": "9S", "table": "", "move": 9},
        {"op": "score", "rules": "casino"},
        {"op": "score", "rules": "casino", "piles": ["9S"], "sweeps": [[]], "last_capture": 4, "before": [0]},
        {"op": "score", "rules": "casino", "piles": ["9S", "9S"], "sweeps": [[], []], "before": [0, 0]},
        {"op": "score", "rules": "casino", "piles": ["9S", ""], "sweeps": [[0], []]},
        {"op": "score", "rules": "casino", "piles": ["9S", ""], "sweeps": [[]], "last_capture": 1, "before": [0, 0]},
        {"op": "replay", "rules": "casino", "seats": 2, "partners": False, "dealer": 2, "decks": FIXED, "moves": []},
        {"op": "replay", "rules": "casino", "seats": 2, "partners": False, "dealer": 3, "decks": [FIXED], "moves": []},
        {"op": "replay", "rules": "casino", "seats": 2, "partners": False, "dealer": 2, "decks": [FIXED], "moves": [1]},
        {"op": "replay", "rules": "casino", "seats": 2, "partners": 3, "dealer": 2, "decks": [FIXED], "moves": []},
    ],
)
def test_13_what_is_not_understood_is_turned_away_in_words(question: dict[str, Any]) -> None:
    misunderstood(handle_request(question))


def test_13_the_same_question_has_the_same_answer() -> None:
    pack = stack(COUPLE, ["4C 9S"], "5S 9H KD QD")
    assert replay("casino", [pack], ["4C+5S,9H=9"]) == replay("casino", [pack], ["4C+5S,9H=9"])


def test_13_cards_of_another_pack_are_not_understood() -> None:
    assert "5R" in handle_request({"op": "legal", "rules": "casino", "hand": "5R", "table": ""})["error"]["message"]
    assert "9S" in handle_request({"op": "legal", "rules": "tuxedo", "hand": "9R", "table": "9S"})["error"]["message"]


def test_13_a_hand_that_no_deal_gives_is_not_understood() -> None:
    for rules, most in (("casino-en-deux", 8), ("casino", 26)):
        hand = PACKS["standard"][: most + 1]
        ask = {"op": "legal", "rules": rules, "hand": " ".join(hand)}
        assert handle_request(ask)["error"]["message"] == f"Nobody holds more than {most} cards."
        assert handle_request(ask | {"hand": " ".join(hand[:most])})["moves"] == sorted(hand[:most])


def test_13_a_build_that_is_not_worth_its_value_is_not_understood() -> None:
    ask = {"op": "legal", "rules": "casino", "hand": "TS", "table": "[5S+4C=10@2]"}
    assert handle_request(ask)["error"]["message"] == "4C+5S does not make 10."
    assert handle_request(ask | {"table": "[QS,QH=Q@2]", "rules": "royal"})["error"]["code"] == "bad-request"


def test_13_scores_that_are_not_in_the_piles_are_not_told() -> None:
    asked = {"op": "score", "rules": "callabra", "piles": ["AS", "KS"]}
    assert "replay" in handle_request(asked)["error"]["message"]


@pytest.mark.parametrize(
    ("rules", "at_once", "totals"),
    [
        ("tuxedo", [{"orange": 20}, {"orange": -10}], [35, -10]),
        ("tuxedo", None, [15, 0]),
        ("tablanette", [{"tablanette": 28}, {}], [32, 1]),
        ("michigan", [{}, {"defaults": 4}], [5, 4]),
        ({"preset": "casino", "last_deal_duty": "penalty"}, [{"defaults": 2}, {}], [7, 0]),
    ],
)
def test_13_points_given_at_once_are_in_the_score(rules: Any, at_once: Any, totals: list[int]) -> None:
    piles = ["1B 2R", "3Y"] if rules == "tuxedo" else ["AS 7H", "JD"]
    given = {} if at_once is None else {"at_once": at_once}
    sheet = handle_request({"op": "score", "rules": rules, "piles": piles, **given})["points"]
    assert [points["total"] for points in sheet] == totals
    for points, extra in zip(sheet, at_once or [{}, {}], strict=True):
        assert extra.items() <= points.items()


@pytest.mark.parametrize(
    ("rules", "at_once"),
    [
        ("casino", [{"orange": 10}, {}]),
        ("tuxedo", [{"tablanette": 10}, {}]),
        ("tuxedo", [{"orange": 10}]),
        ("tuxedo", [{"orange": 1.5}, {}]),
        ("tuxedo", [{"orange": True}, {}]),
        ("tuxedo", [{"orange": 10**4000}, {}]),
        ("tuxedo", [{"most_cards": 1}, {}]),
        ("tuxedo", {"orange": 10}),
        ("tuxedo", [[], {}]),
    ],
)
def test_13_other_points_are_not_given_at_once(rules: str, at_once: object) -> None:
    misunderstood(handle_request({"op": "score", "rules": rules, "piles": ["", ""], "at_once": at_once}))


def test_13_when_the_packs_run_out_between_rounds_the_latest_deal_is_told() -> None:
    decks, moves = decks_and_moves(takes_all(COUPLE, 1))
    outcome = replay({"preset": "casino", "target": 50}, decks, moves)
    told = (outcome["turn"], outcome["winner"], outcome["round"], outcome["deal"], outcome["table"], outcome["hands"])
    assert told == (None, None, 1, 6, "", ["", ""])
    assert (outcome["totals"], [round_["points"][0]["total"] for round_ in outcome["rounds"]]) == ([11, 0], [11])
    error = ask("replay", "casino", dealer=2, decks=decks, moves=[*moves, "AS"])["error"]
    assert error["at"] == len(moves)
