"""Events before the first deal, and the changes they make to a game: opening it, seats, and client seeds.

The steps of the other events are in `evolve`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .rules import Rules
from .state import GameState, Result, put
from .terms import Terms


class GameOpened(NamedTuple):
    """A game was set up with these complete rules; the preset's name is only a label.

    `dealer` is NOBODY if the dealer is drawn once all seats are taken; `fairness` is the way in which packs come from
    the secret of the commitment; `judged_by` the RULES_VERSION of the engine, 0 in games that did not record it;
    `committed` the time (ISO 8601) at which the commitment was published, empty if that was the time of this event.
    """

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    commitment: str
    fairness: int = 1
    judged_by: int = 0
    committed: str = ""


class TermsAgreed(NamedTuple):
    """The game is played on these terms."""

    terms: Terms


class SeatTaken(NamedTuple):
    """A player sat down, with a client seed (`word`), with the SHA-256 (hex) of one that comes later, or without."""

    seat: int
    player: str
    word: str = ""
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
    """The host canceled the game before it began."""


class SeedPromised(NamedTuple):
    """The page of this seat's player gave the SHA-256 (hex) of its client seed; the seed itself comes later."""

    seat: int
    hash: str


class SeedGiven(NamedTuple):
    """The page of this seat's player gave its client seed: the one it promised, or one at once."""

    seat: int
    seed: str


class WordsGathered(NamedTuple):
    """All seats were taken: the packs come from the secret and these words, in seat order; `dealer` deals first.

    A word is the client seed of a seat, drawn if the player gave none.
    """

    words: tuple[str, ...]
    dealer: int


type Opening = (
    GameOpened
    | TermsAgreed
    | SeatTaken
    | SeatLeft
    | SeatsSwapped
    | GameCancelled
    | SeedPromised
    | SeedGiven
    | WordsGathered
)


# --- the steps ----------------------------------------------------------------------------------------------------


def opened(event: GameOpened) -> GameState:
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
        fairness=event.fairness,
    )


def _seat_taken(state: GameState, event: SeatTaken) -> GameState:
    players = put(state.players, event.seat - 1, event.player)
    return state._replace(
        players=players,
        words=_put_text(state, state.words, event.seat, event.word),
        seed_hashes=_put_text(state, state.seed_hashes, event.seat, event.seed_hash),
    )


def _seat_left(state: GameState, event: SeatLeft) -> GameState:
    return state._replace(
        players=put(state.players, event.seat - 1, ""),
        words=_put_text(state, state.words, event.seat, ""),
        seed_hashes=_put_text(state, state.seed_hashes, event.seat, ""),
    )


def _seats_swapped(state: GameState, event: SeatsSwapped) -> GameState:
    """Swap the players; each takes along the client seed and the hash that promises it."""
    first, second = event.first - 1, event.second - 1

    def swapped(texts: tuple[str, ...]) -> tuple[str, ...]:
        return put(put(texts, first, texts[second]), second, texts[first]) if texts else ()

    moved = put(put(state.players, first, event.players[1]), second, event.players[0])
    return state._replace(players=moved, words=swapped(state.words), seed_hashes=swapped(state.seed_hashes))


def _seed_promised(state: GameState, event: SeedPromised) -> GameState:
    return state._replace(seed_hashes=_put_text(state, state.seed_hashes, event.seat, event.hash))


def _seed_given(state: GameState, event: SeedGiven) -> GameState:
    return state._replace(words=_put_text(state, state.words, event.seat, event.seed))


def _put_text(state: GameState, texts: tuple[str, ...], seat: int, text: str) -> tuple[str, ...]:
    """The texts of all seats with that of this seat changed; empty while no seat has one."""
    changed = put(texts or ("",) * state.seats, seat - 1, text)
    return changed if any(changed) else ()


def _game_cancelled(state: GameState, _: GameCancelled) -> GameState:
    return state._replace(result=Result((), "cancelled"))


STEPS: dict[type[Any], Callable[[GameState, Any], GameState]] = {
    TermsAgreed: lambda state, event: state._replace(terms=event.terms),
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeatsSwapped: _seats_swapped,
    GameCancelled: _game_cancelled,
    SeedPromised: _seed_promised,
    SeedGiven: _seed_given,
    WordsGathered: lambda state, event: state._replace(words=event.words, dealer=event.dealer),
}
