"""Layout of the project's Markdown files."""

import re
from collections.abc import Iterator
from pkgutil import resolve_name

import pytest

from tests.architecture import PROJECT

MAX_WIDTH = 100
COPIED = "docs/RULEBOOK.md"
"""A copy that stays byte for byte as it is: some questions to the command line are longer than a line of text."""
FOUND = {str(path.relative_to(PROJECT)) for pattern in ("*.md", "docs/**/*.md") for path in PROJECT.glob(pattern)}
NAMING_CODE = ["CONTRIBUTING.md", "docs/architecture.md", *sorted(name for name in FOUND if "/topics/" in name)]
CODE_PATH = re.compile(r"`(?!/)([\w.*-]+/(?:[\w.*/-]*\.\w+|(?:[\w.*-]+/)*))`")
CODE_NAME = re.compile(r"`((?:accounts|casino|games)(?:\.\w+)+)`")
LINK_TARGET = re.compile(r"\]\([^)]*\)|https?://\S+")


def wide_lines(text: str) -> Iterator[int]:
    """Numbers of the lines over 100 columns, not counting tables, code blocks and link targets."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith(("|", "    ")) and len(LINK_TARGET.sub("", line)) > MAX_WIDTH:
            yield number


@pytest.mark.parametrize("name", sorted(FOUND - {COPIED}))
def test_no_line_of_a_document_is_over_100_columns(name: str) -> None:
    assert list(wide_lines((PROJECT / name).read_text(encoding="utf-8"))) == []


def test_all_folders_of_documents_are_checked() -> None:
    assert {"README.md", "docs/security.md", "docs/topics/log.md", COPIED} <= FOUND


@pytest.mark.parametrize("name", NAMING_CODE)
def test_every_path_and_name_of_code_in_a_document_exists(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    assert [path for path in CODE_PATH.findall(text) if not any(PROJECT.glob(path))] == []
    for dotted in CODE_NAME.findall(text):
        resolve_name(dotted)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("in `games/log/store.py` and `games/bots/`", ["games/log/store.py", "games/bots/"]),
        ("`games/`, `compose.yaml`", ["games/"]),
        ("`casino/locale/*/django.po`", ["casino/locale/*/django.po"]),
        ("the addresses `/sw.js` and `/moderation/`", []),
        ("`/readyz`, `manage.py play`, `python -m tests/x.py`", []),
    ],
)
def test_paths_are_found(text: str, paths: list[str]) -> None:
    assert CODE_PATH.findall(text) == paths


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
