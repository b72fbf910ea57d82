"""Texts compared word by word, for the searches among games and among options; numbers in words."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from unicodedata import combining, normalize

from django.utils.translation import get_language, pgettext

from games.domain.cards import RANKS

from .cards import rank_name

_WORD = re.compile(r"\d+(?:\.\d+)+|\w+")
_ENGLISH = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
SIMILAR = 0.82
"""How alike two words are, from 0 to 1, of which one may be the other with a typing error."""


def plain(text: str) -> str:
    """The text without case and accents."""
    return "".join(char for char in normalize("NFKD", text.casefold()) if not combining(char))


def number_words() -> Mapping[str, int]:
    """The numbers from 1 to 20 by their English words, and those on cards by the reader's."""
    return _number_words(get_language())


@cache
def _number_words(_language: str | None) -> Mapping[str, int]:
    ranks = {plain(rank_name(rank)): 10 if rank == "T" else int(rank) for rank in RANKS if rank in "123456789T"}
    return {word: number for number, word in enumerate(_ENGLISH, 1)} | ranks


def folded(text: str) -> str:
    """The words of a text between spaces, as a search compares them: plain, in the singular, numbers in figures,
    casino in one spelling, without those that say little."""
    numbers = number_words()
    little = pgettext("words that a search leaves out", "a an and at for of or the to with").split()
    words = (str(numbers.get(word, word)) for word in _WORD.findall(plain(text)) if word not in little)
    singular = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words)
    return re.sub(r"[ck]as+ino", " casino", f" {' '.join(singular)} ")


def _has(text: str, word: str) -> bool:
    """Whether a word of the text begins with this one, or is this number or short word."""
    return (f" {word} " if word.isdigit() or len(word) < 3 else f" {word}") in text


type Texts = tuple[str, Sequence[str]]
"""The names of something and the sentences on it, `folded`."""


def match(search: str, texts: Texts) -> int:
    """3 if the names begin with the folded search, 2 if they have all its words, 1 if they have with a sentence."""
    names, sentences = texts
    if names.startswith(search.rstrip()):
        return 3
    words = [word for word in search.split() if not _has(names, word)]
    return 2 if not words else int(any(all(_has(text, word) for word in words) for text in sentences))


def nearest[Key](search: str, names: Mapping[Key, str]) -> set[Key]:
    """What has most long words of the search, or ones like them, in its names; nothing if there are none. All are
    folded."""
    known = {word for text in names.values() for word in text.split()}
    words = [word for word in search.split() if len(word) > 2]
    words += [like for word in words for like in get_close_matches(word, known, 1, SIMILAR)]
    counts = {key: sum(_has(text, word) for word in words) for key, text in names.items()}
    most = max(counts.values(), default=0)
    return {key for key, count in counts.items() if count == most > 0}
