"""Rules from a flat mapping of options and back: the keys, defaults and values of RULEBOOK 10."""

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from .cards import Card
from .playable import check_playable
from .rules import GROUPS, FoursOfAKind, InvalidRules, Rules
from .sentences import Sentence, _, sentence


def read_rules(options: Mapping[str, Any]) -> Rules:
    """Rules with these options changed from the defaults. Raises InvalidRules, also for rules that cannot be played."""
    rules = read_recorded_rules(options)
    check_playable(rules)
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
    return {key: _plain(key, getattr(getattr(rules, option.group), key)) for key, option in OPTIONS.items()}


class Option(NamedTuple):
    """One key of RULEBOOK 10: its group, the reader of its JSON value, and its choices if they are listed."""

    group: str
    read: Callable[[str, Any], Any]
    choices: tuple[Any, ...] | None = None


MOST = 1000
"""The largest count or score in the options."""


# --- reading one value --------------------------------------------------------------------------------------------


def _refuse(key: str, value: Any, wanted: Sentence | str) -> InvalidRules:
    told = reprlib.repr(value)
    return InvalidRules(_("“%(option)s” cannot be %(value)s: it is %(wanted)s."), option=key, value=told, wanted=wanted)


def _one_of(*choices: Any) -> Callable[[str, Any], Any]:
    def read(key: str, value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return value
        raise _refuse(key, value, sentence(_("one of %(choices)s"), choices=", ".join(map(str, choices))))

    return read


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _refuse(key, value, sentence(_("true or false")))
    return value


def _count(least: int) -> Callable[[str, Any], int]:
    def read(key: str, value: Any) -> int:
        if type(value) is not int or not least <= value <= MOST:
            raise _refuse(key, value, sentence(_("a whole number from %(least)s to %(most)s"), least=least, most=MOST))
        return value

    return read


def _maybe(read_value: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    return lambda key, value: None if value is None else read_value(key, value)


def _seats(key: str, value: Any) -> tuple[int, ...]:
    listed = isinstance(value, (list, tuple)) and len(value) > 0
    if not listed or any(type(n) is not int or not 2 <= n <= 6 for n in value) or len(set(value)) != len(value):
        raise _refuse(key, value, sentence(_("a list of numbers of players from 2 to 6")))
    return tuple(sorted(value))


def _ace_values(key: str, value: Any) -> tuple[int, ...]:
    if value not in ([1], [1, 14], [1, 11]) or any(type(n) is not int for n in value):
        raise _refuse(key, value, "[1] / [1, 14] / [1, 11]")
    return tuple(value)


def _extra_values(key: str, value: Any) -> tuple[tuple[Card, tuple[int, ...]], ...]:
    if value not in ({}, {"TD": [11]}) or any(type(n) is not int for values in value.values() for n in values):
        raise _refuse(key, value, '{} / {"TD": [11]}')
    return tuple((Card(code), tuple(values)) for code, values in value.items())


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


def _plain(key: str, value: Any) -> Any:
    """An option's value as JSON has it."""
    if value is None:
        return None
    if key in _MAPPINGS:
        return {str(name): _plain("", part) for name, part in value}
    if isinstance(value, FoursOfAKind):
        return value._asdict()
    return list(value) if isinstance(value, tuple) else value


# --- the table of options -----------------------------------------------------------------------------------------

_READERS: dict[str, Callable[[str, Any], Any]] = {
    "seats": _seats,
    "hand_size": _one_of(4, 3, 6),
    "table_size": _one_of(4, 5),
    "ace_values": _ace_values,
    "extra_values": _extra_values,
    "fours_of_a_kind": _maybe(_fours),
    "first_play_sweep": _maybe(_count(0)),
    "target": _count(1),
    "rounds_per_seat": _maybe(_count(1)),
    "capture_count_end": _maybe(_capture_counts),
}
_MAPPINGS = ("extra_values", "capture_count_end")
"""Options that are mappings in JSON and tuples of pairs in the rules."""


def _option(group: str, key: str, default: Any, annotation: Any) -> Option:
    if key in _READERS:
        return Option(group, _READERS[key])
    if isinstance(default, bool):
        return Option(group, _flag, (False, True))
    if isinstance(default, int):
        return Option(group, _count(0))
    choices = annotation.__args__
    return Option(group, _one_of(*choices), choices)


OPTIONS: dict[str, Option] = {
    each.name: _option(group, each.name, each.default, each.type)
    for group, members in GROUPS.items()
    for each in fields(members)
}
"""Every key of RULEBOOK 10."""
