"""The verdict on a move, check by check: the question, its rules, and the reason for a failure."""

from games.domain.json_api import position_asked
from games.domain.move_validation import CheckResult, explain_checks, validate_move
from games.domain.notation import read_move
from games.domain.position import Position
from tests.domain.positions import house

ASKED = {"seats": 2, "partners": False, "turn": 1, "stock": 24}


def position(hand: str, table: str, rules: object = "casino") -> Position:
    return position_asked({"op": "legal", "rules": rules, "hand": hand, "table": table, **ASKED})


def judged(move: str, hand: str, table: str, rules: object = "casino") -> tuple[CheckResult, ...]:
    """Return the verdicts, after comparing them with the short answer."""
    found, asked = position(hand, table, rules), read_move(move)
    told = explain_checks(found, asked)
    assert told[-1].refusal == validate_move(found, asked)
    return told


def rules_of(told: tuple[CheckResult, ...]) -> list[str]:
    """Return the first rule of each check."""
    return [verdict.rules[0] for verdict in told]


def test_a_legal_move_passes_every_check() -> None:
    told = judged("9S", hand="9S 2C", table="9D 7H")
    assert rules_of(told) == ["4.1", "4.4", "5.10", "5.10"]
    assert not any(verdict.refusal for verdict in told)


def test_a_bad_one_passes_those_before_the_one_it_falls_on() -> None:
    told = judged("4C+5H=9", hand="4C 2C", table="5H")
    assert rules_of(told) == ["4.1", "4.2", "15.3", "5", "5.1", "5.14", "5.4", "5.3", "15.3", "5.2"]
    assert [bool(verdict.refusal) for verdict in told] == [False] * 9 + [True]
    assert told[-1].refusal
    assert (told[-1].refusal.code, told[-1].refusal.rule) == ("hold", "5.2")


def test_nothing_is_asked_behind_the_check_that_is_failed() -> None:
    assert rules_of(judged("8S", hand="9S 2C", table="9D")) == ["4.1"]


def test_each_kind_of_play_has_checks_of_its_own() -> None:
    rules = house("casino", table_only_builds=True)
    asked = {
        move: len(judged(move, hand="9S 9C 2C", table="3D 6H 7C", rules=rules))
        for move in ("2C", "9Sx3D,6H", "2C+7C=9", "2C;3D,6H=9")
    }
    assert asked == {"2C": 4, "9Sx3D,6H": 8, "2C+7C=9": 15, "2C;3D,6H=9": 13}


def test_a_pluck_is_judged_before_the_play_or_after_it_as_it_is_made() -> None:
    before = judged("^7H 9S", hand="9S 2C", table="7H 5D", rules="pluck")
    after = judged("9S ^7H", hand="9S 2C", table="7H 5D", rules="pluck")
    assert rules_of(before) == ["8.5", "4.1", "4.4", "5.10", "5.10"]
    assert rules_of(after) == ["4.1", "4.4", "5.10", "5.10", "8.5"]


def test_every_refusal_cites_a_rule_of_its_check() -> None:
    """For readers of the list: the rule that a move broke is among those that the check names."""
    falls = [
        ("2C&7Sx9D", "7S 2C", "9D", "casino"),
        ("9Sx", "9S 2C", "9D", "casino"),
        ("9SxAH,4D", "9S 2C", "AH 4D", "casino"),
        ("QSxQH,QC", "QS 2D", "QH QC", "casino"),
        ("9Sx9D!", "9S 2C", "9D", "casino"),
        ("9S", "9S 2C", "9D", "dominican"),
        ("2C+[3H4S]=9", "2C 9D", "[3H+4S=7@1]", "dominican"),
        ("2C+QH=Q", "2C QD", "QH", "casino"),
        ("2C;3D,6H=9", "2C 9S", "3D 6H", "casino"),
        ("2C", "2C 9S", "[3D+6H=9@1]", "casino"),
    ]
    for move, hand, table, rules in falls:
        last = judged(move, hand, table, rules)[-1]
        assert last.refusal, move
        assert last.refusal.rule in last.rules, (move, last)
