"""Events and states to plain JSON values and back, with versions and upcasters."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAliasType, get_args

from . import events as facts
from .events import Event
from .plain import from_plain, to_plain
from .state import GameState

STATE_VERSION = 8
"""Increased when the shape of GameState changes: older snapshots are then rebuilt from the log."""

VERSIONS: dict[str, int] = {"game_opened": 4, "seat_taken": 3}
"""Event types whose shape has changed since their first version, with the version written now."""

type Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("game_opened", 1): lambda old: {**old, "fairness": 1},  # the packs came from the seed alone
    ("game_opened", 2): lambda old: {**old, "judged_by": 0},  # not recorded then
    ("game_opened", 3): lambda old: {**old, "committed": ""},  # this event published the commitment
    ("seat_taken", 1): lambda old: {**old, "word": ""},
    ("seat_taken", 2): lambda old: {**old, "seed_hash": ""},
}
"""The pure functions, by (type, version), that turn an old payload into the next version's."""


def _type_name(event_class: type[Any]) -> str:
    """Convert the class name: CardTrailed -> card_trailed."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in event_class.__name__)[1:]


def _members(union: TypeAliasType) -> Iterator[type[Any]]:
    """The types of a union, including those of the unions in it."""
    for each in get_args(union.__value__):
        yield from _members(each) if isinstance(each, TypeAliasType) else (each,)


EVENT_TYPES: dict[str, type[Any]] = {_type_name(each): each for each in _members(facts.Event)}
_NAMES: dict[type[Any], str] = {event_class: name for name, event_class in EVENT_TYPES.items()}


class UnknownEvent(ValueError):
    """A recorded event of a type or version that this engine has never written."""


def encode(event: Event) -> tuple[str, int, dict[str, Any]]:
    """The event as (type, version, payload); the payload is ready for JSON."""
    name = _NAMES[type(event)]
    return name, VERSIONS.get(name, 1), to_plain(event)


def decode(name: str, version: int, payload: dict[str, Any]) -> Event:
    """The event from its record, upgraded from old versions. Raises UnknownEvent."""
    if name not in EVENT_TYPES or not 1 <= version <= VERSIONS.get(name, 1):
        raise UnknownEvent(f"no event “{name}” of version {version}")
    for step in range(version, VERSIONS.get(name, 1)):
        payload = UPCASTERS[name, step](payload)
    event: Event = from_plain(EVENT_TYPES[name], payload)
    return event


def encode_state(state: GameState) -> dict[str, Any]:
    """A snapshot of the state, ready for JSON."""
    plain: dict[str, Any] = to_plain(state)
    return plain


def decode_state(plain: dict[str, Any]) -> GameState:
    """The state from a snapshot of STATE_VERSION."""
    return from_plain(GameState, plain)
