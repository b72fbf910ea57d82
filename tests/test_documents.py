"""Layout of the project's Markdown files."""

import re
from collections.abc import Iterator

import pytest

from tests.architecture import PROJECT

MAX_WIDTH = 100
EXCLUDED = {"docs/architecture.md"}  # to be rewritten once the modules of games/ have moved into packages
FOUND = {str(path.relative_to(PROJECT)) for pattern in ("*.md", "docs/**/*.md") for path in PROJECT.glob(pattern)}
LINK_TARGET = re.compile(r"\]\([^)]*\)|https?://\S+")


def wide_lines(text: str) -> Iterator[int]:
    """Numbers of the lines over 100 columns, not counting tables, code blocks and link targets."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith(("|", "    ")) and len(LINK_TARGET.sub("", line)) > MAX_WIDTH:
            yield number


@pytest.mark.parametrize("name", sorted(FOUND - EXCLUDED))
def test_no_line_of_a_document_is_over_100_columns(name: str) -> None:
    assert list(wide_lines((PROJECT / name).read_text(encoding="utf-8"))) == []


def test_every_document_left_out_exists() -> None:
    assert EXCLUDED | {"README.md", "docs/security.md"} <= FOUND


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("x" * 100, []),
        ("x\n" + "x" * 101, [2]),
        ("- " + "x " * 50, [1]),
        ("| " + "x" * 101, []),
        ("text\n\n    " + "x" * 101, []),
        ("```\n" + "x" * 101 + "\n```\n" + "x" * 101, [4]),
        ("[docs](" + "x" * 101 + ")", []),
        ("[" + "x" * 101 + "](docs)", [1]),
    ],
)
def test_wide_lines_are_found(text: str, wide: list[int]) -> None:
    assert list(wide_lines(text)) == wide
