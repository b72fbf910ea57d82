"""The whole state of a game, including all secrets: the result of folding its log."""

from typing import Literal, NamedTuple

from .cards import Card
from .rules import Rules
from .table import NO_SEAT, PublicPlay, Table, Value
from .table_settings import TableSettings

type Piles = tuple[tuple[Card, ...], ...]
type OfferKind = Literal["drawn", "abort", "takeback", "resign"]
type TimeLossReason = Literal["server", "clock", "round"]
type EndReason = Literal[
    "target",
    "in-order",
    "rounds",
    "all-points",
    "restriction",
    "instant",
    "cleared",
    "cards",
    "claim",
    "wrong-claim",
    "resign",
    "timeout",
    "abandoned",
    "ruling",
    "drawn",
    "aborted",
    "ruled-drawn",
    "annulled",
    "cancelled",
]
"""The reasons for the end of a game (RULEBOOK 13)."""


class Sweep(NamedTuple):
    """One sweep: the number of table cards it took; `first_play`: it was the round's very first play (6.2);
    `min_points`: it scores at least so many (8.3)."""

    cards: int
    first_play: bool = False
    min_points: int = 0


class LastPlay(NamedTuple):
    """The latest play of the round, for calling oranges (8.6)."""

    seat: int
    orange: bool = False
    called: bool = False


class Offer(NamedTuple):
    """An open offer of a seat: the seats asked and those that have agreed.

    `to_seq`: the event a takeback returns to; `stock_count`: the number of undealt cards when the offer was made;
    `card`: the first card that a takeback returns; `plays`: how many plays it undoes, 0 in requests that don't say so.
    """

    kind: OfferKind
    seat: int
    asked: tuple[int, ...]
    to_seq: int
    stock_count: int
    agreed: frozenset[int] = frozenset()
    card: Card | None = None
    plays: int = 0


class RoundState(NamedTuple):
    """One pack being played out. Tuples run over seats (hands, proven values) or over sides (piles, sweeps, totals at
    start).
    `public_plays`: each seat's trails and captures of this deal; `bottom`: the bottom card of the pack as it lay;
    `seat_piles`: each seat's pile, bottom first, where piles lie face up (15.5), else empty."""

    number: int
    dealer: int
    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    piles: Piles
    sweeps: tuple[tuple[Sweep, ...], ...]
    totals_at_start: tuple[int, ...]
    bonus_points: tuple[dict[str, int], ...]
    proven_values: tuple[frozenset[Value], ...]
    table: Table = Table()
    deal: int = 0
    last_deal: bool = False
    turn: int = NO_SEAT
    plays: int = 0
    last_capture: int | None = None
    last_play: LastPlay | None = None
    pluck_used: frozenset[int] = frozenset()
    claim_blocked: frozenset[int] = frozenset()
    offer: Offer | None = None
    public_plays: tuple[tuple[PublicPlay, ...], ...] = ()
    bottom: Card | None = None
    seat_piles: Piles = ()


class RoundSheet(NamedTuple):
    """The score sheet of a finished round: points by category for each side, with their `total`."""

    points: tuple[dict[str, int], ...]


class Result(NamedTuple):
    """The result of a game: the winning seats, none if no one has won, and the reason (RULEBOOK 13, `reason`)."""

    winners: tuple[int, ...]
    reason: EndReason

    @property
    def called_off(self) -> bool:
        return self.reason == "cancelled"


class GameState(NamedTuple):
    """A game from its opening.

    `totals` are of finished rounds and of points given at once (7.1); `finished_round`: the latest round that was
    scored, as it stood then. `bot_seats`: seats that the computer plays for their players; those in
    `forfeited_seats` cannot be taken back. `paused`: until a dispute is decided. `client_seeds`, from which the packs
    come, are in seat order, empty while no seat has one. `seed_hashes` are the SHA-256 of the seeds that players
    promised to give, seat by seat; empty where there are none. `carried`: the points for majorities that a tie has
    carried over to the next round (6.7).
    """

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    target: int
    totals: tuple[int, ...]
    players: tuple[str, ...]
    round: RoundState | None = None
    sheets: tuple[RoundSheet, ...] = ()
    result: Result | None = None
    latest_round: int = 0
    finished_round: RoundState | None = None
    table_settings: TableSettings = TableSettings()
    bot_seats: frozenset[int] = frozenset()
    forfeited_seats: frozenset[int] = frozenset()
    paused: bool = False
    shuffle_version: int = 1
    client_seeds: tuple[str, ...] = ()
    seed_hashes: tuple[str, ...] = ()
    carried: tuple[tuple[str, int], ...] = ()

    @property
    def turn(self) -> int:
        """The seat to play, or NO_SEAT."""
        return self.round.turn if self.round and not self.result and not self.paused else NO_SEAT

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats whose answer the open offer waits for."""
        offer = self.round.offer if self.round and not self.result and not self.paused else None
        return tuple(seat for seat in offer.asked if seat not in offer.agreed) if offer else ()

    @property
    def sides(self) -> int:
        return 2 if self.partners else self.seats

    def side_of(self, seat: int) -> int:
        """The side (counted from 0) that this seat scores for."""
        return side_of(seat, self.partners)

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side: one, or two partners."""
        return tuple(seat for seat in range(1, self.seats + 1) if self.side_of(seat) == side)


def side_of(seat: int, partners: bool) -> int:
    """Seats 1 and 3 against 2 and 4 when partnered; else every seat its own side, counted from 0."""
    return (seat - 1) % 2 if partners else seat - 1


def partner_of(seat: int, partners: bool) -> int:
    """The partner's seat, or NO_SEAT."""
    return (seat + 1) % 4 + 1 if partners else NO_SEAT


def next_seat(seat: int, seats: int, direction: str) -> int:
    """The seat that plays after this one: number up when clockwise, else down (3.5)."""
    step = 1 if direction == "clockwise" else -1
    return (seat - 1 + step) % seats + 1


def playing_order(dealer: int, seats: int, direction: str) -> tuple[int, ...]:
    """All seats in the order of play, the dealer last (3.1, 3.5)."""
    order = [next_seat(dealer, seats, direction)]
    while len(order) < seats:
        order.append(next_seat(order[-1], seats, direction))
    return tuple(order)
