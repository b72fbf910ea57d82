"""Information revealed since the moment that a game goes back to: going back cannot hide it again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from . import events
from .cards import Card
from .events import Event
from .replay import fold
from .state import GameState

EVERYBODY = 0


class RevealedCards(NamedTuple):
    """The information revealed since a moment of the log.

    `to_all`: the cards of the same pack that all have seen since; `by_seat`: those that each seat alone has seen;
    `rounds_begun`: the number of rounds begun, whose packs will come again; `over`: the game was over, so that all
    hands and the seed of every pack could be seen.
    """

    to_all: tuple[Card, ...]
    by_seat: tuple[tuple[Card, ...], ...]
    rounds_begun: int
    over: bool

    @property
    def anything(self) -> bool:
        return bool(self.to_all or any(self.by_seat) or self.rounds_begun or self.over)


def revealed_since(log: Sequence[Event], to: int) -> RevealedCards:
    """Return the information revealed after event `to` of this whole log, also by events undone since."""
    then = fold(log[:to])
    later = list(zip(_rounds(log), log, strict=True))[to:]
    same_pack = [event for number, event in later if number == then.latest_round]
    shown = [each for event in same_pack for each in _shown(event)]
    everybody = _new((card for seat, card in shown if seat == EVERYBODY), _open(then))
    held = then.round.hands if then.round else ((),) * then.seats
    own = (
        _new((card for whose, card in shown if whose == seat), (*_open(then), *everybody, *hand))
        for seat, hand in enumerate(held, start=1)
    )
    begun = {number for number, _ in later if number > then.latest_round}
    over = any(isinstance(event, (events.GameWon, events.GameEnded)) for _, event in later)
    return RevealedCards(everybody, tuple(own), len(begun), over)


def _rounds(log: Sequence[Event]) -> list[int]:
    """The number of the round that each event belongs to."""
    numbers: list[int] = []
    for event in log:
        match event:
            case events.RoundStarted(number):
                numbers.append(number)
            case events.RolledBack(to):
                numbers.append(numbers[to - 1])
            case _:
                numbers.append(numbers[-1] if numbers else 0)
    return numbers


def _shown(event: Event) -> Iterator[tuple[int, Card]]:
    """The cards that an event shows, each with the seat that sees it, or EVERYBODY."""
    match event:
        case events.CardsDealt(_, _, hands, table):
            yield from ((EVERYBODY, card) for card in table)
            yield from ((seat, card) for seat, hand in enumerate(hands, start=1) for card in hand)
        case events.CardDrawn(seat, card):
            yield seat, card
        case events.JackReplaced(_, card) | events.CardTrailed(_, card):
            yield EVERYBODY, card
        case events.TableRedealt(table):
            yield from ((EVERYBODY, card) for card in table)
        case events.CardsCaptured(_, played) | events.BuildMade(_, played):
            yield from ((EVERYBODY, card) for card in played)
        case _:
            return


def _open(state: GameState) -> tuple[Card, ...]:
    """The cards of the pack that all have seen: those on the table and in the piles."""
    round_ = state.round
    return (*round_.table.cards, *(card for pile in round_.piles for card in pile)) if round_ else ()


def _new(cards: Iterable[Card], known: Sequence[Card]) -> tuple[Card, ...]:
    """The cards not in `known`, each once, in the order in which they were seen."""
    return tuple(dict.fromkeys(card for card in cards if card not in known))
