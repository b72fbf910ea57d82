"""The rulebook, its public cases and their runner are fixed copies: none of them is edited here.

`tests/golden/test_cases.py` checks that every case holds.
"""

from hashlib import sha256

from tests.architecture import PROJECT

COPIES = {
    "docs/RULEBOOK.md": "e872091be97241da0fb99e69bde2dbd7a7cca95cc9890c9b45142b6459ecdce7",
    "tests/conformance/conform.py": "b389ba51968927e902723f747fc27b941f621312127bab53bde36a08e066ca09",
    "tests/conformance/cases/examples.jsonl": "f9efa1d1e93ea8793d68af07e339a319d541435eb9389663b512bf4c6baac6bd",
    "tests/conformance/cases/games.jsonl": "a46f34c88917e01bf7ae9b65c1adc6d902a7b2a6df2d925105f407c671c3255f",
    "tests/conformance/cases/positions.jsonl": "117df94b106142faf9d5ee08a244a3a88f09696ac23f8e9dde398ff802d72d71",
    "tests/conformance/cases/scores.jsonl": "a3d871e195da00c3658b4bc7b10be04d5a1bf167935717d5b25f0014ec57bd96",
}
"""The SHA-256 of each file; a new edition of the rulebook brings new ones."""


def test_the_copies_are_as_they_came() -> None:
    assert {name: sha256((PROJECT / name).read_bytes()).hexdigest() for name in COPIES} == COPIES


def test_every_file_of_cases_is_known() -> None:
    cases = {str(path.relative_to(PROJECT)) for path in (PROJECT / "tests/conformance/cases").glob("*")}
    assert cases == {name for name in COPIES if "/cases/" in name}
