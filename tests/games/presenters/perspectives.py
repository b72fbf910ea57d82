"""Perspectives of small games."""

from games.domain import events, setup_events
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.notation import read_cards
from games.domain.perspective import Perspective, perspective_of
from games.domain.presets import resolve_rules

PLAYERS = ("Anna", "Ben", "Carla", "David")


def opened(seats: int = 2, partners: bool = False, preset: str = "casino") -> tuple[Event, ...]:
    opening = setup_events.GameOpened(resolve_rules(preset), preset, seats, partners, seats, "")
    return opening, *(setup_events.SeatTaken(number, PLAYERS[number - 1]) for number in range(1, seats + 1))


def table_of(viewer: int = 1, seats: int = 2, partners: bool = False) -> Perspective:
    return perspective_of(fold(opened(seats, partners)), viewer)


ROUND = (events.RoundStarted(1, 2, tuple(read_cards("9S 8S 7S 6S 9H 8H 7H 6H KD QD JD TD 2C"))),)
DEAL = events.CardsDealt(1, False, (read_cards("9S 8S 7S 6S"), read_cards("9H 8H 7H 6H")), read_cards("KD QD JD TD"))
BEGUN = (*opened(), *ROUND, DEAL, events.TurnStarted(1))
