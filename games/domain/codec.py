"""Events and states to plain JSON values and back, with versions and upcasters."""

from collections.abc import Callable
from typing import Any

from . import disputed, events
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


EVENT_TYPES: dict[str, type[Any]] = {
    "game_opened": events.GameOpened,
    "terms_agreed": events.TermsAgreed,
    "seat_taken": events.SeatTaken,
    "seat_left": events.SeatLeft,
    "seats_swapped": events.SeatsSwapped,
    "game_cancelled": events.GameCancelled,
    "seed_promised": events.SeedPromised,
    "seed_given": events.SeedGiven,
    "words_gathered": events.WordsGathered,
    "round_started": events.RoundStarted,
    "cards_dealt": events.CardsDealt,
    "jack_replaced": events.JackReplaced,
    "pairs_taken": events.PairsTaken,
    "turn_passed": events.TurnPassed,
    "card_trailed": events.CardTrailed,
    "cards_captured": events.CardsCaptured,
    "sweep_made": events.SweepMade,
    "build_made": events.BuildMade,
    "card_plucked": events.CardPlucked,
    "card_drawn": events.CardDrawn,
    "builds_disowned": events.BuildsDisowned,
    "points_given": events.PointsGiven,
    "orange_called": events.OrangeCalled,
    "table_taken": events.TableTaken,
    "round_scored": events.RoundScored,
    "target_raised": events.TargetRaised,
    "claim_made": events.ClaimMade,
    "seat_resigned": events.SeatResigned,
    "turn_expired": events.TurnExpired,
    "seat_given": events.SeatGiven,
    "seat_returned": events.SeatReturned,
    "time_given": events.TimeGiven,
    "holidays_noted": events.HolidaysNoted,
    "move_forced": events.MoveForced,
    "offer_made": events.OfferMade,
    "offer_agreed": events.OfferAgreed,
    "offer_declined": events.OfferDeclined,
    "offer_withdrawn": events.OfferWithdrawn,
    "went_back": events.WentBack,
    "seat_abandoned": events.SeatAbandoned,
    "game_ended": events.GameEnded,
    "game_won": events.GameWon,
    "dispute_opened": disputed.DisputeOpened,
    "dispute_withdrawn": disputed.DisputeWithdrawn,
    "stop_wanted": disputed.StopWanted,
    "clock_stopped": disputed.ClockStopped,
    "play_resumed": disputed.PlayResumed,
    "hands_looked_at": disputed.HandsLookedAt,
    "ruling_made": disputed.RulingMade,
    "score_corrected": disputed.ScoreCorrected,
    "clocks_set": disputed.ClocksSet,
    "clock_adjusted": disputed.ClockAdjusted,
    "player_warned": disputed.PlayerWarned,
    "player_suspended": disputed.PlayerSuspended,
}
"""The name under which each event is stored. Stored names never change; classes may be renamed."""

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
