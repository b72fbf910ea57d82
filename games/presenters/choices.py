"""The player's choice on the page, and the legal moves that go with it."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from games.domain.cards import Card
from games.domain.moves import (
    BuildName,
    Capture,
    MakeBuild,
    Move,
    Play,
    Plucked,
    TableBuild,
    Trail,
    play_of,
    played_cards,
)
from games.domain.notation import write_items, write_move
from games.domain.position import Position
from games.domain.sayable import sayable_plays

type ItemKey = str
"""A loose card's code, or a build as a move names it: `[4C5S]`."""


class Pluck(NamedTuple):
    """A loose card to be plucked, before or after the play."""

    card: Card
    before: bool

    @property
    def key(self) -> str:
        return f"{self.card}-{'before' if self.before else 'after'}"


class Choice(NamedTuple):
    """Chosen hand cards, chosen items, and a pluck.

    `orange`: an orange is called with the move; `asked`: the move, as text, that the player is asked to confirm.
    """

    hand: frozenset[Card] = frozenset()
    items: frozenset[ItemKey] = frozenset()
    pluck: Pluck | None = None
    orange: bool = False
    asked: str = ""

    @property
    def empty(self) -> bool:
        return not self.hand and not self.items


class Narrowed(NamedTuple):
    """The moves that are exactly what is chosen, those that need more, and what may still be added."""

    exact: tuple[Move, ...]
    wider: tuple[Move, ...]
    hand: frozenset[Card]
    items: frozenset[ItemKey]


def build_key(name: BuildName) -> ItemKey:
    return write_items((), (name,))


def item_keys(play: Play) -> frozenset[ItemKey]:
    """The items that the play takes or builds with."""
    match play:
        case Trail():
            return frozenset()
        case Capture(_, loose, builds, _) | MakeBuild(_, loose, builds, _, _):
            return frozenset([*loose, *map(build_key, builds)])
        case TableBuild(_, loose, _, _):
            return frozenset(loose)
        case other:
            assert_never(other)


def pluck_of(move: Move) -> Pluck | None:
    return Pluck(move.card, move.before) if isinstance(move, Plucked) else None


def choice_of(move: Move) -> Choice:
    """The choice that makes this move."""
    play = play_of(move)
    orange = isinstance(play, Capture) and play.orange
    return Choice(frozenset(played_cards(play)), item_keys(play), pluck_of(move), orange)


def plucks(moves: Iterable[Move]) -> tuple[Pluck, ...]:
    """All plucks among the moves, in the order they come."""
    return tuple(dict.fromkeys(pluck for move in moves if (pluck := pluck_of(move))))


def calling_orange(move: Move) -> Move | None:
    """The same move with an orange called; None if it has no capture to call one on."""
    match move:
        case Plucked(_, Capture() as play, _):
            return move._replace(play=play._replace(orange=True))
        case Capture():
            return move._replace(orange=True)
        case _:
            return None


def narrow(moves: Iterable[Move], choice: Choice) -> Narrowed:
    """The moves that contain everything chosen, and what they would add to it."""
    exact: list[Move] = []
    wider: list[Move] = []
    hand: set[Card] = set()
    items: set[ItemKey] = set()
    for move in _as_called(moves, choice):
        play = play_of(move)
        played, taken = frozenset(played_cards(play)), item_keys(play)
        if not (choice.hand <= played and choice.items <= taken and choice.pluck == pluck_of(move)):
            continue
        (exact if (choice.hand, choice.items) == (played, taken) else wider).append(move)
        hand |= played - choice.hand
        items |= taken - choice.items
    return Narrowed(_in_order(exact), _in_order(wider), frozenset(hand), frozenset(items))


def said(position: Position, choice: Choice) -> tuple[Move, ...]:
    """The moves that can be announced with the chosen cards, legal or not."""
    loose = [card for card in position.table.loose if card in choice.items]
    builds = [build.cards for build in position.table.builds if build_key(build.cards) in choice.items]
    plays = sayable_plays(position, choice.hand, loose, builds)
    pluck = choice.pluck
    moves: tuple[Move, ...] = tuple(Plucked(pluck.card, play, pluck.before) for play in plays) if pluck else plays
    return tuple(_as_called(moves, choice))


def _as_called(moves: Iterable[Move], choice: Choice) -> Iterable[Move]:
    """The moves; if an orange is called, only captures are left, and they call it."""
    if not choice.orange:
        return moves
    return (called for move in moves if (called := calling_orange(move)))


def _in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Captures, those that take most first; then builds, the plainest first; then trails."""
    return tuple(sorted(moves, key=_rank))


def _rank(move: Move) -> tuple[int, int, str]:
    play = play_of(move)
    items, kind = len(item_keys(play)), _kind(play)
    return kind, items if kind else -items, write_move(move)


def _kind(play: Play) -> int:
    match play:
        case Capture():
            return 0
        case MakeBuild():
            return 1
        case TableBuild():
            return 2
        case Trail():
            return 3
        case other:
            assert_never(other)
