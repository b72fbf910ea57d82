"""Rulebook section 14: every refusal code, each with its plainest position."""

import pytest

from games.domain.cards import read_card
from games.domain.commands import Play
from games.domain.moves import Trail
from games.domain.refusal import explain
from tests.domain.packs import COUPLE, Company, stack, takes_all
from tests.domain.perspectives import begun, refusal
from tests.domain.positions import Rules, ask, house, refuses, replay_refuses

FOUR = {"seats": 4, "partners": True}
PACK = stack(COUPLE, ["9S 8C", "QC JC"], "KD 4D 7H TH")

CODES = [
    ("card", "4.1", "casino", "9S 2C", "KD", "8S"),
    ("item", "4.2", "casino", "9S 2C", "KD", "9Sx9D"),
    ("sum", "4.2", "casino", "9S 2C", "4D 6D", "9Sx4D,6D"),
    ("sum", "5.3", "casino", "2S 9C", "4D", "2S+4D=9"),
    ("face", "4.3", "casino", "QS 2C", "QD QH", "QSxQH,QD"),
    ("match", "4.4", "dominican", "9S 2C", "9D", "9S"),
    ("build-whole", "4.5", "casino", "9S 2C", "2D [3C+4H=7@2]", "9Sx2D,[3C4H]"),
    ("no-building", "5", "hungarian", "9S 2C", "7D", "2C+7D=9"),
    ("empty-build", "5.1", "casino", "9S 9C", "7D", "9S+=9"),
    ("hold", "5.2", "casino", "2S 8C", "7D", "2S+7D=9"),
    ("multiple", "5.6", "casino", "2S TC", "[3C+5H,8D=8@2]", "2S+[3C5H8D]=10"),
    ("raise-own", "5.7", "dominican", "2S QC", "[3D+7H=10@1]", "2S+[3D7H]=12"),
    ("partner", "5.8", "royal-gamerules", "9S 9C", "[4C+5H=9@3]", "9C+[4C5H]=9"),
    ("partner", "5.14", "dominican-partner", "3S 2C", "9D", "3S+9D=12/p"),
    ("cover", "5.10", "casino", "9S 2C", "9D [4C+5H=9@1]", "9Sx9D"),
    ("duty", "5.10", "casino", "9S 2C", "KD [4C+5H=9@1]", "2C"),
    ("one-value", "5.13", "one build", "6S 9C", "3D [4C+5H=9@2]", "6S+3D=9"),
    ("pluck", "8.5", "pluck", "9S 2C", "AH 4D", "^AH 9S"),
    ("call", "8.6", "casino", "9S 2C", "9D", "9Sx9D!"),
]


@pytest.mark.parametrize(("code", "rule", "preset", "hand", "table", "move"), CODES)
def test_14_each_code(code: str, rule: str, preset: str, hand: str, table: str, move: str) -> None:
    rules: Rules = house("casino", one_build_per_value=True) if preset == "one build" else preset
    company = FOUR if code == "partner" else {}
    refuses(rules, hand=hand, table=table, move=move, code=code, rule=rule, **company)


FACES: list[tuple[Rules, str, str, str, str]] = [
    ("casino", "QS 2C", "QD QH", "QSxQH,QD", "The QS can take only one loose card of its rank at a time."),
    ("california", "QS 2C", "QD KH", "QSxQD,KH", "The QS takes only cards of its own rank."),
    (
        house("casino", face_capture="one_or_three"),
        "QS 2C",
        "QD QH QC",
        "QSxQD,QH",
        "The QS takes one card of its rank, or three at once. Cards in a build count.",
    ),
    ("casino", "4C 9S", "5H QD", "4C+5H,QD=9", "Jacks, queens, and kings can’t be part of a build in this game."),
    (
        house("casino", face_builds=True),
        "4C 9S",
        "5H QD",
        "4C+5H,QD=9",
        "A jack, queen, or king is built only with cards of its own rank.",
    ),
]


@pytest.mark.parametrize(("rules", "hand", "table", "move", "said"), FACES)
def test_14_a_refusal_says_what_a_face_may_do(rules: Rules, hand: str, table: str, move: str, said: str) -> None:
    message = str(ask("check", rules, hand=hand, table=table, move=move)["message"])
    assert message.partition(" (rule")[0] == said


def test_14_turn() -> None:
    refused = refusal(begun("casino", PACK, []), Play(2, Trail(read_card("QC"))))
    assert (refused.code, refused.rule, bool(explain(refused))) == ("turn", "4.1", True)


def test_14_claim() -> None:
    replay_refuses("casino", [PACK], ["9S", "claim@2"], code="claim", rule="7.6")


def test_14_no_claim_and_no_call_while_no_round_is_on() -> None:
    everything = takes_all(COUPLE, 1)
    rules = house("casino", claims="wins", target=30)
    replay_refuses(rules, [everything.pack], [*everything.moves, "claim@1"], code="claim", rule="7.6")
    pack = stack(Company(deck="rook"), [])
    replay_refuses("tuxedo", [pack], ["orange@1"], code="call", rule="8.6")


def test_14_over() -> None:
    replay_refuses("casino", [PACK], ["9S", "resign@1", "QC"], code="over", rule="7.1")


def test_14_bad_request() -> None:
    assert ask("check", "casino", hand="9S", table="", move="?")["error"]["code"] == "bad-request"
