"""All moves that can be announced with some cards, legal or not, as a player might at a real table."""

from collections.abc import Iterable, Iterator

from .cards import Card, sort_cards
from .moves import BuildName, Capture, MakeBuild, Play, Stolen, TableBuild, Trail
from .position import Position
from .table import Value
from .values import hand_values


def pseudo_legal_plays(
    position: Position,
    hand: Iterable[Card],
    loose: Iterable[Card],
    builds: Iterable[BuildName],
    stolen: tuple[Stolen, ...] = (),
) -> tuple[Play, ...]:
    """The plays that use exactly these hand cards and items, whether or not they are legal."""
    played, taken, whole = sort_cards(hand), sort_cards(loose), tuple(sorted(builds))
    if not played:
        return ()
    if not taken and not whole and not stolen:
        return (Trail(played[0]),) if len(played) == 1 else ()
    capture = Capture(played, taken, whole, stolen=stolen)
    return (capture, *(_builds(position, played[0], taken, whole, stolen) if len(played) == 1 else ()))


def _builds(
    position: Position,
    card: Card,
    loose: tuple[Card, ...],
    builds: tuple[BuildName, ...],
    stolen: tuple[Stolen, ...],
) -> Iterator[MakeBuild | TableBuild]:
    """Builds of every value that the seat can take again, or that its partner is proved to hold a card for (5.14)."""
    building = position.rules.building
    if not building.building:
        return
    own = _values(position, (other for other in position.hand if other != card))
    if building.owner == "valued":
        own += [build.value for build in position.table.builds if build.value not in own]
    shown = position.proven_values if building.build_for_partner else frozenset()
    said = [*((value, False) for value in own), *((value, True) for value in sorted(shown, key=str))]
    for value, for_partner in said:
        yield MakeBuild(card, loose, builds, value, for_partner, stolen)
        if building.table_only_builds and len(loose) > 1 and not builds and not stolen:
            yield TableBuild(card, loose, value, for_partner)


def _values(position: Position, cards: Iterable[Card]) -> list[Value]:
    """Values that these cards can take, each once; for faces without values their rank, if faces are built (5.9)."""
    values = hand_values(position.rules.matching)
    values_taken: dict[Value, None] = {}
    for card in cards:
        values_taken |= dict.fromkeys(values[card])
        if not values[card] and position.rules.building.face_builds:
            values_taken[card.rank] = None
    return list(values_taken)
