"""Commands of people and of the server to a game; `decide` turns each into events or refuses it."""

from typing import NamedTuple

from .cards import Card
from .moves import Move
from .rules import Rules
from .state import OfferKind, TimeLossReason
from .table_settings import TableSettings


class OpenGame(NamedTuple):
    """Set up a game. `commitment` is the published promise of its secret, `shuffle_version` the way in which packs come
    from
    it; `dealer` deals the first round."""

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    commitment: str = ""
    shuffle_version: int = 1
    committed_at: str = ""


class FixTableSettings(NamedTuple):
    """Play at this table with these settings."""

    table_settings: TableSettings


class TakeSeat(NamedTuple):
    """A player, by the name shown, sits down, with a client seed, its SHA-256 (hex), or neither."""

    seat: int
    player: str
    client_seed: str = ""
    seed_hash: str = ""


class LeaveSeat(NamedTuple):
    """A player gets up before the game begins, or is asked to by the host."""

    seat: int
    removed: bool = False


class SwapSeats(NamedTuple):
    """Swap the players of two seats before the game begins; one of the seats may be free."""

    seat: int
    other: int


class CancelGame(NamedTuple):
    """The host calls the game off before it begins. `begun`: the site calls off a game against computers later."""

    begun: bool = False


class CommitClientSeed(NamedTuple):
    """The page of a seat's player gives the SHA-256 (hex) of its client seed."""

    seat: int
    seed_hash: str


class RevealClientSeed(NamedTuple):
    """The page of a seat's player gives its client seed."""

    seat: int
    client_seed: str


class CollectClientSeeds(NamedTuple):
    """Fix the client seeds once all seats are taken, and the dealer of the first round.

    `default_seeds` has one for each seat, used where its player gave none.
    """

    default_seeds: tuple[str, ...]
    dealer: int


class StartRound(NamedTuple):
    """Deal the next pack, its order given top card first."""

    pack: tuple[Card, ...]


class Play(NamedTuple):
    """A seat plays its turn."""

    seat: int
    move: Move


class Claim(NamedTuple):
    """A seat claims that its side has reached the target (7.6)."""

    seat: int


class CallOrange(NamedTuple):
    """A seat calls an orange on the latest play of another seat (8.6)."""

    seat: int


class Resign(NamedTuple):
    """A seat gives the game up (7.8)."""

    seat: int


class LeaveGame(NamedTuple):
    """The player of a seat leaves a game of three or more for good; a computer plays on by the strategy `bot`."""

    seat: int
    bot: str


class ExpireTurn(NamedTuple):
    """The time of the seat to play has run out; a computer that takes over plays by the strategy `bot`."""

    seat: int
    bot: str


class SubstituteBot(NamedTuple):
    """Let the computer play on for this seat, by the strategy `bot`; `final`: its player cannot come back."""

    seat: int
    bot: str
    final: bool = False


class ReturnToSeat(NamedTuple):
    """The player takes the seat back from the computer."""

    seat: int


class TakeOverSeat(NamedTuple):
    """Another person, by the name shown, takes over a seat that a computer holds."""

    seat: int
    player: str


class CompensateTime(NamedTuple):
    """Give the seat to play time back."""

    seat: int
    seconds: float
    reason: TimeLossReason


class SetVacation(NamedTuple):
    """Record all holidays of this seat's player, as first and last days like 2026-12-24."""

    seat: int
    days: tuple[tuple[str, str], ...]


class SetTimeZone(NamedTuple):
    """Record the time zone of this seat's player."""

    seat: int
    time_zone: str


class PlayForced(NamedTuple):
    """Play the only move that a seat has."""

    seat: int


class PlayConditional(NamedTuple):
    """Play a move that the seat's player had planned for this turn."""

    seat: int
    move: Move


class MakeOffer(NamedTuple):
    """A seat offers a "drawn" game, to "abort", asks its partner to "resign" too, or for a "takeback" to after event
    `to_seq`.

    `asked` must agree. A takeback undoes `plays`, from the one of this seat's `card` on.
    """

    seat: int
    kind: OfferKind
    asked: tuple[int, ...]
    to_seq: int = 0
    card: Card | None = None
    plays: int = 0


class AnswerOffer(NamedTuple):
    """A seat agrees to the open offer, or with `agreed` false declines it, or withdraws its own."""

    seat: int
    agreed: bool


class ClaimForfeit(NamedTuple):
    """Let the other of two players win because the player of this seat has left (7.8)."""

    seat: int


type Command = (
    OpenGame
    | FixTableSettings
    | TakeSeat
    | LeaveSeat
    | SwapSeats
    | CancelGame
    | CommitClientSeed
    | RevealClientSeed
    | CollectClientSeeds
    | StartRound
    | Play
    | PlayForced
    | PlayConditional
    | Claim
    | CallOrange
    | Resign
    | LeaveGame
    | MakeOffer
    | AnswerOffer
    | ClaimForfeit
    | ExpireTurn
    | SubstituteBot
    | ReturnToSeat
    | TakeOverSeat
    | CompensateTime
    | SetVacation
    | SetTimeZone
)
