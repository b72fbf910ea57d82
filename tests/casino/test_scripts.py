"""The scripts written by hand: few lines, none of them dense, and no rule of the game in them."""

import re

import pytest

from games.domain.presets import PRESETS
from tests.live import PROJECT

SCRIPTS = sorted((PROJECT / "static/js").rglob("*.js"))
MAX_LINES = 650  # of all together must not be reached
WIDEST = 120
SQUEEZED = re.compile(r";\s*[^\s/)]")
LOOPS = re.compile(r"\bfor \([^)]*\)")
WORDS_OF_RULES = re.compile(r"\b(rank|suit|score|points|trail|capture|pile|ace|king|legal|rules?)\b", re.IGNORECASE)


def code(text: str) -> str:
    """Return the script without comments and quoted text."""
    return re.sub(r"//.*|\"[^\"\n]*\"|`[^`\n]*`", "", text)


def squeezed(text: str) -> list[str]:
    """Return the lines with more than one statement."""
    return [line for line in code(text).splitlines() if SQUEEZED.search(LOOPS.sub("", line))]


def test_there_are_fewer_lines_than_allowed() -> None:
    lines = {path.name: path.read_text(encoding="utf-8").count("\n") for path in SCRIPTS}
    assert 0 < sum(lines.values()) < MAX_LINES, lines


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_can_be_read_and_knows_no_rule(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert [line for line in text.splitlines() if len(line) > WIDEST] == []
    assert squeezed(text) == []
    assert WORDS_OF_RULES.findall(code(text)) == []
    assert [preset for preset in PRESETS if f'"{preset}"' in text] == []


@pytest.mark.parametrize("line", ["a(); b();", "if (a) b(); else c();", "let a = 1; let b = 2;"])
def test_what_is_squeezed_is_noticed(line: str) -> None:
    assert squeezed(line) == [line]


@pytest.mark.parametrize("line", ["a();", "for (let at = 0; at < 9; at += 1) a(at);", 'a("b; c"); // so; it is'])
def test_what_is_not_squeezed_is_let_be(line: str) -> None:
    assert squeezed(line) == []
