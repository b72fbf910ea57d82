"""All moves that can be announced with some cards, legal or not, as a player might at a real table."""

from collections.abc import Iterable, Iterator

from .cards import Card, sort_cards
from .moves import BuildName, Capture, MakeBuild, Play, TableBuild, Trail
from .position import Position
from .table import Value
from .values import card_values


def sayable_plays(
    position: Position, hand: Iterable[Card], loose: Iterable[Card], builds: Iterable[BuildName]
) -> tuple[Play, ...]:
    """The plays that use exactly these hand cards and items, whether or not they are legal."""
    played, taken, whole = sort_cards(hand), sort_cards(loose), tuple(sorted(builds))
    if not played:
        return ()
    if not taken and not whole:
        return (Trail(played[0]),) if len(played) == 1 else ()
    capture = Capture(played, taken, whole)
    return (capture, *(_builds(position, played[0], taken, whole) if len(played) == 1 else ()))


def _builds(
    position: Position, card: Card, loose: tuple[Card, ...], builds: tuple[BuildName, ...]
) -> Iterator[MakeBuild | TableBuild]:
    """Builds of every value that the seat can take again, or that its partner is proved to hold a card for (5.14)."""
    building = position.rules.building
    if not building.building:
        return
    own = _values(position, (each for each in position.hand if each != card))
    shown = position.proved if building.build_for_partner else frozenset()
    said = [*((value, False) for value in own), *((value, True) for value in sorted(shown, key=str))]
    for value, for_partner in said:
        yield MakeBuild(card, loose, builds, value, for_partner)
        if building.table_only_builds and len(loose) > 1 and not builds:
            yield TableBuild(card, loose, value, for_partner)


def _values(position: Position, cards: Iterable[Card]) -> list[Value]:
    """Values that these cards can take, each once; for faces without values their rank, if faces are built (5.9)."""
    values = card_values(position.rules.matching)
    found: dict[Value, None] = {}
    for card in cards:
        found |= dict.fromkeys(values[card])
        if not values[card] and position.rules.building.face_builds:
            found[card.rank] = None
    return list(found)
