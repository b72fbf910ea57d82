"""The plays that a selection of cards may stand for, and why each is refused: the engine's reasons (RULEBOOK 4, 5, 8).

A selection has cards from hand, loose cards and builds; each of the three may be empty.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.domain.cards import Card
from games.domain.move_generation import MoveGenerator
from games.domain.move_validation import validate_move
from games.domain.moves import BuildName, Capture, MakeBuild, Play, Stolen, TableBuild, Trail
from games.domain.position import Position
from games.domain.refusal import Refusal
from games.domain.table import Value
from games.domain.values import highest_value

MAX_ITEMS = 24
"""More things on the table than this are not judged: that takes long, and no one means to make a move with them."""

MAX_BUILD_ITEMS = 12
"""More things than this are not judged as a build."""


class Selection(NamedTuple):
    """Cards from hand, loose cards of the table, builds by their cards, and top cards of opponents' piles."""

    hand: tuple[Card, ...] = ()
    loose: tuple[Card, ...] = ()
    builds: tuple[BuildName, ...] = ()
    stolen: tuple[Stolen, ...] = ()

    @property
    def items(self) -> int:
        """The number of things selected on the table and on piles."""
        return len(self.loose) + len(self.builds) + len(self.stolen)


class RejectedPlay(NamedTuple):
    """A play that the selection may stand for, and the engine's refusal of it."""

    play: Play
    refusal: Refusal


CLOSENESS = tuple("duty cover match one-value build-limit hold partner multiple raise-own rights steal".split())
"""Codes of refusals, from those of plays that are almost legal; all others come last."""


def rejected_plays(position: Position, selection: Selection) -> tuple[RejectedPlay, ...]:
    """The plays that the selection may stand for with their refusals, those closest to being legal first.

    Without a card from hand, each of them is tried. () where too many things are selected to be judged.
    """
    if selection.items > MAX_ITEMS:
        return ()
    hands = [selection.hand] if selection.hand else [(card,) for card in position.hand]
    plays = [play for hand in hands for play in _meant_plays(position, selection._replace(hand=hand))]
    judged = [(play, validate_move(position, play)) for play in plays]
    rejected = [RejectedPlay(play, refusal) for play, refusal in judged if refusal]
    return tuple(sorted(rejected, key=lambda item: _closeness(item.refusal)))


def _closeness(refusal: Refusal) -> int:
    return CLOSENESS.index(refusal.code) if refusal.code in CLOSENESS else len(CLOSENESS)


def _meant_plays(position: Position, selection: Selection) -> Iterator[Play]:
    if not selection.items:
        yield from (Trail(card) for card in selection.hand[:1] if len(selection.hand) == 1)
        return
    yield Capture(selection.hand, selection.loose, selection.builds, stolen=selection.stolen)
    if len(selection.hand) == 1 and selection.items <= MAX_BUILD_ITEMS and position.rules.building.building:
        yield from _meant_builds(position, selection)


def _meant_builds(position: Position, selection: Selection) -> Iterator[MakeBuild | TableBuild]:
    """The builds that the cards do make, whether or not the seat may make them."""
    builds = MoveGenerator(position).builds
    (card,) = selection.hand
    for value in _build_values(position, card):
        made = MakeBuild(card, selection.loose, selection.builds, value, stolen=selection.stolen)
        if builds.groups_for_move(made) is not None:
            yield made
        laid = TableBuild(card, selection.loose, value)
        alone = len(selection.loose) > 1 and not selection.builds and not selection.stolen
        off_table = position.rules.building.table_only_builds and alone
        if off_table and builds.table_groups(laid) is not None:
            yield laid


def _build_values(position: Position, card: Card) -> tuple[Value, ...]:
    faces = (card.rank,) if position.rules.building.face_builds else ()
    return (*range(1, highest_value(position.rules.matching) + 1), *faces)
