"""People who can be called, and the messages sent to them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from casino.worker import TaskWorker
from games import services
from games.domain.terms import DAY, Terms
from games.models import Game, Seat
from games.notifications import delivering
from games.notifications.happenings import Happening, Way
from games.notifications.models import Call, Device
from tests.games.computers import first_card, fresh
from tests.games.tables import RULES, person

OVER_DAYS = Terms(clock="turn", time=3 * DAY)


def do_tasks() -> None:
    """Run the tasks that are due, and those they bring about, in this test's own transaction."""
    worker = TaskWorker()
    while task := DBTaskResult.objects.ready().first():
        worker.run_task(task)
    assert list(DBTaskResult.objects.failed().values_list("traceback", flat=True)) == []


class Sent(NamedTuple):
    """One message: its recipient, its channel, its subject."""

    name: str
    way: str
    about: tuple[str, ...]


class Messages(list[Sent]):
    """All messages that were sent; with `fail_with` sending raises this instead."""

    fail_with: Exception | None = None

    def take_over(self, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(delivering, "WAYS", dict.fromkeys(Way, self.note))

    def note(self, to: Person, calls: Sequence[Call]) -> None:
        if self.fail_with:
            raise self.fail_with
        about = tuple(call.happening for call in sorted(calls, key=lambda call: call.pk))
        self.append(Sent(to.display_name, calls[0].way, about))

    def to(self, name: str) -> list[tuple[str, ...]]:
        return [each.about for each in self if each.name == name]


def reachable(name: str) -> Person:
    """Return a person with one device."""
    someone = person(name)
    Device.objects.create(person=someone, endpoint=f"https://push.example/{name}", p256dh="-", auth="-", name="Firefox")
    return someone


def two_at_a_table(**terms: Any) -> tuple[Game, Person, Person]:
    """Begin a game between two who can be called: the game, the player to move, the one who waits."""
    people = [reachable("Ann"), reachable("Bob")]
    game = services.start_game(people[0], RULES, "casino", 2, False, "friends", OVER_DAYS._replace(**terms))
    services.take_seat(game, people[1], 2)
    game = fresh(game)
    mover, waiting = people if game.turn == 1 else reversed(people)
    return game, mover, waiting


def play_once(game: Game) -> Game:
    """Play a card for the seat whose turn it is."""
    game = fresh(game)
    services.play(Seat.objects.get(game=game, number=game.turn), first_card(game), game.seq)
    return fresh(game)


def about(status: Call.Status, *happenings: Happening) -> int:
    return Call.objects.filter(status=status, happening__in=happenings or list(Happening)).count()
