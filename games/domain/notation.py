"""Cards, tables and moves as text, both ways (RULEBOOK 12)."""

import re
from collections.abc import Iterable
from typing import assert_never

from .cards import CARD_INDEX, FACES, Card, NotationError, read_card, sort_cards
from .messages import _
from .moves import (
    AddAndPlay,
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    Stolen,
    TableBuild,
    Trail,
    play_of,
    played_cards,
    stolen_in,
    unplucked,
)
from .table import Build, Table, Value, make_build

__all__ = ["NotationError", "read_cards", "read_move", "read_table", "write_cards", "write_move", "write_table"]

_BUILD = re.compile(r"\[([^\[\]@=]+)=([0-9]{1,3}|[JQK])@([0-9]{1,2})\]")
_STOLEN = re.compile(r"(..)@([1-6])", re.ASCII)
_ADDITION = re.compile(r"(\[[^\[\]]*\])\+([^=]*)", re.ASCII)
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
    match = _BUILD.fullmatch(text)
    if not match:
        raise NotationError(_("“%(text)s” isn’t a build. Write a build as [5S+4C=9@2]."), text=text)
    groups = [[read_card(code) for code in group.split("+")] for group in match[1].split(",")]
    return make_build(groups, read_value(match[2]), int(match[3]))


def read_table(text: str) -> Table:
    """A table: loose cards and builds separated by spaces (12.3). Raises NotationError."""
    items = text.split()
    loose = tuple(read_card(item) for item in items if not item.startswith("["))
    table = Table(loose, tuple(_read_build(item) for item in items if item.startswith("[")))
    if len(set(table.cards)) != len(table.cards):
        raise NotationError(_("The same card is on the table twice."))
    return table


def write_build(build: Build) -> str:
    groups = ",".join("+".join(group) for group in build.groups)
    return f"[{groups}={build.value}@{build.owner}]"


def write_table(table: Table) -> str:
    """Loose cards in order (12.2), then builds by their first card (12.3)."""
    builds = sorted(table.builds, key=lambda build: CARD_INDEX[build.cards[0]])
    return " ".join([*sort_cards(table.loose), *map(write_build, builds)])


# --- moves, written -----------------------------------------------------------------------------------------------


def write_items(loose: tuple[Card, ...], builds: tuple[BuildName, ...], stolen: tuple[Stolen, ...] = ()) -> str:
    """Items of a move, sorted: loose cards, builds by their first card, stolen cards (12.2, 12.4, 12.8)."""
    named = sorted((sort_cards(name) for name in builds), key=lambda name: CARD_INDEX[name[0]])
    taken = [f"{item.card}@{item.seat}" for item in _sorted_stolen(stolen)] if stolen else []
    return ",".join([*sort_cards(loose), *(f"[{''.join(name)}]" for name in named), *taken])


def _sorted_stolen(stolen: Iterable[Stolen]) -> tuple[Stolen, ...]:
    return tuple(sorted(stolen, key=lambda item: CARD_INDEX[item.card]))


def _write_play(play: Play) -> str:
    match play:
        case Trail(card):
            return card
        case Capture(played, loose, builds, orange, stolen):
            return f"{'&'.join(sort_cards(played))}x{write_items(loose, builds, stolen)}{'!' if orange else ''}"
        case MakeBuild(card, loose, builds, value, for_partner, stolen):
            return f"{card}+{write_items(loose, builds, stolen)}={value}{'/p' if for_partner else ''}"
        case TableBuild(trailed, loose, value, for_partner):
            return f"{trailed};{write_items(loose, ())}={value}{'/p' if for_partner else ''}"
        case other:
            assert_never(other)


def write_move(move: Move) -> str:
    """The move's text (12.5, 12.8)."""
    if isinstance(move, AddAndPlay):
        return f"{write_addition(move)} {_write_play(move.play)}"
    if not isinstance(move, PluckAndPlay):
        return _write_play(move)
    play, pluck = write_move(move.play), f"^{move.card}"
    return f"{pluck} {play}" if move.before else f"{play} {pluck}"


def write_addition(added: AddAndPlay) -> str:
    """The build and the cards added to it, without the play that follows (12.8)."""
    return f"[{''.join(sort_cards(added.build))}]+{write_items(added.loose, (), added.stolen)}"


# --- moves, read --------------------------------------------------------------------------------------------------


