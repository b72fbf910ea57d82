"""The events of a game. They are recorded once and replayed in order, without validation."""

from typing import NamedTuple

from .cards import Card
from .dispute_events import DisputeEvent
from .moves import BuildName, Stolen
from .setup_events import SetupEvent
from .state import EndReason, OfferKind, TimeLossReason
from .table import Build


class RoundStarted(NamedTuple):
    """A pack was laid ready, top card first. Everything but its number and dealer is secret."""

    number: int
    dealer: int
    pack: tuple[Card, ...]


class CardsDealt(NamedTuple):
    """A deal: the new cards of every seat in seat order, and those laid loose on the table. Hands are secret."""

    deal: int
    last: bool
    hands: tuple[tuple[Card, ...], ...]
    table: tuple[Card, ...]


class JackReplaced(NamedTuple):
    """A jack dealt to the table went under the stock; the top card of the stock took its place (3.7)."""

    jack: Card
    by: Card


class TableRedealt(NamedTuple):
    """The first table cards had too many faces of one rank: they went under the stock, and these took their place
    (3.8)."""

    table: tuple[Card, ...]


class PairsTaken(NamedTuple):
    """Pairs among the first table cards went to this seat's pile before the first play (8.4)."""

    seat: int
    cards: tuple[Card, ...]


class TurnStarted(NamedTuple):
    """It is this seat's turn."""

    seat: int


class CardTrailed(NamedTuple):
    """A card was left loose; `left_behind` names the items it could have taken (4.10)."""

    seat: int
    card: Card
    left_behind: tuple[str, ...] = ()


class CardsCaptured(NamedTuple):
    """Cards from hand took loose cards, whole builds, and the top cards of opponents' piles (`stolen`).

    `orange`: red and yellow were taken from the table (8.6).
    """

    seat: int
    played: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    orange: bool = False
    left_behind: tuple[str, ...] = ()
    stolen: tuple[Stolen, ...] = ()


class SweepMade(NamedTuple):
    """A capture of this many table cards emptied the table; it scores at least `min_points` (8.3)."""

    seat: int
    cards: int
    first_play: bool
    min_points: int = 0


class BuildMade(NamedTuple):
    """A build came to be. `played` is empty for a build of table cards alone; `builds` were taken into it.

    `for_partner`: it was made for the partner, who owns it (5.14); `stolen`: top cards of opponents' piles in it.
    """

    seat: int
    played: tuple[Card, ...]
    loose: tuple[Card, ...]
    builds: tuple[BuildName, ...]
    build: Build
    for_partner: bool = False
    stolen: tuple[Stolen, ...] = ()


class BuildAddedTo(NamedTuple):
    """Before the play, loose and stolen cards were added to the seat's build `before` without a hand card (15.4)."""

    seat: int
    before: BuildName
    loose: tuple[Card, ...]
    stolen: tuple[Stolen, ...]
    build: Build


class CardPlucked(NamedTuple):
    """A loose card was plucked from the table to the pile (8.5)."""

    seat: int
    card: Card


class CardDrawn(NamedTuple):
    """A seat drew the top card of the stock (3.4). The card is secret."""

    seat: int
    card: Card


class BuildsReleased(NamedTuple):
    """These builds lost their owner by a default (8.7)."""

    builds: tuple[BuildName, ...]


class PointsAwarded(NamedTuple):
    """Points that entered a side's total at once: an orange, a tablanette, a default."""

    side: int
    key: str
    points: int


class OrangeCalled(NamedTuple):
    """A seat called an orange on the latest play, rightly or not (8.6)."""

    seat: int
    right: bool


class RemainingCardsAwarded(NamedTuple):
    """The round was over: the cards on the table went to the side of the last capture, or to no one (6.1)."""

    side: int | None


class RoundScored(NamedTuple):
    """The score sheet of the round, and the totals after it, side by side."""

    points: tuple[dict[str, int], ...]
    totals: tuple[int, ...]


class MajoritiesCarried(NamedTuple):
    """The points for majorities that ties carry over to the next round, by category (6.7); empty: no more."""

    points: tuple[tuple[str, int], ...]


class TargetRaised(NamedTuple):
    """Several sides were at the target unclaimed: it was raised (7.6)."""

    target: int


class ClaimMade(NamedTuple):
    """A seat claimed to have reached the target, rightly or not (7.6)."""

    seat: int
    right: bool


class ClaimBanLifted(NamedTuple):
    """A card was captured: these seats may claim again (7.6)."""

    seats: tuple[int, ...]


