"""The attention of a person at the table: the captures and builds it sees, and those it overlooks."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, assert_never

from games.domain.captures import FIVE_OF_SPADES
from games.domain.cards import Card
from games.domain.moves import AddAndPlay, Capture, MakeBuild, Move, PluckAndPlay, TableBuild, Trail, play_of, unplucked
from games.domain.rules import Rules

type Part = tuple[str, tuple[Card, ...], tuple[Card, ...]]
"""A part of a move to see: its kind (a field of Oversights), the cards played, and those it is about."""


class Oversights(NamedTuple):
    """The probability of overlooking each part of a move, once a turn."""

    pair: float = 0.0
    build: float = 0.0
    sum_of_two: float = 0.0
    longer_sum: float = 0.0
    several_groups: float = 0.0
    simple_build: float = 0.0
    larger_build: float = 0.0


class Attention:
    """One look at the table. A part is either seen in all moves that have it, or in none."""

    def __init__(self, oversights: Oversights, factor: float, rules: Rules, rng: Random) -> None:
        self._oversights, self._factor, self._rules, self._rng = oversights, factor, rules, rng
        self._seen: dict[Part, bool] = {}

    def noticed(self, moves: Sequence[Move]) -> list[Move]:
        """Return the moves of which no part is overlooked."""
        return [move for move in moves if all(self._sees(part) for part in parts(move, self._rules))]

    def _sees(self, part: Part) -> bool:
        if part not in self._seen:
            probability = getattr(self._oversights, part[0]) * self._factor
            self._seen[part] = self._rng.random() >= probability
        return self._seen[part]


def parts(move: Move, rules: Rules) -> Iterator[Part]:
    """Yield the parts of a move; a plain trail has none."""
    play, rest = play_of(move), unplucked(move)
    if isinstance(move, PluckAndPlay):
        yield "sum_of_two", (), (move.card,)
    if isinstance(rest, AddAndPlay):
        yield "larger_build", (), rest.cards
    match play:
        case Trail():
            return
        case Capture():
            yield from _parts_of_capture(play, rules)
        case MakeBuild(card, loose, builds):
            simple = len(loose) == 1 and not builds and not play.stolen
            yield (
                "simple_build" if simple else "larger_build",
                (card,),
                (*loose, *(card for each in builds for card in each)),
            )
        case TableBuild(trailed, loose):
            yield "larger_build", (trailed,), loose
        case other:
            assert_never(other)


def _parts_of_capture(capture: Capture, rules: Rules) -> Iterator[Part]:
    played = capture.played
    if _takes_everything(capture, rules):
        return
    ranks = {card.rank for card in played}
    pairs = [card for card in capture.loose if ranks == {card.rank}]
    summed = tuple(card for card in capture.loose if ranks != {card.rank})
    for card in pairs:
        yield "pair", played, (card,)
    for build in capture.builds:
        yield "build", played, build
    if summed:
        yield "sum_of_two" if len(summed) <= 2 and len(played) == 1 else "longer_sum", played, summed
    if len(pairs) + len(capture.builds) + bool(summed) > 1 or len(summed) > LONGEST_GROUP or capture.stolen:
        yield "several_groups", played, capture.loose


LONGEST_GROUP = 3
"""More summed cards than this are usually several groups."""


def _takes_everything(capture: Capture, rules: Rules) -> bool:
    """Return True for a card that takes the whole table (8.3): there is nothing to add up."""
    specials = rules.specials
    jack = specials.jack_takes_all and all(card.rank == "J" for card in capture.played)
    return jack or (specials.five_of_spades_sweeps and capture.played == (FIVE_OF_SPADES,))