type _Items = tuple[tuple[Card, ...], tuple[BuildName, ...], tuple[Stolen, ...]]


def _read_items(text: str) -> _Items:
    loose: list[Card] = []
    builds: list[BuildName] = []
    stolen: list[Stolen] = []
    for item in text.split(",") if text else []:
        taken = _STOLEN.fullmatch(item)
        if item.startswith("[") and item.endswith("]"):
            builds.append(_read_build_name(item))
        elif taken:
            stolen.append(Stolen(read_card(taken[1]), int(taken[2])))
        else:
            loose.append(read_card(item))
    if not all(builds):
        raise NotationError(_("“%(text)s” names an item twice, or an empty one."), text=text)
    return sort_cards(loose), tuple(sorted(builds, key=lambda name: CARD_INDEX[name[0]])), _sorted_stolen(stolen)


def _read_build_name(text: str) -> BuildName:
    return sort_cards(read_card(code) for code in re.findall("..?", text[1:-1]))


def _check_each_once(text: str, move: Move) -> None:
    """Raise NotationError where a card stands twice among those played, taken and added (12.5)."""
    play, rest = play_of(move), unplucked(move)
    beside = [*played_cards(play), *(item.card for item in stolen_in(play))]
    if not isinstance(play, Trail):
        beside += play.loose
    in_builds = [card for name in play.builds for card in name] if isinstance(play, Capture | MakeBuild) else []
    added: list[Card] = [*rest.cards] if isinstance(rest, AddAndPlay) else []
    for cards in ([*beside, *in_builds], [*beside, *added]):
        if len(set(cards)) != len(cards):
            raise NotationError(_("“%(text)s” names the same card twice."), text=text)


def _read_play(text: str) -> Play:
    if "x" in text:
        hand, _sign, items = text.partition("x")
        orange = items.endswith("!")
        loose, builds, stolen = _read_items(items.removesuffix("!"))
        return Capture(sort_cards(read_card(code) for code in hand.split("&")), loose, builds, orange, stolen)
    for sign in ("+", ";"):
        if sign in text:
            return _read_building(text, sign)
    return Trail(read_card(text))


def _read_building(text: str, sign: str) -> Play:
    ending = _ENDING.match(text)
    if not ending:
        raise NotationError(_("The build in “%(text)s” has no value. Write a build as 4C+5H=9."), text=text)
    card, _sign, items = ending[1].partition(sign)
    loose, builds, stolen = _read_items(items)
    value, for_partner = read_value(ending[2]), bool(ending[3])
    if sign == "+":
        return MakeBuild(read_card(card), loose, builds, value, for_partner, stolen)
    if builds or stolen:
        raise NotationError(_("A build made only of table cards uses loose cards."))
    return TableBuild(read_card(card), loose, value, for_partner)


def read_move(text: str) -> Move:
    """A move from its text (12.5, 12.8), cards in any order. Raises NotationError.

    >>> read_move("9C;4S,5H=9")
    TableBuild(trailed='9C', loose=('4S', '5H'), value=9, for_partner=False)
    """
    move = _read_words(text, text.split())
    _check_each_once(text, move)
    return move


def _read_words(text: str, words: list[str]) -> Move:
    plucks = [word.startswith("^") for word in words]
    if len(words) > 1 and plucks.count(True) == 1 and (plucks[0] or plucks[-1]):
        before = plucks[0]
        pluck, rest = (words[0], words[1:]) if before else (words[-1], words[:-1])
        return PluckAndPlay(read_card(pluck[1:]), _read_unplucked(text, rest), before)
    return _read_unplucked(text, words)


def _read_unplucked(text: str, words: list[str]) -> Play | AddAndPlay:
    if len(words) == 1:
        return _read_play(words[0])
    added = _ADDITION.fullmatch(words[0]) if len(words) == 2 else None
    if not added:
        raise NotationError(_("“%(text)s” isn’t a move. Write a move as 9C, 9Cx5H,4S or 4C+5H=9."), text=text)
    loose, builds, stolen = _read_items(added[2])
    name = _read_build_name(added[1])
    if builds or not name or not (loose or stolen):
        raise NotationError(_("Loose or stolen cards are added to one build: [3H6C]+9H 2Sx2D."))
    return AddAndPlay(name, loose, _read_play(words[1]), stolen)
