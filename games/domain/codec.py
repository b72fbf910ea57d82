"""Events and states to plain JSON values and back, with versions and upcasters."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from . import dispute_events, events, setup_events
from .events import Event
from .options import OPTIONS
from .serialization import from_json_value, to_json_value
from .state import GameState, Result, RoundSheet, RoundState, Sweep
from .table import Build, Table


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
