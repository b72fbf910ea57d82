"""Builds that can be made with a card (5.1 to 5.9), or out of table cards alone (5.11): every set of items, for each
value.

Nothing here asks who holds what (5.2), covers what (5.10) or what the partner is proved to hold (5.14).
"""

from tests.property.oracle_groups import adds_up, lesser_builds, same_value, unions
from tests.property.oracle_position import (
    Card,
    Item,
    Items,
    Position,
    Value,
    item_order,
    numbers,
    subsets,
    worth,
)


def may_raise(position: Position, build: Item) -> bool:
    """Return whether 5.7 and 15.2 allow it; 9.11 requires the same of a build absorbed in a sum."""
    if position.rules["build_rights"] == "owner" and build.owner in (0, position.turn, position.partner):
        return False
    return bool(position.rules["raise_own"]) or build.owner != position.turn


def raisable(position: Position, value: int) -> Items:
    """Return the single builds of another, lower value that may end up inside a group of the value (5.5 to 5.7)."""
    return frozenset(build for build in lesser_builds(position, value) if may_raise(position, build))


def anyones_builds(position: Position, value: int) -> Items:
    """Return the builds that count as one card inside the groups being made (4.6, `anyone` only)."""
    return raisable(position, value) if position.rules["single_build_in_sums"] == "anyone" else frozenset()


def joinable(position: Position, value: Value) -> list[Items]:
    """Return the builds of the value, each a group that may join whole (5.4, 5.8, 15.2)."""
    shut = set() if position.rules["add_to_partner_build"] else {position.partner}
    if position.rules["build_rights"] == "owner":
        shut = {seat for seat in range(7) if seat != position.turn}
    return [frozenset({b}) for b in position.builds if b.value == value and b.owner not in shut]


def materials(position: Position, value: int) -> Items:
    """Return everything that may count inside a group: loose and stolen cards, and builds under `anyone`."""
    return position.loose | position.tops | anyones_builds(position, value)


def own_groups(position: Position, card: Card, value: int) -> set[Items]:
    """Return the rest of the played card's own group: nothing, table cards, or a raised build."""
    partners_in_group = subsets(materials(position, value)) + raised(position, value)
    return {items for items in partners_in_group if adds_up(position, items, value, (card,))}


def raised(position: Position, value: int) -> list[Items]:
    """Return a build to be raised, alone or with loose cards (5.5)."""
    extras = subsets(position.loose) if position.rules["raise_with_table_cards"] else [frozenset()]
    return [frozenset({build}) | loose for build in raisable(position, value) for loose in extras]


def table_groups(position: Position, value: int) -> list[Items]:
    """Return every group of table cards alone that has the value (5.3, 4.6)."""
    return [items for items in subsets(materials(position, value)) if items and adds_up(position, items, value)]


def groups_beside(position: Position, card: Card, value: int, own: Items) -> list[Items]:
    """Return the groups that may be added to the played card's own: 5.3, with and without `extra_groups`."""
    if position.rules["extra_groups"]:
        return table_groups(position, value)
    if not own and value in numbers(position.rules, card):
        stolen = [top for top in position.tops if value in numbers(position.rules, top.cards[0])]
        return [frozenset({item}) for item in [*same_value(position, value), *stolen]]
    return []


def number_builds(position: Position, card: Card, value: int) -> set[Items]:
    built: set[Items] = set()
    for own in own_groups(position, card, value):
        built |= unions(own, groups_beside(position, card, value, own) + joinable(position, value))
    return built


def face_builds(position: Position, card: Card, rank: Value) -> set[Items]:
    """Faces of one rank, each card a group (5.9)."""
    if not position.rules["face_builds"] or rank not in worth(position.rules, card):
        return set()
    cards = [frozenset({item}) for item in same_value(position, rank)]
    return unions(frozenset(), cards + joinable(position, rank))


def leaves_one(position: Position, value: Value, items: Items) -> bool:
    """5.13: where one build a value is the rule, every build of the value is taken in."""
    same = frozenset(build for build in position.builds if build.value == value)
    return not position.rules["one_build_per_value"] or same <= items


def builds(position: Position, card: Card, value: Value) -> set[Items]:
    """Return the sets that may be combined with the played card into one build of the value: at least one item
    (5.1)."""
    built = number_builds(position, card, value) if isinstance(value, int) else face_builds(position, card, value)
    return {items for items in built - {frozenset()} if may_be_made(position, value, items)}


def may_be_made(position: Position, value: Value, items: Items) -> bool:
    """Return whether the items may become a build: 5.13, 5.16, 5.17, 15.2, and 15.3 but for the owner."""
    lifted = frozenset(item for item in items if item.build and item.value != value)
    stolen = frozenset(item for item in items if item.stolen)
    if position.rules["build_rights"] == "owner" and lifted:
        alone = len(lifted) == 1 and all(item.build for item in items)
        if not alone:
            return False
    if stolen and (lifted or stolen == items):
        return False
    builds = [item for item in items if item.build]
    if len(builds) > 1 and not position.rules["join_builds"]:
        return False
    return leaves_one(position, value, items) and absorbs(position, value, items, new=not builds)


def absorbs(position: Position, value: Value, items: Items, *, new: bool) -> bool:
    """5.16: a new build takes in every loose card of its value; with `match_builds` also one added to or raised."""
    asks = position.rules["absorb_equal"] and (new or position.rules["match_builds"])
    return not asks or same_value(position, value) <= items


def owner_after(position: Position, value: Value, items: Items, for_partner: bool) -> int:
    """Return the owner of the build that the items become (5.12): under `valued`, adding leaves it as it was."""
    taken = sorted((item for item in items if item.build), key=item_order)
    seat = position.partner if for_partner else position.turn
    if position.rules["owner"] == "added" or not taken or any(item.value != value for item in taken):
        return seat
    return position.turn if any(item.owner == position.turn for item in taken) else taken[0].owner


def within_limit(position: Position, owner: int, items: Items) -> bool:
    """Return whether the owner of a new build that takes in the items has no more than allowed (5.15)."""
    others = [build for build in position.builds - items if build.owner == owner]
    limit = position.rules["max_builds"]
    return limit is None or owner == 0 or len(others) < limit


def additions(position: Position, build: Item) -> set[Items]:
    """Return the loose and stolen cards that may be added to the build in groups of its value (15.4)."""
    pool = position.loose | position.tops
    if isinstance(build.value, int):
        value = build.value
        groups = [items for items in subsets(pool) if items and adds_up(position, items, value)]
    else:
        groups = [frozenset({item}) for item in same_value(position, build.value)]
    added = unions(frozenset(), groups) - {frozenset()}
    return {items for items in added if absorbs(position, build.value, items, new=False)}


def table_only_builds(position: Position, value: Value) -> set[Items]:
    """Return, by 5.11, two or more loose cards in groups of the value (one group without `extra_groups`)."""
    groups = loose_groups(position, value)
    built = unions(frozenset(), groups) if position.rules["extra_groups"] else set(groups)
    return {items for items in built if len(items) >= 2 and may_be_made(position, value, items)}


def loose_groups(position: Position, value: Value) -> list[Items]:
    if isinstance(value, int):
        return [items for items in subsets(position.loose) if items and adds_up(position, items, value)]
    return [frozenset({item}) for item in same_value(position, value)] if position.rules["face_builds"] else []
