"""Options that are lists or mappings, as small forms: rows of a name and numbers, or ranks and their points."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.domain.cards import PACKS, RANKS, Card
from games.presenters.cards import card_short

from .option_text import Rows

MAX_ROWS, SPARE_ROWS = 26, 3
"""The most rows of a form, and how many of them are empty where more may be needed."""

_PLAYERS = "23456"


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One row: the name as it is typed, or a `label` for one that is given; and its numbers as they are typed."""

    name: str
    numbers: str
    label: str = ""


def known_names(deck: str, *, ranks: bool) -> tuple[str, ...]:
    """What may be typed as a name: the ranks and the cards of the deck."""
    return (*(ranks_of(deck).values() if ranks else ()), *map(card_short, _cards_of(deck)))


def ranks_of(deck: str) -> dict[str, str]:
    """The ranks of the deck, and how they are printed."""
    return {card.rank: _printed(card.rank) for card in _cards_of(deck)}


def _cards_of(deck: str) -> tuple[Card, ...]:
    return PACKS.get(deck, PACKS["standard"])


def _printed(rank: str) -> str:
    return "10" if rank == "T" else rank


def rows_of(rows: Rows, value: Any) -> tuple[OptionRow, ...]:
    """The rows that show a value, and empty ones. A value that makes no rows, such as a typing error, has none."""
    entries = value if isinstance(value, dict) else {}
    if rows.ranks:
        return (OptionRow("", _numbers_text(entries.get("points"))),)
    if rows.names is None:
        return tuple(OptionRow(n, _numbers_text(entries.get(n)), _("%(n)s players") % {"n": n}) for n in _PLAYERS)
    typed = [OptionRow(_name_text(name), _numbers_text(numbers)) for name, numbers in entries.items()]
    spare = max(0, min(MAX_ROWS - len(typed), SPARE_ROWS))
    return (*typed, *[OptionRow("", "")] * spare)


def _name_text(name: str) -> str:
    cards = {card: card_short(card) for pack in PACKS.values() for card in pack}
    return {str(card): text for card, text in cards.items()}.get(name, _printed(name))


def _numbers_text(numbers: Any) -> str:
    if isinstance(numbers, list):
        return ", ".join(map(str, numbers))
    return "" if numbers is None else str(numbers)


# --- reading ------------------------------------------------------------------------------------------------------


def read_rows(rows: Rows, names: Sequence[str], numbers: Sequence[str], default: Any) -> Any:
    """The value that the rows sent say, the `default` if it means the same. What makes no value is left for the engine
    to refuse."""
    if rows.ranks:
        points = _number(numbers[-1].strip()) if numbers else ""
        same = default and (set(default["ranks"]), default["points"]) == (set(names), points)
        return default if same else {"ranks": "".join(names), "points": points}
    known = _codes()
    pairs = [(name.strip(), text.strip()) for name, text in zip(names, numbers, strict=False)]
    if rows.names is None:
        entries = {name: text for name, text in pairs if text}
    else:
        entries = {known.get(name.casefold(), name): text for name, text in pairs if name or text}
    found = {name: _number(text) if rows.single else _listed(text) for name, text in entries.items()}
    return found or rows.nothing


def _codes() -> dict[str, str]:
    """The codes of cards and ranks by what may be typed for them: “10♦”, “10d”, “td”, “A”, “10”."""
    codes = {_printed(rank).casefold(): rank for rank in RANKS} | {rank.casefold(): rank for rank in RANKS}
    for card in (*PACKS["standard"], *PACKS["rook"]):
        for text in (card_short(card), str(card), _printed(card.rank) + card.suit):
            codes[text.casefold()] = str(card)
    return codes


def _listed(text: str) -> list[Any]:
    return [_number(part) for part in re.split(r"[\s,;]+", text) if part]


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


MAX_TEXT = 4000
"""Letters of a value in a URL that are read."""


def read_text(rows: Rows, text: str) -> Any:
    """A value as a URL carries it; text that is none is left for the engine to refuse. Points without ranks are
    nothing."""
    if not text.startswith("{") or len(text) > MAX_TEXT:
        return text if text and not rows.ranks else rows.nothing
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
