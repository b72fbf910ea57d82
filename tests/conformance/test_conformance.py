"""The rulebook, its public cases and their runner: the copies here are those of the shared folder.

`tests/golden/test_cases.py` checks that every case holds.
"""

from pathlib import Path

import pytest

from tests.architecture import PROJECT

HERE = Path(__file__).parent
SHARED = PROJECT.parent / "shared" / "rules" / "next"
COPIES = {"RULEBOOK.md": PROJECT / "docs" / "RULEBOOK.md", "conform.py": HERE / "conform.py"} | {
    f"cases/{path.name}": path for path in sorted((HERE / "cases").glob("*.jsonl"))
}


@pytest.mark.parametrize("name", COPIES)
def test_the_copy_is_that_of_the_shared_folder(name: str) -> None:
    if not SHARED.is_dir():
        pytest.skip("the shared folder of the rulebook is not here")
    assert (SHARED / name).read_bytes() == COPIES[name].read_bytes()


def test_all_cases_of_the_shared_folder_are_here() -> None:
    assert {"cases/examples.jsonl", "cases/games.jsonl", "cases/positions.jsonl", "cases/scores.jsonl"} <= set(COPIES)
