"""Names that look alike, by the skeletons of Unicode Technical Standard 39."""

import re
from functools import cache
from pathlib import Path
from unicodedata import normalize

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters of which nothing is drawn, though some count as letters or marks."""

MAX_KEY_LENGTH = 200


def lookalike_keys(name: str) -> frozenset[str]:
    """Return the keys of a name; two names look alike when they have one in common. There are up to two: capitals look
    like other letters than small ones do, so one is taken of the name as written and one of its small letters."""
    text = INVISIBLE.sub("", normalize("NFKC", " ".join(name.split())))
    return frozenset(key[:MAX_KEY_LENGTH] for each in (text, text.casefold()) if (key := _key(each)))


def _key(text: str) -> str:
    return _skeleton(_skeleton(text).casefold())


def _skeleton(text: str) -> str:
    table = _confusables()
    return normalize("NFD", "".join(table.get(letter, letter) for letter in normalize("NFD", text)))


@cache
def _confusables() -> dict[str, str]:
    """Read the table of characters and what each looks like."""
    table = {}
    for line in (Path(__file__).parent / "confusables.txt").read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            looks_like, letters = line.split(": ")
            table.update(dict.fromkeys(map(_text, letters.split()), _text(looks_like)))
    return table


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split("+"))
