"""Games with a clock, and a time that passes as the test says."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.utils import timezone

from accounts.models import Person
from games import services
from games.domain.table_settings import TableSettings
from games.models import Game, Seat, ServerHeartbeat
from tests.games.tables import RULES, person

MONDAY = datetime(2026, 11, 23, 9, tzinfo=UTC)


class Passing:
    """Time that stands still until it is put forward."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self._traveller = traveller

    def passes(self, seconds: float) -> None:
        """Let time pass with a running server."""
        self._traveller.shift(timedelta(seconds=seconds))
        signs_of_life()

    def passes_unserved(self, seconds: float) -> None:
        """Let time pass while no server runs."""
        self._traveller.shift(timedelta(seconds=seconds))


def signs_of_life() -> None:
    ServerHeartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now(), "stopped": False})


@contextmanager
def standing_time() -> Iterator[Passing]:
    with time_machine.travel(MONDAY, tick=False) as traveller:
        signs_of_life()
        yield Passing(traveller)


def timed_game(seats: int = 2, partners: bool = False, **table_settings: Any) -> Game:
    """Begin a game on these terms: Ann opens the table, and enough others sit down."""
    names = ["Ann", "Bob", "Cleo", "Dan"][:seats]
    people = [Person.objects.filter(display_name=name).first() or person(name) for name in names]
    game = services.start_game(people[0], RULES, "casino", seats, partners, "friends", TableSettings(**table_settings))
    for other in people[1:]:
        services.take_seat(game, other, None)
    return fresh(game)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def mover(game: Game) -> Seat:
    return Seat.objects.get(game=game, number=fresh(game).turn)


def kinds(game: Game, after: int = 0) -> list[str]:
    """Return the types of the events since then."""
    return list(game.events.filter(seq__gt=after).order_by("seq").values_list("type", flat=True))
