"""Plucking a loose card before or after a play (RULEBOOK 8.5)."""

from typing import assert_never

from .cards import Card
from .moves import AddAndPlay, Capture, MakeBuild, Play, PluckAndPlay, TableBuild, Trail, play_of, played_cards
from .position import Position
from .refusal import Refusal, refuse
from .scoring import scoring_cards
from .table import NO_SEAT, Build, Table


def pluckable_before(position: Position) -> tuple[Card, ...]:
    """The loose cards that may be plucked before playing."""
    return _pluckable(position, position.table)


def pluckable_after(position: Position, move: Play | AddAndPlay) -> tuple[Card, ...]:
    """The loose cards that may be plucked once the play is made."""
    if not position.rules.specials.pluck or is_last_play(position, move):
        return ()
    played = played_cards(play_of(move))
    return tuple(card for card in _pluckable(position, table_after(position.table, move)) if card not in played)


def _pluckable(position: Position, table: Table) -> tuple[Card, ...]:
    spent = position.pluck_used or not position.rules.specials.pluck
    if spent or len(table.loose) + len(table.builds) < 2:
        return ()
    kept = scoring_cards(position.rules.scoring)
    return tuple(card for card in table.loose if card not in kept)


def is_last_play(position: Position, move: Play | AddAndPlay) -> bool:
    """Whether the play uses the very last cards of the round."""
    return position.last_turn and len(position.hand) == len(played_cards(play_of(move)))


def without_card(position: Position, card: Card) -> Position:
    """The position once the loose card has been plucked from the table."""
    return position._replace(table=position.table.without((card,)), pluck_used=True)


def table_after(table: Table, move: Play | AddAndPlay) -> Table:
    """The table once the play is made; a new build has its cards and value, but no owner and no groups."""
    match move:
        case AddAndPlay(name, loose, play, _):
            left = table.without(loose)
            builds = (build._replace(cards=move.cards) if build.cards == name else build for build in left.builds)
            return table_after(left._replace(builds=tuple(builds)), play)
        case Trail(card):
            return table._replace(loose=(*table.loose, card))
        case Capture(_, loose, builds):
            return table.without(loose, builds)
        case MakeBuild(card, loose, builds, value):
            left = table.without(loose, builds)
            return left._replace(builds=(*left.builds, Build((card, *loose), value, NO_SEAT, ())))
        case TableBuild(trailed, loose, value, _):
            left = table.without(loose)
            return Table((*left.loose, trailed), (*left.builds, Build(loose, value, NO_SEAT, ())))
        case other:
            assert_never(other)


def validate_pluck(position: Position, move: PluckAndPlay) -> Refusal | None:
    """The refusal of plucking the card with this play, or None. The play itself is judged elsewhere."""
    table = position.table if move.before else table_after(position.table, move.play)
    if not position.rules.specials.pluck:
        return refuse("pluck", "8.5", "no-pluck")
    if position.pluck_used:
        return refuse("pluck", "8.5", "plucked-already")
    if not move.before and move.card in played_cards(play_of(move)):
        return refuse("pluck", "8.5", "pluck-own")
    if move.card not in table.loose:
        return refuse("pluck" if move.card in table.cards else "item", "8.5", "pluck-loose")
    if move.card in scoring_cards(position.rules.scoring):
        return refuse("pluck", "8.5", "pluck-never")
    if len(table.loose) + len(table.builds) < 2:
        return refuse("pluck", "8.5", "pluck-last-item")
    if not move.before and is_last_play(position, move.play):
        return refuse("pluck", "8.5", "pluck-over")
    return None