class SeatResigned(NamedTuple):
    """A seat gave the game up."""

    seat: int


class TurnExpired(NamedTuple):
    """The time of the seat to play ran out; the consequences by the settings follow."""

    seat: int


class BotTookOver(NamedTuple):
    """The computer plays on for this seat, by the strategy `bot`. `final`: its player cannot come back to it."""

    seat: int
    bot: str
    final: bool = False


class PlayerReturned(NamedTuple):
    """A player came back to a seat that the computer had played on for."""

    seat: int


class SeatTakenOver(NamedTuple):
    """Another person, by the name shown, took a seat over from a computer. Its clock starts anew."""

    seat: int
    player: str


class TimeCompensated(NamedTuple):
    """The seat to play got time back that was lost through no fault of its player.

    `reason`: "server" when the server was down, "clock" when the server's clock was put forward, "round" for the time
    in which the score of the round before is shown.
    """

    seat: int
    seconds: float
    reason: TimeLossReason


class VacationSet(NamedTuple):
    """All holidays of a seat's player, as first and last days like 2026-12-24; its clock does not run on them."""

    seat: int
    days: tuple[tuple[str, str], ...]


class TimeZoneSet(NamedTuple):
    """The time zone of a seat's player, like Europe/Berlin: that of its nights, weekends and holidays."""

    seat: int
    time_zone: str


class MoveForced(NamedTuple):
    """A seat had only one move, which was played for it as its player wishes. The events of that move follow."""

    seat: int


class ConditionalMovePlayed(NamedTuple):
    """A move that the seat's player had planned for this turn was played. The events of that move follow."""

    seat: int


class OfferMade(NamedTuple):
    """A seat offered a "drawn" game, to "abort" it, asked its partner to "resign" too, or for a "takeback" to after
    event `to_seq`.

    All seats in `asked` must agree. A takeback undoes `plays`, from the one of this seat's `card` on.
    """

    seat: int
    kind: OfferKind
    asked: tuple[int, ...]
    to_seq: int = 0
    card: Card | None = None
    plays: int = 0


class OfferAgreed(NamedTuple):
    """A seat agreed to the open offer."""

    seat: int


class OfferDeclined(NamedTuple):
    """A seat declined the open offer."""

    seat: int


class OfferWithdrawn(NamedTuple):
    """A seat withdrew its offer."""

    seat: int


class RolledBack(NamedTuple):
    """The game went back to the position after event `to_seq`.

    The players of the seats and the settings stay as they are.
    """

    to_seq: int


class SeatForfeited(NamedTuple):
    """The player of a seat has left and loses: of two, the other wins; of more, the others play on with a computer."""

    seat: int


class GameEnded(NamedTuple):
    """The game is over without a winner: "drawn" or "aborted", by a ruling "ruled-drawn" or "annulled"; the totals."""

    reason: EndReason
    totals: tuple[int, ...]


class GameWon(NamedTuple):
    """The game is over: the winning seats, the reason, and the final totals."""

    winners: tuple[int, ...]
    reason: EndReason
    totals: tuple[int, ...]


type Event = (
    SetupEvent
    | RoundStarted
    | CardsDealt
    | JackReplaced
    | TableRedealt
    | PairsTaken
    | TurnStarted
    | CardTrailed
    | CardsCaptured
    | SweepMade
    | BuildMade
    | BuildAddedTo
    | CardPlucked
    | CardDrawn
    | BuildsReleased
    | PointsAwarded
    | OrangeCalled
    | RemainingCardsAwarded
    | RoundScored
    | MajoritiesCarried
    | TargetRaised
    | ClaimMade
    | ClaimBanLifted
    | SeatResigned
    | TurnExpired
    | BotTookOver
    | PlayerReturned
    | SeatTakenOver
    | TimeCompensated
    | VacationSet
    | TimeZoneSet
    | MoveForced
    | ConditionalMovePlayed
    | OfferMade
    | OfferAgreed
    | OfferDeclined
    | OfferWithdrawn
    | RolledBack
    | SeatForfeited
    | GameEnded
    | GameWon
    | DisputeEvent
)

PLAYS = (CardTrailed, CardsCaptured, BuildMade)
CARD_EVENTS = (CardPlucked, BuildAddedTo, *PLAYS)
AUTOMATIC = (MoveForced, ConditionalMovePlayed)
MOVE_EVENTS = (*AUTOMATIC, *CARD_EVENTS)
