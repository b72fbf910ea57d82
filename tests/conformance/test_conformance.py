"""The rulebook and its public cases: every case holds, and the copies here are those of the shared folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.domain.json_api import handle_request
from tests.architecture import PROJECT
from tests.golden.meaning import difference

HERE = Path(__file__).parent
SHARED = PROJECT.parent / "shared" / "rules" / "next"
COPIES = {"RULEBOOK.md": PROJECT / "docs" / "RULEBOOK.md", "conform.py": HERE / "conform.py"} | {
    f"cases/{path.name}": path for path in sorted((HERE / "cases").glob("*.jsonl"))
}
CASES = [
    pytest.param(json.loads(line), id=f"{path.stem} {number}")
    for path in sorted((HERE / "cases").glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    assert difference(case["ask"], case["answer"], handle_request(case["ask"])) == ""


@pytest.mark.parametrize("name", COPIES)
def test_the_copy_is_that_of_the_shared_folder(name: str) -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared folder of the rulebook is not here")
    assert (SHARED / name).read_bytes() == COPIES[name].read_bytes()


def test_all_cases_of_the_shared_folder_are_here() -> None:
    assert {"cases/examples.jsonl", "cases/games.jsonl", "cases/positions.jsonl", "cases/scores.jsonl"} <= set(COPIES)
