"""A second opinion on legal moves: the rulebook's sections 2 to 5, 8.1 to 8.3 and 8.5 read straight from the text, by
trying every set of cards. Slow on purpose, and independent of the engine it is compared with."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any, NamedTuple

from tests.property.oracle_builds import additions, builds, owner_after, table_only_builds, within_limit
from tests.property.oracle_groups import all_captures, asked, matched, may_go_together
from tests.property.oracle_position import (
    Card,
    Item,
    Items,
    Position,
    Value,
    card_order,
    hand_worth,
    item_order,
    read_position,
    subsets,
)
from tests.property.oracle_scores import scores_alone


class Play(NamedTuple):
    """A move without its pluck. `kind` is trail, capture, build or table (5.11, where `played` is trailed); `addition`
    is what is added to a build of the player's before it (12.8)."""

    kind: str
    played: tuple[Card, ...]
    items: Items = frozenset()
    value: Value = 0
    for_partner: bool = False
    addition: str = ""


def legal(ask: dict[str, Any]) -> set[str]:
    """Return every legal move at the position, written as in 12.5."""
    position = read_position(ask)
    usual = turns(position, list(plays(position)), lambda after: list(plays(after)))
    return usual or turns(position, any_trail(position), any_trail)


def turns(position: Position, made: list[Play], after_pluck: Callable[[Position], list[Play]]) -> set[str]:
    """Return the text of these plays, and of those with a pluck before or after (8.5)."""
    moves = {write(play) for play in made}
    if position.rules["pluck"] and not position.plucked:
        moves |= set(plucked_before(position, after_pluck)) | set(plucked_after(position, made))
    return moves


def any_trail(position: Position) -> list[Play]:
    """4.12: without any other legal move, every card may be trailed."""
    return [Play("trail", (card,)) for card in position.hand]


def left_behind(ask: dict[str, Any], move: str) -> set[str]:
    """4.10: the names of the items that the played cards could also have taken, after a legal trail or capture.

    4.10 speaks of 4.2 to 4.6; what section 8 lets cards take counts too, as section 1 says what a card *could* take.
    """
    position = read_position(ask)
    words = move.split()
    if words[0].startswith("^"):
        position = without(position, words[0][1:])
    text = " ".join(word for word in words if not word.startswith("^"))
    play = next(play for play in [*plays(position), *any_trail(position)] if write(play) == text)
    if play.kind not in ("trail", "capture"):
        return set()
    if play.addition:
        position = next(after for addition, after in added(position) if addition == play.addition)
    taken = frozenset(item for item in play.items if not item.stolen)
    more = [items for items in all_captures(position._replace(tops=frozenset()), play.played) if taken < items]
    return {item.name for items in more for item in items - taken}


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
    return f"{play.addition} {written[play.kind]}".strip()


def plays(position: Position) -> Iterator[Play]:
    for play in imagined(position):
        if heeds_duty(position, play) and covers(position, play):
            yield play
    for addition, after in added(position):
        extended = after.table - position.table
        for play in [*trails(after), *captured(after)]:
            if not play.items & extended and heeds_duty(after, play) and covers(after, play):
                yield play._replace(addition=addition)


def added(position: Position) -> Iterator[tuple[str, Position]]:
    """Yield what may be added to a build of the player's before the play, and the position after it (15.4)."""
    if not position.rules["table_additions"]:
        return
    for build in owned(position):
        for items in additions(position, build):
            names = ",".join(item.name for item in sorted(items, key=item_order))
            cards = tuple(sorted([*build.cards, *(item.cards[0] for item in items)], key=card_order))
            larger = build._replace(name=f"[{''.join(cards)}]", cards=cards, groups=build.groups + 1)
            table = position.table - items - {build} | {larger}
            yield f"{build.name}+{names}", position._replace(table=table, tops=position.tops - items, added=True)


def imagined(position: Position) -> Iterator[Play]:
    """Yield every play that the cards allow, before duty and cover (5.10)."""
    yield from trails(position)
    for card in position.hand:
        yield from built(position, card)
    yield from captured(position)


def trails(position: Position) -> Iterator[Play]:
    yield from (Play("trail", (card,)) for card in position.hand if may_trail(position, card))


def captured(position: Position) -> Iterator[Play]:
    for together in subsets(position.hand):
        played = tuple(together)
        if played and may_go_together(position, played):
            yield from (Play("capture", played, items) for items in all_captures(position, played))


