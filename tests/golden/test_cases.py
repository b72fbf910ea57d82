"""Check every public case of the rulebook, and whole games of the presets that it does not have."""

import json
from typing import Any

import pytest

from games.domain.json_api import handle_request
from games.domain.presets import PRESETS
from tests.architecture import PROJECT
from tests.golden.meaning import difference, items
from tests.golden.whole_game import GAMES

type Json = dict[str, Any]

FILES = [*sorted((PROJECT / "tests" / "conformance" / "cases").glob("*.jsonl")), *GAMES.parent.glob(GAMES.name)]
CASES = {file.stem: [json.loads(line) for line in file.read_text().splitlines()] for file in FILES}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{stem}: {case['name']}") for stem, cases in CASES.items() for case in cases]
)
def test_case(case: Json) -> None:
    assert difference(case["ask"], case["answer"], handle_request(case["ask"])) == ""


@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_a_whole_game_of_every_preset(preset: str) -> None:
    whole_games = [*CASES["games"], *CASES.get(GAMES.stem, [])]
    endings = [case["answer"]["winner"] for case in whole_games if case["ask"]["rules"] == preset]
    assert [winner for winner in endings if winner]


@pytest.mark.parametrize(
    ("question", "wanted", "given"),
    [
        ({"op": "legal"}, {"moves": ["9S"]}, {"moves": ["9S", "9S"]}),
        ({"op": "legal"}, {"moves": ["9S", "2C"]}, {"moves": ["9S"]}),
        ({"op": "legal"}, {"moves": ["9S"]}, {"error": {}}),
        ({"op": "check"}, {"ok": False, "code": "sum"}, {"ok": False, "code": "face"}),
        ({"op": "check"}, {"ok": True, "left_behind": "9C"}, {"ok": True, "left_behind": ""}),
        ({"op": "score"}, {"points": [{"aces": 1}]}, {"points": [{"aces": 2}]}),
    ],
)
def test_the_comparison_sees_a_difference(question: Json, wanted: Json, given: Json) -> None:
    assert difference(question, wanted, given)
    assert not difference(question, wanted, wanted)


def test_the_comparison_looks_through_the_writing() -> None:
    assert difference({"op": "score"}, {"points": [{"aces": 1}]}, {"points": [{"aces": 1, "sweeps": 0}]}) == ""
    assert items("KD [4C+5H,9D=9@1]") == items("[9D,5H+4C=9@1] KD")
    assert items("[4C+5H,9D=9@1]") != items("[4C+5H,9D=9@2]")
