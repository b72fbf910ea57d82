"""Events and states to plain JSON values and back, led by their types; with versions and upcasters."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, TypeAliasType, get_args, get_origin, get_type_hints

from .cards import Card
from .events import Event
from .options import OPTIONS, read_recorded_rules, write_options
from .rules import Rules
from .state import GameState, Offer, Result, RoundSheet, RoundState, Sweep
from .table import Build, Table


def to_json_value(value: Any) -> Any:
    """Named tuples become objects, tuples lists, sets sorted lists, rules their options."""
    if isinstance(value, Rules):
        return write_options(value)
    if hasattr(value, "_fields"):
        return {name: to_json_value(part) for name, part in zip(value._fields, value, strict=True)}
    if isinstance(value, (tuple, list)):
        return [to_json_value(part) for part in value]
    if isinstance(value, frozenset):
        return sorted((to_json_value(part) for part in value), key=str)
    if isinstance(value, dict):
        return {key: to_json_value(part) for key, part in value.items()}
    return str(value) if isinstance(value, Card) else value


def from_json_value[T](wanted: type[T], plain: Any) -> T:
    """The value of the wanted type. Raises ValueError, KeyError or TypeError for unknown JSON."""
    kind: Any = wanted
    read: Callable[[Any], T] = _reader(kind)
    return read(plain)


@cache
def _reader(wanted: Any) -> Callable[[Any], Any]:
    if isinstance(wanted, TypeAliasType):
        return _reader(wanted.__value__)
    if get_origin(wanted) is tuple or get_origin(wanted) is frozenset:
        return _collection_reader(get_origin(wanted), _reader(get_args(wanted)[0]))
    if isinstance(wanted, UnionType):
        return _union_reader(get_args(wanted))
    if wanted is Rules:
        return read_recorded_rules
    if hasattr(wanted, "_fields"):
        return _named_reader(wanted)
    return Card if wanted is Card else _same


def _same(plain: Any) -> Any:
    return plain


def _collection_reader(kind: Any, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    if read is _same:
        read_all: Callable[[Any], Any] = kind
        return read_all
    return lambda plain: kind([read(part) for part in plain])


def _union_reader(options: tuple[Any, ...]) -> Callable[[Any], Any]:
    """A reader for `X | None` or a union of plain JSON values, the only unions in events and states."""
    readers = [_reader(option) for option in options if option is not NoneType]
    read = readers[0] if len(readers) == 1 else _same
    return lambda plain: None if plain is None else read(plain)


def _named_reader(wanted: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(wanted)
    readers = [(name, _reader(hints[name])) for name in wanted._fields]
    return lambda plain: wanted._make([read(plain[name]) for name, read in readers])


def shape_version(shapes: Iterable[type[Any]], options: Iterable[str]) -> int:
    """A checksum of the fields of these named tuples and of the options, for a column of 15 bits."""
    fields = {shape.__name__: shape._fields for shape in shapes}
    return int.from_bytes(sha256(repr({**fields, "options": sorted(options)}).encode()).digest()[:2]) >> 1


SHAPES = (GameState, RoundState, RoundSheet, Result, Sweep, Table, Build, Offer)
STATE_VERSION = shape_version(SHAPES, OPTIONS)
"""The shape of GameState: snapshots of another one are rebuilt from the log."""

VERSIONS: dict[str, int] = {"offer_made": 2}
"""Event types whose shape has changed since their first version, with the version written now."""

type Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("offer_made", 1): lambda old: {**old, "card": None, "plays": 0},
}
"""The pure functions, by (type, version), that turn an old payload into the next version's."""


def _members(union: TypeAliasType) -> Iterator[type[Any]]:
    """The classes of a union, and of the unions in it."""
    for member in get_args(union.__value__):
        if isinstance(member, TypeAliasType):
            yield from _members(member)
        else:
            yield member


RENAMED: dict[type[Any], str] = {}
"""The stored names of classes that have been renamed: a stored name never changes."""

_NAMES = {
    event_class: RENAMED.get(event_class, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", event_class.__name__).lower())
    for event_class in _members(Event)
}
EVENT_TYPES: dict[str, type[Any]] = {name: event_class for event_class, name in _NAMES.items()}
"""Every event by the name under which it is stored."""


class UnknownEvent(ValueError):
    """A recorded event of a type or version that this engine has never written."""


def encode(event: Event) -> tuple[str, int, dict[str, Any]]:
    """The event as (type, version, payload); the payload is ready for JSON."""
    name = _NAMES[type(event)]
    return name, VERSIONS.get(name, 1), to_json_value(event)


def decode(name: str, version: int, payload: dict[str, Any]) -> Event:
    """The event from its record, upgraded from old versions. Raises UnknownEvent."""
    if name not in EVENT_TYPES or not 1 <= version <= VERSIONS.get(name, 1):
        raise UnknownEvent(f"no event “{name}” of version {version}")
    for step in range(version, VERSIONS.get(name, 1)):
        payload = UPCASTERS[name, step](payload)
    event: Event = from_json_value(EVENT_TYPES[name], payload)
    return event


def encode_state(state: GameState) -> dict[str, Any]:
    """A snapshot of the state, ready for JSON."""
    plain: dict[str, Any] = to_json_value(state)
    return plain


def decode_state(plain: dict[str, Any]) -> GameState:
    """The state from a snapshot of STATE_VERSION."""
    return from_json_value(GameState, plain)
