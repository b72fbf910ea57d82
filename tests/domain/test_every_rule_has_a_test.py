"""Every numbered rule has a test that allows something and one that refuses something.

The number opens a test's name, or a statement in a table of plays; one that refuses, excludes or limits has one of
these words in it.
"""

import re
from pathlib import Path

import pytest

REFUSING = set("no not nor never nobody nobodys nothing none cannot without refused refuses only but".split())

SECTIONS = {2: 6, 3: 9, 4: 14, 5: 17, 6: 8, 7: 9, 8: 9, 9: 28, 12: 8, 15: 7}
RULES = [f"{section}_{rule}" for section, last in SECTIONS.items() for rule in range(1, last + 1)]


def names_of_tests(rule: str) -> list[set[str]]:
    """Return the words in the name of each of a rule's tests, and in each statement of it."""
    text = "\n".join(file.read_text() for file in Path(__file__).parent.glob("test_rule_*.py"))
    names = re.findall(rf"^def test_{rule}_(\w+)\(", text, re.MULTILINE)
    statements = re.findall(rf'^ +\("{rule.replace("_", ".")} ([^"]+)"', text, re.MULTILINE)
    return [set(re.findall("[a-z]+", words.replace("_", " "))) for words in (*names, *statements)]


@pytest.mark.parametrize("rule", RULES)
def test_it_has_one_that_allows_and_one_that_refuses(rule: str) -> None:
    refusing = [bool(words & REFUSING) for words in names_of_tests(rule)]
    assert (True in refusing, False in refusing) == (True, True)
