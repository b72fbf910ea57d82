"""Before a game begins: taking, leaving and swapping seats, canceling, and the players' client seeds."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from . import setup_events
from .events import Event
from .evolve import fold
from .provably_fair import COMMITTED_BEFORE
from .refusal import Refusal, refuse
from .state import GameState

type Protection = Literal["none", "operator", "everyone"]
"""The parties a deal is protected against: none; the operator alone; the operator together with other players."""


def awaits_seeds(state: GameState) -> bool:
    """Whether all seats are taken and a promised client seed is still missing."""
    waiting = state.shuffle_version == COMMITTED_BEFORE and not state.latest_round and all(state.players)
    return waiting and any(_missing(state))


def _missing(state: GameState) -> list[bool]:
    """For each seat, whether it has promised a client seed that it has not given."""
    seeds = state.client_seeds or ("",) * state.seats
    return [bool(promised) and not seed for promised, seed in zip(state.seed_hashes, seeds, strict=False)]


def required_seed(state: GameState, seat: int) -> Literal["", "first", "promised"]:
    """The seed a seat's page has to give now: its "first" seed or hash, the "promised" seed, or none.

    In games played over days the seed itself is given at once: their players are seldom online together.
    """
    promised = bool(state.seed_hashes and state.seed_hashes[seat - 1])
    if (
        state.shuffle_version != COMMITTED_BEFORE
        or state.latest_round
        or (state.client_seeds and state.client_seeds[seat - 1])
    ):
        return ""
    if promised:
        return "promised" if awaits_seeds(state) or state.table_settings.correspondence else ""
    return "" if all(state.players) else "first"


def promise_seed(state: GameState, seat: int, seed_hash: str) -> tuple[Event, ...] | Refusal:
    """Accept the hash of a seat's client seed: once, and before the table is full."""
    return _seed_refused(state, seat) or (setup_events.ClientSeedCommitted(seat, seed_hash),)


def give_seed(state: GameState, seat: int, seed: str) -> tuple[Event, ...] | Refusal:
    """Accept a seat's client seed: the one it promised until the first deal, or one at once while seats are free.

    Once the table is full only promised seeds are taken: a player who has seen those of others must not choose anymore.
    """
    promised = state.seed_hashes[seat - 1] if state.seed_hashes else ""
    if not promised or state.latest_round or (state.client_seeds and state.client_seeds[seat - 1]):
        return _seed_refused(state, seat) or (setup_events.ClientSeedRevealed(seat, seed),)
    if sha256(seed.encode()).hexdigest() != promised:
        return refuse("bad-request", "", "seed-mismatch")
    return (setup_events.ClientSeedRevealed(seat, seed),)


def _seed_refused(state: GameState, seat: int) -> Refusal | None:
    if not state.players[seat - 1]:
        return refuse("bad-request", "", "seat-free", seat=seat)
    if state.shuffle_version != COMMITTED_BEFORE or state.latest_round or all(state.players):
        return refuse("bad-request", "", "seed-late")
    given = any(texts and texts[seat - 1] for texts in (state.client_seeds, state.seed_hashes))
    return refuse("bad-request", "", "seed-twice") if given else None


def leave_seat(state: GameState, seat: int, removed: bool) -> tuple[Event, ...] | Refusal:
    """Free the seat of its player; `removed`: the host removes the player."""
    if state.latest_round or awaits_seeds(state):
        return refuse("bad-request", "", "started")
    player = state.players[seat - 1]
    if not player:
        return refuse("bad-request", "", "seat-free", seat=seat)
    return (setup_events.SeatLeft(seat, player, removed),)


def swap_seats(state: GameState, seat: int, other: int) -> tuple[Event, ...] | Refusal:
    """Swap the players of two seats, or move one to a seat that is free."""
    if state.latest_round or awaits_seeds(state):
        return refuse("bad-request", "", "started")
    if not 1 <= other <= state.seats:
        return refuse("bad-request", "1", "no-seat", seat=other)
    if seat == other:
        return refuse("bad-request", "", "same-seat")
    players = (state.players[seat - 1], state.players[other - 1])
    if not any(players):
        return refuse("bad-request", "", "seat-free", seat=seat)
    return (setup_events.SeatsSwapped(seat, other, players),)


def cancel_game(state: GameState, begun: bool = False) -> tuple[Event, ...] | Refusal:
    """Cancel the game. Refused while seeds come in: a deal that is already known could be avoided. A game that has
    `begun` ends without a result."""
    if (state.latest_round and not begun) or awaits_seeds(state):
        return refuse("bad-request", "", "started")
    return (setup_events.GameCancelled(),)


def collect_client_seeds(state: GameState, drawn: tuple[str, ...], dealer: int) -> tuple[Event, ...] | Refusal:
    """Fix the client seeds from which the packs are shuffled, before the first pack."""
    if state.latest_round:
        return refuse("bad-request", "", "started")
    return (setup_events.ClientSeedsCollected(with_default_seeds(state, drawn), dealer),)


def with_default_seeds(state: GameState, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """The client seeds of the seats, with defaults where none was given."""
    given = state.client_seeds or ("",) * state.seats
    return tuple(seed or default for seed, default in zip(given, drawn, strict=True))


def client_seed_sources(log: Sequence[Event]) -> tuple[tuple[str, bool], ...]:
    """The client seeds of this game, and for each whether the player gave it; () until they are fixed."""
    for place, event in enumerate(log):
        if isinstance(event, setup_events.ClientSeedsCollected):
            given = fold(log[:place]).client_seeds or ("",) * len(event.client_seeds)
            return tuple((seed, bool(own)) for seed, own in zip(event.client_seeds, given, strict=True))
    return ()


def protection(log: Sequence[Event]) -> Protection:
    """The parties that this game's deal is protected against, from its log in order.

    "operator": the commitment to the server seed came before every client seed, and a player gave one. "everyone": all
    seats gave a client seed that was promised by hash before the first of them was given, and no seat changed
    afterwards; so not at tables with computers, which give none. "none": the deal rests on trust in the operator.
    """
    begun = next((place for place, event in enumerate(log) if isinstance(event, setup_events.ClientSeedsCollected)), 0)
    if not begun:
        return "none"
    state, before = fold(log[:begun]), log[:begun]
    if state.shuffle_version != COMMITTED_BEFORE or not state.client_seeds:
        return "none"
    settled = (
        setup_events.SeatTaken,
        setup_events.SeatLeft,
        setup_events.SeatsSwapped,
        setup_events.ClientSeedCommitted,
    )
    last = max(place for place, event in enumerate(before) if isinstance(event, settled))
    given = [place for place, event in enumerate(before) if isinstance(event, setup_events.ClientSeedRevealed)]
    sealed = bool(state.seed_hashes) and all(state.seed_hashes) and all(state.client_seeds)
    return "everyone" if sealed and min(given, default=0) > last else "operator"
