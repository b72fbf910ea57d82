"""A second opinion on legal moves: the rulebook's sections 2 to 5, 8.1 to 8.3 and 8.5 read straight from the text, by
trying every set of cards. Slow on purpose, and independent of the engine it is compared with."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, NamedTuple

from tests.property.oracle_builds import builds, table_only_builds
from tests.property.oracle_groups import all_captures, may_go_together, same_value
from tests.property.oracle_position import (
    Card,
    Item,
    Items,
    Position,
    Value,
    card_order,
    item_order,
    read_position,
    subsets,
    worth,
)


class Play(NamedTuple):
    """A move without its pluck. `kind` is trail, capture, build or table (5.11, where `played` is trailed)."""

    kind: str
    played: tuple[Card, ...]
    items: Items = frozenset()
    value: Value = 0
    for_partner: bool = False


def legal(ask: dict[str, Any]) -> set[str]:
    """Return every legal move at the position, written as in 12.5."""
    position = read_position(ask)
    moves = {write(play) for play in plays(position)}
    if position.rules["pluck"] and not position.plucked:
        moves |= set(plucked_before(position)) | set(plucked_after(position))
    return moves


def left_behind(ask: dict[str, Any], move: str) -> set[str]:
    """4.10: the names of the items that the played cards could also have taken, after a legal trail or capture.

    4.10 speaks of 4.2 to 4.6; what section 8 lets cards take counts too, as section 1 says what a card *could* take.
    """
    position = read_position(ask)
    words = move.split()
    if words[0].startswith("^"):
        position = without(position, words[0][1:])
    text = next(word for word in words if not word.startswith("^"))
    play = next(play for play in plays(position) if write(play) == text)
    if play.kind not in ("trail", "capture"):
        return set()
    more = [items for items in all_captures(position, play.played) if play.items < items]
    return {item.name for items in more for item in items - play.items}


def write(play: Play) -> str:
    played = "&".join(sorted(play.played, key=card_order))
    items = ",".join(item.name for item in sorted(play.items, key=item_order))
    ending = f"={play.value}" + ("/p" if play.for_partner else "")
    written = {
        "trail": played,
        "capture": f"{played}x{items}",
        "build": f"{played}+{items}{ending}",
        "table": f"{played};{items}{ending}",
    }
    return written[play.kind]


def plays(position: Position) -> Iterator[Play]:
    for play in imagined(position):
        if heeds_duty(position, play) and covers(position, play):
            yield play


def imagined(position: Position) -> Iterator[Play]:
    """Yield every play that the cards allow, before duty and cover (5.10)."""
    for card in position.hand:
        if may_trail(position, card):
            yield Play("trail", (card,))
        yield from built(position, card)
    for together in subsets(position.hand):
        played = tuple(together)
        if played and may_go_together(position, played):
            yield from (Play("capture", played, items) for items in all_captures(position, played))


def may_trail(position: Position, card: Card) -> bool:
    """Return whether 4.4 and 8.3 allow it; duty comes later."""
    if position.rules["five_of_spades_sweeps"] and card == "5S" and position.table:
        return False
    matched = any(same_value(position, value) for value in worth(position.rules, card))
    return position.rules["matching"] == "optional" or not matched


def built(position: Position, card: Card) -> Iterator[Play]:
    """Yield the builds with the card, and those of table cards while the card is trailed, for the player and for the
    partner."""
    if not position.rules["building"]:
        return
    for value, for_partner in aims(position, card):
        for items in builds(position, card, value):
            yield Play("build", (card,), items, value, for_partner)
        if position.rules["table_only_builds"] and may_trail(position, card):
            for items in table_only_builds(position, value):
                yield Play("table", (card,), items, value, for_partner)


def aims(position: Position, card: Card) -> Iterator[tuple[Value, bool]]:
    """Yield the values to build to: those still held (5.2), and for the partner those proved (5.14)."""
    held = {value for other in position.hand if other != card for value in worth(position.rules, other)}
    yield from ((value, False) for value in held)
    if position.rules["build_for_partner"] and position.partners:
        yield from ((value, True) for value in position.proved)


def owned(position: Position) -> Items:
    return frozenset(build for build in position.builds if build.owner == position.turn)


def heeds_duty(position: Position, play: Play) -> bool:
    """Return whether the play is open to the owner of a build (5.10)."""
    mine = owned(position)
    with_mine = bool(mine & play.items)
    heeded = {
        "no_trail": play.kind != "trail",
        "take_or_add": with_mine,
        "take_add_or_build": play.kind in ("build", "table") or with_mine,
        "free": True,
        "penalty": True,
    }
    return not mine or heeded[position.rules["duty"]]


def covers(position: Position, play: Play) -> bool:
    """Return whether distinct cards still held match the distinct values of the builds owned after the play (5.10)."""
    if position.rules["duty"] == "penalty":
        return True
    values = {build.value for build in owned(position) - play.items}
    if play.kind in ("build", "table") and not play.for_partner:
        values.add(play.value)
    left = [worth(position.rules, card) for card in position.hand if card not in play.played]
    ways = permutations(left, len(values))
    return any(all(value in card for value, card in zip(values, way, strict=True)) for way in ways)


def may_pluck(position: Position) -> list[Card]:
    """Return the loose cards that 8.5 lets go, if something is left on the table then."""
    if len(position.table) < 2:
        return []
    cards = [item.cards[0] for item in position.loose]
    return [card for card in cards if card[0] not in "A1" and card not in ("TD", "2S")]


def without(position: Position, card: Card) -> Position:
    return position._replace(table=frozenset(item for item in position.table if item.cards != (card,)))


def plucked_before(position: Position) -> Iterator[str]:
    for card in may_pluck(position):
        yield from (f"^{card} {write(play)}" for play in plays(without(position, card)))


def plucked_after(position: Position) -> Iterator[str]:
    for play in plays(position):
        last_card = not position.stock and not position.others and len(position.hand) == len(play.played)
        cards = [] if last_card else may_pluck(after(position, play))
        yield from (f"{write(play)} ^{card}" for card in cards if card not in play.played)


def after(position: Position, play: Play) -> Position:
    """Return the table after the play is made; the cards built or trailed lie on it."""
    left = set(position.table - play.items)
    if play.kind in ("trail", "table"):
        left.add(Item(play.played[0], play.played))
    if play.kind in ("build", "table"):
        left.add(Item("the new build", play.played, True, play.value, position.turn))
    return position._replace(table=frozenset(left))
