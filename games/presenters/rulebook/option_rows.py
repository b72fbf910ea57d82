"""Options that are lists or mappings, as small forms: rows of a name and numbers, or ranks and their points."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.domain.cards import PACKS, RANKS, SUITS, Card, is_card
from games.presenters.cards import card_name, card_short, rank_name, suit_names
from games.presenters.search import number_words, plain

from .option_text import Rows

MAX_ROWS, SPARE_ROWS = 26, 3
"""The most rows of a form, and how many of them are empty where more may be needed."""

_PLAYERS = "23456"


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One row: the name as it is typed, or a `label` for one that is given; its numbers as they are typed; and why it
    cannot be played."""

    name: str
    numbers: str
    label: str = ""
    problem: str = ""


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


def rows_of(rows: Rows, value: Any, typed: Sequence[tuple[str, str]] = ()) -> tuple[OptionRow, ...]:
    """The rows as they were typed, or those that show a value; empty ones are added once all are filled. A value that
    makes no rows, such as a typing error, has none."""
    entries = value if isinstance(value, dict) else {}
    if rows.ranks:
        return (OptionRow("", _numbers_text(entries.get("points"))),)
    if rows.names is None:
        texts = dict(typed) or {n: _numbers_text(numbers) for n, numbers in entries.items()}
        return tuple(_row(rows, n, texts.get(n, ""), _("%(n)s players") % {"n": n}) for n in _PLAYERS)
    pairs = list(typed[:MAX_ROWS]) or [(name_text(name), _numbers_text(numbers)) for name, numbers in entries.items()]
    filled = all(name.strip() and numbers.strip() for name, numbers in pairs)
    spare = max(0, min(MAX_ROWS - len(pairs), SPARE_ROWS)) if filled else 0
    return (*(_row(rows, *pair) for pair in pairs), *[OptionRow("", "")] * spare)


def _row(rows: Rows, name: str, numbers: str, label: str = "") -> OptionRow:
    return OptionRow(name, numbers, label, _row_problem(rows, name.strip(), numbers.strip()))


def name_text(name: str) -> str:
    """A card or a rank as it is typed: “10♦”, “10”."""
    cards = {card: card_short(card) for pack in PACKS.values() for card in pack}
    return {str(card): text for card, text in cards.items()}.get(name, _printed(name))


def _numbers_text(numbers: Any) -> str:
    if isinstance(numbers, list):
        return ", ".join(map(str, numbers))
    return "" if numbers is None else str(numbers)


# --- problems -----------------------------------------------------------------------------------------------------


def list_problem(rows: Rows, value: Any) -> str:
    """What is wrong with a list apart from its rows, in the words of the form; empty if nothing is."""
    if not isinstance(value, dict):
        return "" if value == rows.nothing else _("This link is damaged. Fill in the list again.")
    return _number_problem(rows, value.get("points"), 0) if rows.ranks else ""


def _row_problem(rows: Rows, name: str, text: str) -> str:
    """What is wrong with a row of this name and these numbers; empty if nothing is, or it is empty."""
    if not text and (not name or rows.names is None):
        return ""
    if rows.names is not None and (problem := _name_problem(rows, name)):
        return problem
    listed = _numbers(rows, text)
    if not listed:
        return _("Write the number for %(name)s, too.") % {"name": name}
    several_deals = rows.names is None and not rows.single
    least = (0, *[1] * len(listed)) if several_deals else (1,) * len(listed)
    problems = (_number_problem(rows, number, low) for number, low in zip(listed, least, strict=False))
    return next(filter(None, problems), "") or (_too_few(listed) if several_deals else "")


def _name_problem(rows: Rows, name: str) -> str:
    """Why this is not the name of a card, or of a rank where ranks are named."""
    code = read_name(name)
    is_rank = code in tuple(RANKS)
    if is_card(code) or (is_rank and not rows.only_cards):
        return ""
    card = card_name(Card("TD"))
    if is_rank:
        return _("Write the suit, too, for example %(example)s.") % {"example": card}
    example = card if rows.only_cards else _("%(first)s or %(last)s") % {"first": card, "last": rank_name("A")}
    wrong = _("“%(name)s” isn’t a card.") if rows.only_cards else _("“%(name)s” isn’t a card or a rank.")
    told = wrong % {"name": name} if name else _("A row has no name.")
    return " ".join([told, _("Write, for example, %(example)s.") % {"example": example}])


