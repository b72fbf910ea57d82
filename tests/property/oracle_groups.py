"""Items that a played card can take (4.2 to 4.6, 4.11, 4.13, 4.14, 8.1 to 8.3), found by trying every set of items.

A *group* is a set of items that stands for one value; whatever is taken or built is a union of groups apart from each
other. Nothing here asks who must cover what (5.10).
"""

from collections.abc import Iterable

from tests.property.oracle_position import (
    Card,
    Items,
    Position,
    Value,
    can_count,
    hand_numbers,
    numbers,
    subsets,
    worth,
)


def unions(start: Items, groups: Iterable[Items]) -> set[Items]:
    """Return the start, joined by any choice of groups of which no two share an item."""
    reached = {start}
    for group in groups:
        reached |= {items | group for items in reached if not items & group}
    return reached


def adds_up(position: Position, items: Items, total: int, played: tuple[Card, ...] = ()) -> bool:
    """Return whether loose cards and builds (which count their value), with any cards played, add up to the total."""
    builds = sum(item.value for item in items if item.build and isinstance(item.value, int))
    loose = [item.cards[0] for item in items if not item.build]
    return can_count(position.rules, [*loose, *played], total - builds)


def whole_builds(position: Position, value: Value) -> list[Items]:
    """Return each build of the value, as a separate group (4.5)."""
    return [frozenset({build}) for build in position.builds if build.value == value]


def lesser_builds(position: Position, value: int) -> Items:
    """Return single builds that 4.6 could put inside a sum of the value, if anyone could use them."""
    return frozenset(b for b in position.builds if b.groups == 1 and isinstance(b.value, int) and b.value < value)


def builds_in_a_sum(position: Position, value: int) -> Items:
    """Return the builds that may count as a card inside a group that is captured (4.6)."""
    ours = {position.turn, position.partner}
    lesser = lesser_builds(position, value)
    opponents = frozenset(build for build in lesser if build.owner not in ours)
    users: dict[str, Items] = {"no": frozenset(), "opponents": opponents, "anyone": lesser}
    return users[position.rules["single_build_in_sums"]]


def sum_groups(position: Position, value: int) -> list[Items]:
    """Return the groups of loose cards, with builds where 4.6 lets them in, that a capture with the value may take
    (4.2)."""
    if not position.rules["table_sums"]:
        return [frozenset({item}) for item in position.loose if adds_up(position, frozenset({item}), value)]
    pool = position.loose | builds_in_a_sum(position, value)
    return [items for items in subsets(pool) if items and adds_up(position, items, value)]


def takes_its_match(position: Position, played: tuple[Card, ...], value: Value, taken: Items) -> bool:
    """Return whether everything that matches the value the played card counts is taken (4.4), or one of it (4.11)."""
    same = matched(position, value)
    return {"nothing": True, "all": same <= taken, "some": not same or bool(same & taken)}[asked(position, played)]


def asked(position: Position, played: tuple[Card, ...]) -> str:
    """Return how much of what matches these played cards must be taken: nothing, all (4.4) or some of it (4.11)."""
    faces = all(card[0] in "JQK" for card in played)
    rules = {
        "optional": "nothing",
        "all": "all",
        "some": "some",
        "faces": "some" if faces else "nothing",
        "all_numerals": "some" if faces else "all",
    }
    return rules[position.rules["matching"]]


def matched(position: Position, value: Value) -> Items:
    """Return the loose cards that have the value, and by 4.14 the builds of it."""
    builds = frozenset(build for build in position.builds if build.value == value)
    return same_value(position, value) | (builds if position.rules["match_builds"] else frozenset())


def same_value(position: Position, value: Value) -> Items:
    return frozenset(item for item in position.loose if value in worth(position.rules, item.cards[0]))


def number_captures(position: Position, played: tuple[Card, ...], value: int) -> set[Items]:
    """Return the sets that the played cards take when they count the value (4.2, 8.1)."""
    taken = together(position, whole_builds(position, value) + sum_groups(position, value)) - {frozenset()}
    with_stolen = {more for items in taken for more in stolen_beside(position, value, items)}
    return {items for items in with_stolen if takes_its_match(position, played, value, items)}


