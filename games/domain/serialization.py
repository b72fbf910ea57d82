"""Typed values to plain JSON values and back, led by the types themselves."""

from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAliasType, get_args, get_origin, get_type_hints

from .cards import Card
from .options import read_recorded_rules, write_options
from .rules import Rules


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
    """Return the value of the wanted type. Raises ValueError, KeyError or TypeError for unknown JSON."""
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
