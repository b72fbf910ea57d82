"""The whole state of a game, including all secrets: the result of folding its log."""

from typing import NamedTuple

from .cards import Card
from .rules import Rules
from .table import NOBODY, Shown, Table, Value
from .terms import Terms

type Piles = tuple[tuple[Card, ...], ...]


class Sweep(NamedTuple):
    """One sweep: the number of table cards it took; `first_play`: it was the round's very first play (6.2)."""

    cards: int
    first_play: bool = False


class LastPlay(NamedTuple):
    """The latest play of the round, for calling oranges (8.6)."""

    seat: int
    orange: bool = False
    called: bool = False


class Offer(NamedTuple):
    """An open offer of a seat: the seats asked and those that have agreed.

    `back`: the event a takeback returns to; `stock`: the number of undealt cards when the offer was made.
    """

    kind: str
    seat: int
    asked: tuple[int, ...]
    back: int
    stock: int
    agreed: frozenset[int] = frozenset()


class RoundState(NamedTuple):
    """One pack being played out. Tuples run over seats (hands, proved) or over sides (piles, sweeps, before).
    `shown`: each seat's trails and captures of this deal."""

    number: int
    dealer: int
    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    piles: Piles
    sweeps: tuple[tuple[Sweep, ...], ...]
    before: tuple[int, ...]
    given: tuple[dict[str, int], ...]
    proved: tuple[frozenset[Value], ...]
    table: Table = Table()
    deal: int = 0
    last_deal: bool = False
    turn: int = NOBODY
    plays: int = 0
    last_capture: int | None = None
    last_play: LastPlay | None = None
    plucked: frozenset[int] = frozenset()
    silenced: frozenset[int] = frozenset()
    offer: Offer | None = None
    shown: tuple[tuple[Shown, ...], ...] = ()


class RoundSheet(NamedTuple):
    """The score sheet of a finished round: points by category for each side, with their `total`."""

    points: tuple[dict[str, int], ...]


class Result(NamedTuple):
    """The result of a game: the winning seats, none if no one has won, and the reason (RULEBOOK 13, `reason`)."""

    winners: tuple[int, ...]
    reason: str


class GameState(NamedTuple):
    """A game from its opening.

    `totals` are of finished rounds and of points given at once (7.1); `silenced`: seats that went into the next round
    with a wrong claim to make good (7.6). `left`: seats that the computer plays for their players; those in `out`
    cannot be taken back. `frozen`: the game stands still until a dispute is decided. `words` are the client seeds, seat
    by seat, from which the packs come; empty while no seat has one. `seed_hashes` are the SHA-256 of the seeds that
    players promised to give, seat by seat; empty where there are none.
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
    latest_deal: int = 0
    silenced: frozenset[int] = frozenset()
    terms: Terms = Terms()
    left: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    frozen: bool = False
    fairness: int = 1
    words: tuple[str, ...] = ()
    seed_hashes: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        """The seat to play, or NOBODY."""
        return self.round.turn if self.round and not self.result and not self.frozen else NOBODY

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
    """The partner's seat, or NOBODY."""
    return (seat + 1) % 4 + 1 if partners else NOBODY


def put[T](values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with the one at this place (from 0) replaced."""
    return (*values[:place], value, *values[place + 1 :])


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
