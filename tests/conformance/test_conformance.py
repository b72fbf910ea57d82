"""The rulebook, its public cases and their runner are fixed copies: none of them is edited here.

`tests/golden/test_cases.py` checks that every case holds.
"""

from hashlib import sha256

from tests.architecture import PROJECT

COPIES = {
    "docs/RULEBOOK.md": "14042ef5f0028f5364dd6373c2cea4deb5d9bc84de50588a469f44e3823aab89",
    "tests/conformance/conform.py": "b389ba51968927e902723f747fc27b941f621312127bab53bde36a08e066ca09",
    "tests/conformance/cases/examples.jsonl": "f86232f6a9adcf68bb3e38b3e92b4f3d33ff6297c1cf8912b17a636d8b724dbd",
    "tests/conformance/cases/games.jsonl": "2cbed76fa8f7bbb3421477908f4b1cab7679c642a36f9928c680e21f62b7a031",
    "tests/conformance/cases/positions.jsonl": "319cc26e1c1ceef00eff4e42814a4506a4913216165c50a7a88b567c46c09a19",
    "tests/conformance/cases/scores.jsonl": "96196f777dbc43d10b4aa277e2175b252d2fff78824d69f6be89fa51c4a11158",
}
"""The SHA-256 of each file; a new edition of the rulebook brings new ones."""


def test_the_copies_are_as_they_came() -> None:
    assert {name: sha256((PROJECT / name).read_bytes()).hexdigest() for name in COPIES} == COPIES


def test_every_file_of_cases_is_known() -> None:
    cases = {str(path.relative_to(PROJECT)) for path in (PROJECT / "tests/conformance/cases").glob("*")}
    assert cases == {name for name in COPIES if "/cases/" in name}
