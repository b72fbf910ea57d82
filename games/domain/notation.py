"""Cards, tables and moves as text, both ways (RULEBOOK 12)."""

import re
from typing import assert_never

from .cards import FACES, ORDER, Card, NotationError, read_card, sort_cards
from .moves import BuildName, Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail
from .sentences import _
from .table import Build, Table, Value, make_build

__all__ = ["NotationError", "read_cards", "read_move", "read_table", "write_cards", "write_move", "write_table"]

_BUILD = re.compile(r"\[([^\[\]@=]+)=([0-9]{1,3}|[JQK])@([0-9]{1,2})\]")
_ENDING = re.compile(r"^(.*)=([0-9]{1,3}|[JQK])(/p)?$", re.ASCII)


# --- cards and tables ---------------------------------------------------------------------------------------------


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by spaces, in the order written. Raises NotationError."""
    return tuple(read_card(word) for word in text.split())


def write_cards(cards: tuple[Card, ...]) -> str:
    """The cards in their order, separated by spaces."""
    return " ".join(cards)


def read_value(text: str) -> Value:
    """A build's value: a number or a face's letter."""
    return text if text in FACES else int(text)


def _read_build(text: str) -> Build:
    found = _BUILD.fullmatch(text)
    if not found:
        raise NotationError(_("“%(text)s” is no build. A build is written [5S+4C=9@2]."), text=text)
    groups = [[read_card(code) for code in group.split("+")] for group in found[1].split(",")]
    return make_build(groups, read_value(found[2]), int(found[3]))


def read_table(text: str) -> Table:
    """A table: loose cards and builds separated by spaces (12.3). Raises NotationError."""
    items = text.split()
    loose = tuple(read_card(item) for item in items if not item.startswith("["))
    table = Table(loose, tuple(_read_build(item) for item in items if item.startswith("[")))
    if len(set(table.cards)) != len(table.cards):
        raise NotationError(_("The same card lies on the table twice."))
    return table


def write_build(build: Build) -> str:
    groups = ",".join("+".join(group) for group in build.groups)
    return f"[{groups}={build.value}@{build.owner}]"


def write_table(table: Table) -> str:
    """Loose cards in order (12.2), then builds by their first card (12.3)."""
    builds = sorted(table.builds, key=lambda build: ORDER[build.cards[0]])
    return " ".join([*sort_cards(table.loose), *map(write_build, builds)])


# --- moves, written -----------------------------------------------------------------------------------------------


def write_items(loose: tuple[Card, ...], builds: tuple[BuildName, ...]) -> str:
    """Items of a move, sorted: loose cards, then builds by their first card (12.2, 12.4)."""
    named = sorted((sort_cards(name) for name in builds), key=lambda name: ORDER[name[0]])
    return ",".join([*sort_cards(loose), *(f"[{''.join(name)}]" for name in named)])


def _write_play(play: Play) -> str:
    match play:
        case Trail(card):
            return card
        case Capture(played, loose, builds, orange):
            return f"{'&'.join(sort_cards(played))}x{write_items(loose, builds)}{'!' if orange else ''}"
        case MakeBuild(card, loose, builds, value, for_partner):
            return f"{card}+{write_items(loose, builds)}={value}{'/p' if for_partner else ''}"
        case TableBuild(trailed, loose, value, for_partner):
            return f"{trailed};{write_items(loose, ())}={value}{'/p' if for_partner else ''}"
        case other:
            assert_never(other)


def write_move(move: Move) -> str:
    """The move's text (12.5)."""
    if not isinstance(move, Plucked):
        return _write_play(move)
    play, pluck = _write_play(move.play), f"^{move.card}"
    return f"{pluck} {play}" if move.before else f"{play} {pluck}"


# --- moves, read --------------------------------------------------------------------------------------------------


def _read_items(text: str) -> tuple[tuple[Card, ...], tuple[BuildName, ...]]:
    loose: list[Card] = []
    builds: list[BuildName] = []
    for item in text.split(",") if text else []:
        if item.startswith("[") and item.endswith("]"):
            codes = re.findall("..?", item[1:-1])
            builds.append(sort_cards(read_card(code) for code in codes))
        else:
            loose.append(read_card(item))
    if not all(builds) or len({*loose, *builds}) != len(loose) + len(builds):
        raise NotationError(_("“%(text)s” names an item twice, or an empty one."), text=text)
    return sort_cards(loose), tuple(sorted(builds, key=lambda name: ORDER[name[0]]))


def _read_play(text: str) -> Play:
    if "x" in text:
        hand, _sign, items = text.partition("x")
        orange = items.endswith("!")
        loose, builds = _read_items(items.removesuffix("!"))
        played = sort_cards(read_card(code) for code in hand.split("&"))
        if len(set(played)) != len(played):
            raise NotationError(_("“%(text)s” plays the same card twice."), text=hand)
        return Capture(played, loose, builds, orange)
    for sign in ("+", ";"):
        if sign in text:
            return _read_building(text, sign)
    return Trail(read_card(text))


def _read_building(text: str, sign: str) -> Play:
    ending = _ENDING.match(text)
    if not ending:
        raise NotationError(_("“%(text)s” lacks the build's value. A build is written 4C+5H=9."), text=text)
    card, _sign, items = ending[1].partition(sign)
    loose, builds = _read_items(items)
    value, for_partner = read_value(ending[2]), bool(ending[3])
    if sign == "+":
        return MakeBuild(read_card(card), loose, builds, value, for_partner)
    if builds:
        raise NotationError(_("A build of table cards alone is made of loose cards."))
    return TableBuild(read_card(card), loose, value, for_partner)


def read_move(text: str) -> Move:
    """A move from its text (12.5), cards in any order. Raises NotationError."""
    words = text.split()
    if len(words) == 1:
        return _read_play(words[0])
    if len(words) == 2 and words[0].startswith("^") != words[1].startswith("^"):
        before = words[0].startswith("^")
        pluck, play = words if before else reversed(words)
        return Plucked(read_card(pluck[1:]), _read_play(play), before)
    raise NotationError(_("“%(text)s” is no move. A move is written 9C, 9Cx5H,4S or 4C+5H=9."), text=text)
