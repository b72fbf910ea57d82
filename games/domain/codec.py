"""Events and states to plain JSON values and back, led by their types; with versions and upcasters."""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import Any, TypeAliasType, get_args, get_origin, get_type_hints

from . import dispute_events, events, setup_events
from .cards import Card
from .events import Event
from .options import OPTIONS, read_recorded_rules, write_options
from .rules import Rules
from .state import GameState, Result, RoundSheet, RoundState, Sweep
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


def shape_version(shapes: Iterable[type[Any]], options: Iterable[str]) -> int:
    """A checksum of the fields of these named tuples and of the options, for a column of 15 bits."""
    fields = {shape.__name__: shape._fields for shape in shapes}
    return int.from_bytes(sha256(repr({**fields, "options": sorted(options)}).encode()).digest()[:2]) >> 1


SHAPES = (GameState, RoundState, RoundSheet, Result, Sweep, Table, Build)
STATE_VERSION = shape_version(SHAPES, OPTIONS)
"""The shape of GameState: snapshots of another one are rebuilt from the log."""

VERSIONS: dict[str, int] = {}
"""Event types whose shape has changed since their first version, with the version written now."""

type Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""The pure functions, by (type, version), that turn an old payload into the next version's."""


EVENT_TYPES: dict[str, type[Any]] = {
    "game_opened": setup_events.GameOpened,
    "table_settings_fixed": setup_events.TableSettingsFixed,
    "seat_taken": setup_events.SeatTaken,
    "seat_left": setup_events.SeatLeft,
    "seats_swapped": setup_events.SeatsSwapped,
    "game_cancelled": setup_events.GameCancelled,
    "client_seed_committed": setup_events.ClientSeedCommitted,
    "client_seed_revealed": setup_events.ClientSeedRevealed,
    "client_seeds_collected": setup_events.ClientSeedsCollected,
    "round_started": events.RoundStarted,
    "cards_dealt": events.CardsDealt,
    "jack_replaced": events.JackReplaced,
    "table_redealt": events.TableRedealt,
    "pairs_taken": events.PairsTaken,
    "turn_started": events.TurnStarted,
    "card_trailed": events.CardTrailed,
    "cards_captured": events.CardsCaptured,
    "sweep_made": events.SweepMade,
    "build_made": events.BuildMade,
    "build_added_to": events.BuildAddedTo,
    "card_plucked": events.CardPlucked,
    "card_drawn": events.CardDrawn,
    "builds_released": events.BuildsReleased,
    "points_awarded": events.PointsAwarded,
    "orange_called": events.OrangeCalled,
    "remaining_cards_awarded": events.RemainingCardsAwarded,
    "round_scored": events.RoundScored,
    "majorities_carried": events.MajoritiesCarried,
    "target_raised": events.TargetRaised,
    "claim_made": events.ClaimMade,
    "claim_ban_lifted": events.ClaimBanLifted,
    "seat_resigned": events.SeatResigned,
    "turn_expired": events.TurnExpired,
    "bot_took_over": events.BotTookOver,
    "player_returned": events.PlayerReturned,
    "time_compensated": events.TimeCompensated,
    "vacation_set": events.VacationSet,
    "move_forced": events.MoveForced,
    "conditional_move_played": events.ConditionalMovePlayed,
    "offer_made": events.OfferMade,
    "offer_agreed": events.OfferAgreed,
    "offer_declined": events.OfferDeclined,
    "offer_withdrawn": events.OfferWithdrawn,
    "rolled_back": events.RolledBack,
    "seat_forfeited": events.SeatForfeited,
    "game_ended": events.GameEnded,
    "game_won": events.GameWon,
    "dispute_opened": dispute_events.DisputeOpened,
    "dispute_withdrawn": dispute_events.DisputeWithdrawn,
    "pause_requested": dispute_events.PauseRequested,
    "game_paused": dispute_events.GamePaused,
    "game_resumed": dispute_events.GameResumed,
    "hands_revealed_to_director": dispute_events.HandsRevealedToDirector,
    "ruling_made": dispute_events.RulingMade,
    "score_corrected": dispute_events.ScoreCorrected,
    "clocks_set": dispute_events.ClocksSet,
    "clock_adjusted": dispute_events.ClockAdjusted,
    "player_warned": dispute_events.PlayerWarned,
    "player_suspended": dispute_events.PlayerSuspended,
}
"""The name under which each event is stored. Stored names never change; classes may be renamed."""

_NAMES: dict[type[Any], str] = {event_class: name for name, event_class in EVENT_TYPES.items()}


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
