"""The player's choice on the page, and the legal moves that go with it."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from games.domain.cards import Card
from games.domain.move_generation import pseudo_legal_plays
from games.domain.moves import (
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
from games.domain.notation import write_items, write_move
from games.domain.position import Position

type ItemKey = str
"""A loose card's code, or a build or stolen card as a move names it: `[4C5S]`, `8C@2`."""


class Pluck(NamedTuple):
    """A loose card to be plucked, before or after the play."""

    card: Card
    before: bool

    @property
    def key(self) -> str:
        return f"{self.card}-{'before' if self.before else 'after'}"


class Choice(NamedTuple):
    """Chosen hand cards, chosen items, and a pluck.

    `orange`: an orange is called with the move; as text, `to_confirm`: the move that the player is asked to confirm,
    `advised`: the one that a hint has named.
    """

    hand: frozenset[Card] = frozenset()
    items: frozenset[ItemKey] = frozenset()
    pluck: Pluck | None = None
    orange: bool = False
    to_confirm: str = ""
    advised: str = ""

    @property
    def empty(self) -> bool:
        return not self.hand and not self.items


class MatchingMoves(NamedTuple):
    """The moves that are exactly what is chosen, those that need more, and what may still be added."""

    matching: tuple[Move, ...]
    extending: tuple[Move, ...]
    hand: frozenset[Card]
    items: frozenset[ItemKey]


def build_key(name: BuildName) -> ItemKey:
    return write_items((), (name,))


def stolen_key(item: Stolen) -> ItemKey:
    return write_items((), (), (item,))


def item_keys(move: Move) -> frozenset[ItemKey]:
    """The items that the move takes, builds with, or adds to a build."""
    rest = unplucked(move)
    if not isinstance(rest, AddAndPlay):
        return _items_of_play(rest)
    added = (*rest.loose, *map(stolen_key, rest.stolen), build_key(rest.build))
    return _items_of_play(rest.play).union(added)


def _items_of_play(play: Play) -> frozenset[ItemKey]:
    match play:
        case Trail():
            return frozenset()
        case Capture(_, loose, builds) | MakeBuild(_, loose, builds):
            return frozenset([*loose, *map(build_key, builds), *map(stolen_key, stolen_in(play))])
        case TableBuild(_, loose, _, _):
            return frozenset(loose)
        case other:
            assert_never(other)


def pluck_of(move: Move) -> Pluck | None:
    return Pluck(move.card, move.before) if isinstance(move, PluckAndPlay) else None


def choice_of(move: Move) -> Choice:
    """The choice that makes this move."""
    play = play_of(move)
    orange = isinstance(play, Capture) and play.orange
    return Choice(frozenset(played_cards(play)), item_keys(move), pluck_of(move), orange)


def plucks(moves: Iterable[Move]) -> tuple[Pluck, ...]:
    """All plucks among the moves, in the order they come."""
    return tuple(dict.fromkeys(pluck for move in moves if (pluck := pluck_of(move))))


def calling_orange(move: Move) -> Move | None:
    """The same move with an orange called; None if it has no capture to call one on."""
    match move:
        case PluckAndPlay(_, Capture() as play, _):
            return move._replace(play=play._replace(orange=True))
        case PluckAndPlay(_, AddAndPlay(_, _, Capture() as play) as added, _):
            return move._replace(play=added._replace(play=play._replace(orange=True)))
        case AddAndPlay(_, _, Capture() as play):
            return move._replace(play=play._replace(orange=True))
        case Capture():
            return move._replace(orange=True)
        case _:
            return None


def filter_moves(moves: Iterable[Move], choice: Choice) -> MatchingMoves:
    """The moves that contain everything chosen, and what they would add to it."""
    exact: list[Move] = []
    wider: list[Move] = []
    hand: set[Card] = set()
    items: set[ItemKey] = set()
    for move in _as_called(moves, choice):
        play = play_of(move)
        played, taken = frozenset(played_cards(play)), item_keys(move)
        if not (choice.hand <= played and choice.items <= taken and choice.pluck == pluck_of(move)):
            continue
        (exact if (choice.hand, choice.items) == (played, taken) else wider).append(move)
        hand |= played - choice.hand
        items |= taken - choice.items
    return MatchingMoves(in_order(exact), in_order(wider), frozenset(hand), frozenset(items))


def pseudo_legal_moves(position: Position, choice: Choice) -> tuple[Move, ...]:
    """The moves that can be announced with the chosen cards, legal or not."""
    loose = [card for card in position.table.loose if card in choice.items]
    builds = [build.cards for build in position.table.builds if build_key(build.cards) in choice.items]
    stolen = tuple(top for top in position.tops if stolen_key(top) in choice.items)
    plays = pseudo_legal_plays(position, choice.hand, loose, builds, stolen)
    pluck = choice.pluck
    moves: tuple[Move, ...] = tuple(PluckAndPlay(pluck.card, play, pluck.before) for play in plays) if pluck else plays
    return tuple(_as_called(moves, choice))


def _as_called(moves: Iterable[Move], choice: Choice) -> Iterable[Move]:
    """The moves; if an orange is called, only captures are left, and they call it."""
    if not choice.orange:
        return moves
    return (called for move in moves if (called := calling_orange(move)))


ORDER = (Capture, MakeBuild, TableBuild, Trail)


def in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Captures, those that take most cards first; then builds, the plainest first; then trails."""
    return tuple(sorted(moves, key=_rank))


def _rank(move: Move) -> tuple[int, int, str]:
    play = play_of(move)
    kind = ORDER.index(type(play))
    return kind, len(item_keys(move)) if kind else -_cards_gained(play), write_move(move)


def _cards_gained(play: Play) -> int:
    """The number of cards that a capture brings to the pile."""
    if not isinstance(play, Capture):
        return 0
    return len(play.played) + len(play.loose) + sum(map(len, play.builds)) + len(play.stolen)