def _number_problem(rows: Rows, number: Any, least: int) -> str:
    gaps = {"number": number, "least": least, "most": rows.most}
    if type(number) is not int:
        example = _("Write, for example, %(example)s.") % {"example": "2" if rows.single else "10, 16"}
        return " ".join([_("“%(number)s” isn’t a number.") % gaps, example])
    if number > rows.most:
        return _("%(number)s is too high. The highest is %(most)s.") % gaps
    return _("%(number)s is too low. The lowest is %(least)s.") % gaps if number < least else ""


def _too_few(listed: Sequence[Any]) -> str:
    return _("After the cards to the table, write at least one hand, such as 0, 10, 10.") if len(listed) < 2 else ""


# --- reading ------------------------------------------------------------------------------------------------------


def read_rows(rows: Rows, names: Sequence[str], numbers: Sequence[str], default: Any) -> Any:
    """The value that the rows sent say, the `default` if it means the same. What makes no value is left for the engine
    to refuse."""
    if rows.ranks:
        points = _number(numbers[-1].strip()) if numbers else ""
        same = default and (set(default["ranks"]), default["points"]) == (set(names), points)
        return default if same else {"ranks": "".join(names), "points": points}
    pairs = [(name.strip(), text.strip()) for name, text in zip(names, numbers, strict=False)]
    if rows.names is None:
        entries = {name: text for name, text in pairs if text}
    else:
        entries = {read_name(name): text for name, text in pairs if name or text}
    found = {name: _number(text) if rows.single else _listed(text) for name, text in entries.items()}
    return found or rows.nothing


def read_name(text: str) -> str:
    """The code of a card or a rank written as “10♦”, “D10”, “10 diamonds”, “ten of diamonds”, “A”, “any ten”; other
    text as it is."""
    ranks, suits, little = _name_words(get_language())
    words = [word for word in re.findall(r"[0-9]+|[^\W\d_]+|[♠♥♦♣]", plain(text)) if word not in little]
    if len(words) == 1:
        if rank := ranks.get(words[0]):
            return rank
        words = list(words[0])  # “td”
    if len(words) != 2:
        return text
    found = (ranks.get(rank, "") + suit for rank, suit in (words, words[::-1]) for suit in _suits(suit, suits))
    return next(filter(is_card, found), text)


def _suits(word: str, names: Mapping[str, str]) -> str:
    """The letters of the suits that may be written so: by their letter, or by the beginning of their name."""
    letter = word.upper()
    return letter if letter in names.values() else "".join(names[name] for name in names if name.startswith(word))


@cache
def _name_words(_language: str | None) -> tuple[dict[str, str], dict[str, str], set[str]]:
    """The ranks and the suits by their names, signs, and letters; and the words between them."""
    ranks = {plain(text): rank for rank in RANKS for text in (_printed(rank), rank, rank_name(rank))}
    suits = {plain(name): suit for suit, name in suit_names().items()}
    suits |= {card_short(Card(f"2{suit}"))[-1]: suit for suit in SUITS}
    between = " ".join([_("%(rank)s of %(suit)s"), _("any %(rank)s: %(numbers)s")])
    return ranks, suits, set(re.findall(r"[^\W\d_]+", plain(re.sub(r"%\(\w+\)s", "", between))))


def _numbers(rows: Rows, text: str) -> list[Any]:
    return ([_number(text)] if text else []) if rows.single else _listed(text)


def _listed(text: str) -> list[Any]:
    """The numbers of “10, 16”, “10/16”, “10-16”, “10 or 16”, or “ten and sixteen”."""
    both = _("%(first)s and %(last)s") % {"first": "", "last": ""}
    words = "|".join(map(re.escape, {"or", "and", _("or"), both.strip()}))
    between = rf"(?:(?<=\w)\s*[-–]|[\s,;/&]|\b(?:{words})\b)+"
    return [_number(part) for part in re.split(between, text, flags=re.IGNORECASE) if part]


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else number_words().get(plain(text), text)


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
