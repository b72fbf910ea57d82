"""The code that the project's Markdown files name."""

import re
from pkgutil import resolve_name

import pytest

from tests.architecture import PROJECT

FOUND = {str(path.relative_to(PROJECT)) for pattern in ("*.md", "docs/**/*.md") for path in PROJECT.glob(pattern)}
NAMING_CODE = ["CONTRIBUTING.md", "docs/architecture.md", *sorted(name for name in FOUND if "/topics/" in name)]
CODE_PATH = re.compile(r"`(?!/)([\w.*-]+/(?:[\w.*/-]*\.\w+|(?:[\w.*-]+/)*))`")
TEST_PATH = re.compile(r"\b(?:tests/)?([\w/]*\btest_[\w*]+\.py)")
CODE_NAME = re.compile(r"`((?:accounts|casino|games)(?:\.\w+)+)`")


def test_all_folders_of_documents_are_checked() -> None:
    assert {"README.md", "docs/security.md", "docs/topics/log.md"} <= FOUND


@pytest.mark.parametrize("name", NAMING_CODE)
def test_every_path_and_name_of_code_in_a_document_exists(name: str) -> None:
    text = (PROJECT / name).read_text(encoding="utf-8")
    assert [path for path in CODE_PATH.findall(text) if not any(PROJECT.glob(path))] == []
    for dotted in CODE_NAME.findall(text):
        resolve_name(dotted)


@pytest.mark.parametrize("name", sorted(FOUND))
def test_every_test_that_a_document_names_exists(name: str) -> None:
    """`docs/security.md` leaves out `tests/`."""
    found = TEST_PATH.findall((PROJECT / name).read_text(encoding="utf-8"))
    assert [path for path in found if not any((PROJECT / "tests").glob(path))] == []


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
