"""A person's saved sets of house rules, in a list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from games.domain.options import OPTIONS

from .rulebook.house_rules_form import changed_query, changed_words
from .rules import game_name


@dataclass(frozen=True, slots=True)
class SetRow:
    """One set: its game, its changes in words, and its query string."""

    pk: int
    name: str
    preset: str
    game: str
    changes: tuple[str, ...]
    query: str


def set_row(pk: int, name: str, preset: str, changes: Mapping[str, Any]) -> SetRow:
    known = {key: value for key, value in changes.items() if key in OPTIONS}
    words = tuple(changed_words(key, value) for key, value in known.items())
    return SetRow(pk, name, preset, game_name(preset), words, urlencode(changed_query(known)))
