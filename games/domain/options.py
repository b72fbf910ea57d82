"""Rules from a flat mapping of options and back: the keys, defaults and values of RULEBOOK 10."""

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import permutations
from typing import Any, NamedTuple

from .cards import RANKS, SUITS, Card, is_card
from .messages import Message, _, make_message
from .rules import GROUPS, Duty, FoursOfAKind, InvalidRules, Rules
from .rules_validation import validate_rules


def read_rules(options: Mapping[str, Any]) -> Rules:
    """Rules with these options changed from the defaults. Raises InvalidRules, also for rules that cannot be played."""
    rules = read_recorded_rules(options)
    validate_rules(rules)
    return rules


def read_recorded_rules(options: Mapping[str, Any]) -> Rules:
    """Rules with these options, without checking that they can be played together: recorded games already were.

    Raises InvalidRules for unknown options and values.
    """
    changed: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
    for key, value in options.items():
        option = OPTIONS.get(key)
        if option is None:
            raise InvalidRules(_("There is no option “%(option)s”."), option=key)
        changed[option.group][key] = option.read(key, value)
    return Rules(**{group: GROUPS[group](**values) for group, values in changed.items()})


def write_options(rules: Rules) -> dict[str, Any]:
    """Every option by its key, ready for JSON."""
    return {key: _to_json(key, getattr(getattr(rules, option.group), key)) for key, option in OPTIONS.items()}


class Option(NamedTuple):
    """One key of RULEBOOK 10: its group, the reader of its JSON value, and its choices if they are listed."""

    group: str
    read: Callable[[str, Any], Any]
    choices: tuple[Any, ...] | None = None


MAX_NUMBER = 1000
"""The largest count or score in the options."""

MAX_CARD_VALUE, MAX_CARD_POINTS, MAX_BUILDS = 20, 99, 4
"""The largest value of a single card, the largest number of points for one, and the largest limit of builds."""


# --- reading one value --------------------------------------------------------------------------------------------


def _refuse(key: str, value: Any, wanted: Message | str) -> InvalidRules:
    shown = reprlib.repr(value)
    return InvalidRules(_("“%(option)s” can’t be %(value)s. Use %(wanted)s."), option=key, value=shown, wanted=wanted)


