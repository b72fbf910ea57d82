"""Adding table cards to one's own build before the play, without a hand card (RULEBOOK 15.4)."""

from .cards import Card
from .moves import AddAndPlay, Capture, Play, Stolen
from .position import Position
from .table import Build, Groups, Table, make_build


def own_build(position: Position, added: AddAndPlay) -> Build | None:
    """Return the build that is added to, or None if the seat owns no such build."""
    mine = (build for build in position.table.builds if build.owner == position.seat)
    return next((build for build in mine if build.cards == added.build), None)


def extended_build(build: Build, groups: Groups) -> Build:
    """Return the build with these groups added."""
    return make_build((*build.groups, *groups), build.value, build.owner)


def with_addition(position: Position, build: Build, extended: Build, stolen: tuple[Stolen, ...]) -> Position:
    """Return the position once the build has been extended. Of each pile one card is stolen in a turn (15.3)."""
    added: set[Card] = {*extended.cards}
    builds = tuple(extended if other is build else other for other in position.table.builds)
    loose = tuple(card for card in position.table.loose if card not in added)
    tops = tuple(top for top in position.tops if top not in stolen)
    return position._replace(table=Table(loose, builds), tops=tops)


def leaves_alone(added: AddAndPlay, play: Play) -> bool:
    """Return whether the play leaves the build alone, under its old name and its new one."""
    return not isinstance(play, Capture) or not {added.build, added.cards} & {*play.builds}
