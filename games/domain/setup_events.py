"""Events before the first deal, and the changes they make to a game: opening it, seats, and client seeds.

The steps of the other events are in `evolve`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .rules import Rules
from .state import GameState, Result
from .table import replace_at
from .table_settings import TableSettings


class GameOpened(NamedTuple):
    """A game was set up with these complete rules; the preset's name is only a label.

    `dealer` is NO_SEAT if the dealer is drawn once all seats are taken; `shuffle_version` is the way in which packs
    come from the secret of the commitment; `rules_version` the RULES_VERSION of the engine; `committed_at` the time
    (ISO 8601) at which the commitment was published, empty if that was the time of this event.
    """

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    commitment: str
    shuffle_version: int = 1
    rules_version: int = 0
    committed_at: str = ""


class TableSettingsFixed(NamedTuple):
    """The game is played with these settings."""

    table_settings: TableSettings


class SeatTaken(NamedTuple):
    """A player sat down, with a client seed, with the SHA-256 (hex) of one that comes later, or without."""

    seat: int
    player: str
    client_seed: str = ""
    seed_hash: str = ""


class SeatLeft(NamedTuple):
    """A player left a seat before the game began. `removed`: the host removed the player."""

    seat: int
    player: str
    removed: bool


class SeatsSwapped(NamedTuple):
    """Two seats swapped players before the game began; `players` are their earlier players, empty for a free seat."""

    first: int
    second: int
    players: tuple[str, str]


class GameCancelled(NamedTuple):
    """The host canceled the game before it began; later the site one against computers, or a player one whose other
    player no longer plays."""


class ClientSeedCommitted(NamedTuple):
    """The page of this seat's player gave the SHA-256 (hex) of its client seed; the seed itself comes later."""

    seat: int
    seed_hash: str


class ClientSeedRevealed(NamedTuple):
    """The page of this seat's player gave its client seed: the one it promised, or one at once."""

    seat: int
    client_seed: str


class ClientSeedsCollected(NamedTuple):
    """All seats were taken: the packs come from the server seed and these, in seat order; `dealer` deals first.

    The client seed of a seat is derived if its player gave none.
    """

    client_seeds: tuple[str, ...]
    dealer: int


type SetupEvent = (
    GameOpened
    | TableSettingsFixed
    | SeatTaken
    | SeatLeft
    | SeatsSwapped
    | GameCancelled
    | ClientSeedCommitted
    | ClientSeedRevealed
    | ClientSeedsCollected
)


# --- the steps ----------------------------------------------------------------------------------------------------


def initial_state(event: GameOpened) -> GameState:
    sides = 2 if event.partners else event.seats
    return GameState(
        rules=event.rules,
        preset=event.preset,
        seats=event.seats,
        partners=event.partners,
        dealer=event.dealer,
        target=event.rules.winning.target,
        totals=(0,) * sides,
        players=("",) * event.seats,
        shuffle_version=event.shuffle_version,
    )


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    players = replace_at(state.players, event.seat - 1, event.player)
    return state._replace(
        players=players,
        client_seeds=_put_text(state, state.client_seeds, event.seat, event.client_seed),
        seed_hashes=_put_text(state, state.seed_hashes, event.seat, event.seed_hash),
    )


def _seat_left(state: GameState, event: SeatLeft) -> GameState:
    return state._replace(
        players=replace_at(state.players, event.seat - 1, ""),
        client_seeds=_put_text(state, state.client_seeds, event.seat, ""),
        seed_hashes=_put_text(state, state.seed_hashes, event.seat, ""),
    )


def _seats_swapped(state: GameState, event: SeatsSwapped) -> GameState:
    """Swap the players; each takes along the client seed and the hash that promises it."""
    first, second = event.first - 1, event.second - 1

    def swapped(texts: tuple[str, ...]) -> tuple[str, ...]:
        return replace_at(replace_at(texts, first, texts[second]), second, texts[first]) if texts else ()

    moved = replace_at(replace_at(state.players, first, event.players[1]), second, event.players[0])
    return state._replace(
        players=moved, client_seeds=swapped(state.client_seeds), seed_hashes=swapped(state.seed_hashes)
    )


def _seed_promised(state: GameState, event: ClientSeedCommitted) -> GameState:
    return state._replace(seed_hashes=_put_text(state, state.seed_hashes, event.seat, event.seed_hash))


def _seed_given(state: GameState, event: ClientSeedRevealed) -> GameState:
    return state._replace(client_seeds=_put_text(state, state.client_seeds, event.seat, event.client_seed))


def _put_text(state: GameState, texts: tuple[str, ...], seat: int, text: str) -> tuple[str, ...]:
    """The texts of all seats with that of this seat changed; empty while no seat has one."""
    changed = replace_at(texts or ("",) * state.seats, seat - 1, text)
    return changed if any(changed) else ()


HANDLERS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    TableSettingsFixed: lambda state, event: state._replace(table_settings=event.table_settings),
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatsSwapped: _seats_swapped,
    GameCancelled: lambda state, _: state._replace(result=Result((), "cancelled")),
    ClientSeedCommitted: _seed_promised,
    ClientSeedRevealed: _seed_given,
    ClientSeedsCollected: lambda state, event: state._replace(client_seeds=event.client_seeds, dealer=event.dealer),
}