def _one_of(*choices: Any) -> Callable[[str, Any], Any]:
    def read(key: str, value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return value
        raise _refuse(key, value, make_message(_("one of %(choices)s"), choices=", ".join(map(str, choices))))

    return read


def _bool(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _refuse(key, value, make_message(_("true or false")))
    return value


def _count(minimum: int) -> Callable[[str, Any], int]:
    def read(key: str, value: Any) -> int:
        if type(value) is not int or not minimum <= value <= MAX_NUMBER:
            raise _refuse(
                key, value, make_message(_("a whole number from %(least)s to %(most)s"), least=minimum, most=MAX_NUMBER)
            )
        return value

    return read


def _optional(read_value: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    return lambda key, value: None if value is None else read_value(key, value)


def _seats(key: str, value: Any) -> tuple[int, ...]:
    listed = isinstance(value, (list, tuple)) and len(value) > 0
    if not listed or any(type(n) is not int or not 2 <= n <= 6 for n in value) or len(set(value)) != len(value):
        raise _refuse(key, value, make_message(_("a list of numbers of players from 2 to 6")))
    return tuple(sorted(value))


def _ace_values(key: str, value: Any) -> tuple[int, ...]:
    if value not in ([1], [1, 14], [1, 11]) or any(type(n) is not int for n in value):
        raise _refuse(key, value, "[1] / [1, 14] / [1, 11]")
    return tuple(value)


def _extra_values(key: str, value: Any) -> tuple[tuple[Card, tuple[int, ...]], ...]:
    if not _maps(value, is_card, _is_value_list):
        raise _refuse(key, value, '{"TD": [11]}')
    return tuple((Card(code), tuple(values)) for code, values in sorted(value.items()))


def _hand_values(key: str, value: Any) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if not _maps(value, _is_card_or_rank, _is_value_list):
        raise _refuse(key, value, '{"A": [14], "TD": [16]}')
    return tuple((name, tuple(values)) for name, values in sorted(value.items()))


def _card_points(key: str, value: Any) -> tuple[tuple[str, int], ...]:
    if not _maps(value, _is_card_or_rank, lambda points: type(points) is int and 1 <= points <= MAX_CARD_POINTS):
        raise _refuse(key, value, '{"2C": 1}')
    return tuple(sorted(value.items()))


def _maps(value: Any, is_name: Callable[[str], bool], fits: Callable[[Any], bool]) -> bool:
    """Whether this is a mapping of such names to such values."""
    return isinstance(value, dict) and all(is_name(name) and fits(each) for name, each in value.items())


def _is_card_or_rank(name: str) -> bool:
    return is_card(name) or (len(name) == 1 and name in RANKS)


def _is_value_list(values: Any) -> bool:
    listed = isinstance(values, (list, tuple)) and len(values) > 0
    return listed and all(type(n) is int and 1 <= n <= MAX_CARD_VALUE for n in values)


def _deals(key: str, value: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
    if not isinstance(value, dict) or not value or not all(_is_deal_list(*each) for each in value.items()):
        raise _refuse(key, value, 'null / {"2": [0, 10, 10]}')
    return tuple(sorted((int(seats), tuple(sizes)) for seats, sizes in value.items()))


def _is_deal_list(seats: Any, sizes: Any) -> bool:
    """Whether these are the cards dealt to the table, then the hand sizes of one deal or more (15.1)."""
    if seats not in tuple("23456") or not isinstance(sizes, (list, tuple)) or len(sizes) < 2:
        return False
    return all(type(size) is int and 0 <= size <= MAX_NUMBER for size in sizes) and all(sizes[1:])


def _fours(key: str, value: Any) -> FoursOfAKind:
    wanted = 'null / {"ranks": "76A", "points": 2}'
    if not isinstance(value, dict) or set(value) != {"ranks", "points"} or not isinstance(value["ranks"], str):
        raise _refuse(key, value, wanted)
    ranks = value["ranks"]
    if not ranks or set(ranks) - set("A23456789TJQK1") or len(set(ranks)) != len(ranks):
        raise _refuse(key, value, wanted)
    return FoursOfAKind(ranks, _count(0)(key, value["points"]))


def _capture_counts(key: str, value: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, dict) or not value or set(value) - set("23456"):
        raise _refuse(key, value, 'null / {"2": 6, "3": 8}')
    return tuple(sorted((int(seats), _count(1)(key, cards)) for seats, cards in value.items()))


def _to_json(key: str, value: Any) -> Any:
    """An option's value as JSON has it."""
    if value is None:
        return None
    if key in MAPPINGS:
        return {str(name): _to_json("", part) for name, part in value}
    if isinstance(value, FoursOfAKind):
        return value._asdict()
    return list(value) if isinstance(value, tuple) else value


# --- the table of options -----------------------------------------------------------------------------------------

ACE_ORDERS = tuple(map("".join, permutations(SUITS)))
"""The orders in which the aces may be counted (7.2)."""

_READERS: dict[str, Callable[[str, Any], Any]] = {
    "seats": _seats,
    "deals": _optional(_deals),
    "hand_size": _one_of(4, 3, 6),
    "table_size": _one_of(4, 5),
    "ace_values": _ace_values,
    "redeal": _optional(_one_of(3, 4)),
    "extra_values": _extra_values,
    "hand_values": _hand_values,
    "max_builds": _optional(_one_of(*range(1, MAX_BUILDS + 1))),
    "last_deal_duty": _optional(_one_of(*Duty.__value__.__args__)),
    "card_points": _card_points,
    "fours_of_a_kind": _optional(_fours),
    "first_play_sweep": _optional(_count(0)),
    "sweep_ceiling": _optional(_count(0)),
    "target": _count(1),
    "rounds_per_seat": _optional(_count(1)),
    "rounds": _optional(_count(1)),
    "ace_order": _one_of(*ACE_ORDERS),
    "capture_count_end": _optional(_capture_counts),
}
MAPPINGS = ("deals", "extra_values", "hand_values", "card_points", "capture_count_end")
"""Options that are mappings in JSON and tuples of pairs in the rules."""


def _option(group: str, key: str, default: Any, annotation: Any) -> Option:
    if key in _READERS:
        return Option(group, _READERS[key], LISTED.get(key))
    if isinstance(default, bool):
        return Option(group, _bool, (False, True))
    if isinstance(default, int):
        return Option(group, _count(0))
    choices = getattr(annotation, "__value__", annotation).__args__
    return Option(group, _one_of(*choices), choices)


LISTED: dict[str, tuple[Any, ...]] = {
    "redeal": (None, 3, 4),
    "max_builds": (None, *range(1, MAX_BUILDS + 1)),
    "last_deal_duty": (None, *Duty.__value__.__args__),
    "ace_order": ACE_ORDERS,
}
"""The choices of options whose type doesn't list them."""

OPTIONS: dict[str, Option] = {
    field.name: _option(group, field.name, field.default, field.type)
    for group, members in GROUPS.items()
    for field in fields(members)
}
"""Every key of RULEBOOK 10."""