def together(position: Position, groups: list[Items]) -> set[Items]:
    """Return any groups apart from each other; by 4.13 at most one of them has two items or more."""
    if not position.rules["one_sum"]:
        return unions(frozenset(), groups)
    alone, several = [group for group in groups if len(group) == 1], [group for group in groups if len(group) > 1]
    return {items for start in [frozenset(), *several] for items in unions(start, alone)}


def stolen_beside(position: Position, value: int, items: Items) -> list[Items]:
    """Return the set, and with any stolen cards of the value if it has a card or a build of it as their base (15.3)."""
    base = same_value(position, value) | frozenset(build for build in position.builds if build.value == value)
    if not base & items:
        return [items]
    equal = [top for top in position.tops if value in numbers(position.rules, top.cards[0])]
    return [items | stolen for stolen in subsets(equal)]


def face_captures(position: Position, card: Card) -> set[Items]:
    """Return the sets that a face without a value takes: its rank (4.3), and by 4.4 all loose cards of it, whatever 4.3
    allows."""
    rank = card[0]
    loose_allowed = {"one": {0, 1}, "any": {0, 1, 2, 3}, "one_or_three": {0, 1, 3}}[position.rules["face_capture"]]
    some_loose = [items for items in subsets(same_value(position, rank)) if len(items) in loose_allowed]
    if asked(position, (card,)) == "all":
        some_loose = [same_value(position, rank)]
    taken = {items for loose in some_loose for items in unions(loose, whole_builds(position, rank))} - {frozenset()}
    return {
        items for items in taken if takes_its_match(position, (card,), rank, items) and takes_three(position, items)
    }


def takes_three(position: Position, items: Items) -> bool:
    """5.9: under `one_or_three`, builds of faces are captured so that three faces are taken in all."""
    free = position.rules["face_capture"] != "one_or_three" or not any(item.build for item in items)
    return free or sum(len(item.cards) for item in items) == 3


def totals(position: Position, played: tuple[Card, ...]) -> set[int]:
    """Every number T that the played cards can stand for together: as one sum, or by `sums` as several groups of T."""
    highest = sum(max(hand_numbers(position.rules, card), default=0) for card in played)
    as_one = {total for total in range(1, highest + 1) if from_hand(position, played, total)}
    if position.rules["hand_cards"] != "sums":
        return as_one
    return {total for total in range(1, highest + 1) if splits(position, frozenset(played), total)}


def splits(position: Position, cards: frozenset[Card], total: int) -> bool:
    """Return whether the cards split into groups that each add up to the total."""
    if not cards:
        return True
    groups = [group for group in subsets(cards) if min(cards) in group and from_hand(position, group, total)]
    return any(splits(position, cards - group, total) for group in groups)


def from_hand(position: Position, cards: Iterable[Card], total: int) -> bool:
    """Return whether these hand cards can count the total together."""
    sums = {0}
    for card in cards:
        sums = {before + number for before in sums for number in hand_numbers(position.rules, card)}
    return total in sums


def may_go_together(position: Position, played: tuple[Card, ...]) -> bool:
    """Return whether that many hand cards may capture together (8.1, 8.2); a jack that takes all
    never goes with others."""
    most = {"one": 1, "pair": 2, "sum": len(played), "sums": len(played)}[position.rules["hand_cards"]]
    lone_jack = position.rules["jack_takes_all"] and any(card[0] == "J" for card in played)
    return len(played) <= (1 if lone_jack else most)


def captures(position: Position, played: tuple[Card, ...]) -> set[Items]:
    """Return everything the played cards can take from the table by 4.2 to 4.6 and 8.1, as sets of items."""
    if not numbers(position.rules, played[0]) and len(played) == 1:
        return face_captures(position, played[0])
    taken: set[Items] = set()
    for total in totals(position, played):
        taken |= number_captures(position, played, total)
    return taken


def special_captures(position: Position, played: tuple[Card, ...]) -> set[Items]:
    """The whole table, for a jack (8.2) or the five of spades (8.3) that takes it."""
    jack = position.rules["jack_takes_all"] and len(played) == 1 and played[0][0] == "J"
    five = position.rules["five_of_spades_sweeps"] and played == ("5S",)
    return {position.table} if position.table and (jack or five) else set()


def all_captures(position: Position, played: tuple[Card, ...]) -> set[Items]:
    if position.rules["jack_takes_all"] and played[0][0] == "J":
        return special_captures(position, played)
    return captures(position, played) | special_captures(position, played)
