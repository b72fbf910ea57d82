"""Every numbered rule has a test that allows something and one that refuses something.

The number opens a test's name; a test that refuses, excludes or limits has one of these words in it.
"""

import re
from pathlib import Path

import pytest

REFUSING = set("no not nor never nobody nobodys nothing none cannot without refused refuses only but".split())

SECTIONS = {2: 5, 3: 7, 4: 10, 5: 14, 6: 5, 7: 8, 8: 9, 9: 12, 12: 7}
RULES = [f"{section}_{rule}" for section, last in SECTIONS.items() for rule in range(1, last + 1)]


def names_of_tests(rule: str) -> list[set[str]]:
    """Return the words in the name of each of a rule's tests."""
    files = Path(__file__).parent.glob("test_rule_*.py")
    found = [re.findall(rf"^def test_{rule}_(\w+)\(", file.read_text(), re.MULTILINE) for file in files]
    return [set(name.split("_")) for names in found for name in names]


@pytest.mark.parametrize("rule", RULES)
def test_it_has_one_that_allows_and_one_that_refuses(rule: str) -> None:
    refusing = [bool(words & REFUSING) for words in names_of_tests(rule)]
    assert (True in refusing, False in refusing) == (True, True)