def may_trail(position: Position, card: Card) -> bool:
    """Return whether 4.4, 4.11, 4.14 and 8.3 allow it; duty comes later."""
    if position.rules["five_of_spades_sweeps"] and card == "5S" and position.table:
        return False
    matches = any(matched(position, value) for value in hand_worth(position.rules, card))
    return not matches or asked(position, (card,)) == "nothing"


def built(position: Position, card: Card) -> Iterator[Play]:
    """Yield the builds with the card, and those of table cards while the card is trailed, for the player and for the
    partner."""
    if not position.rules["building"]:
        return
    for value, for_partner in aims(position, card):
        for items in builds(position, card, value):
            if may_own(position, card, value, items, for_partner):
                yield Play("build", (card,), items, value, for_partner)
        if position.rules["table_only_builds"] and may_trail(position, card):
            for items in table_only_builds(position, value):
                if may_own(position, card, value, items, for_partner):
                    yield Play("table", (card,), items, value, for_partner)


def may_own(position: Position, card: Card, value: Value, items: Items, for_partner: bool) -> bool:
    """Return whether the owner may have the build: 5.2, 5.14, 5.15, and of stolen cards 15.3."""
    owner = owner_after(position, value, items, for_partner)
    if not for_partner and owner == position.turn and value not in held(position, card):
        return False
    adding = any(item.build for item in items) and all(item.value == value for item in items if item.build)
    if for_partner and adding and position.rules["owner"] == "valued":
        return False
    mine = owner == position.turn or not any(item.stolen for item in items)
    return mine and within_limit(position, owner, items)


def held(position: Position, card: Card) -> set[Value]:
    """Return the values held once the card is played (5.2)."""
    return {value for other in position.hand if other != card for value in hand_worth(position.rules, other)}


def aims(position: Position, card: Card) -> Iterator[tuple[Value, bool]]:
    """Yield the values to build to: those still held (5.2), those of builds to add to, and for the partner those proved
    (5.14)."""
    yield from ((value, False) for value in held(position, card) | {build.value for build in position.builds})
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
        "take_or_add": with_mine or position.added,
        "take_add_or_build": play.kind in ("build", "table") or with_mine,
        "free": True,
        "penalty": True,
    }
    return not mine or heeded[position.duty]


def covers(position: Position, play: Play) -> bool:
    """Return whether distinct cards still held match the distinct values of the builds owned after the play (5.10)."""
    if position.duty == "penalty":
        return True
    values = {build.value for build in owned(position) - play.items}
    built = play.kind in ("build", "table")
    if built and owner_after(position, play.value, play.items, play.for_partner) == position.turn:
        values.add(play.value)
    left = [hand_worth(position.rules, card) for card in position.hand if card not in play.played]
    ways = permutations(left, len(values))
    return any(all(value in card for value, card in zip(values, way, strict=True)) for way in ways)


def may_pluck(position: Position) -> list[Card]:
    """Return the loose cards that 8.5 lets go, if something is left on the table then."""
    if len(position.table) < 2:
        return []
    cards = [item.cards[0] for item in position.loose]
    return [card for card in cards if not scores_alone(position.rules, card)]


def without(position: Position, card: Card) -> Position:
    return position._replace(table=frozenset(item for item in position.table if item.cards != (card,)))


def plucked_before(position: Position, plays_after: Callable[[Position], list[Play]]) -> Iterator[str]:
    for card in may_pluck(position):
        yield from (f"^{card} {write(play)}" for play in plays_after(without(position, card)))


def plucked_after(position: Position, made: list[Play]) -> Iterator[str]:
    for play in made:
        last_card = not position.stock and not position.others and len(position.hand) == len(play.played)
        cards = [] if last_card else may_pluck(after(position, play))
        yield from (f"{write(play)} ^{card}" for card in cards if card not in play.played)


def after(position: Position, play: Play) -> Position:
    """Return the table after the play is made; the cards built or trailed lie on it."""
    if play.addition:
        position = next(then for addition, then in added(position) if addition == play.addition)
    left = set(position.table - play.items)
    if play.kind in ("trail", "table"):
        left.add(Item(play.played[0], play.played))
    if play.kind in ("build", "table"):
        left.add(Item("the new build", play.played, True, play.value, position.turn))
    return position._replace(table=frozenset(left))
