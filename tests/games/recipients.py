"""People who can be called, and the messages sent to them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from casino.worker import TaskWorker
from games import services
from games.domain.table_settings import DAY, TableSettings
from games.models import Game, Seat
from games.notifications.kinds import NotificationKind
from games.notifications.models import Device, Notification
from tests.games.computers import first_card, fresh
from tests.games.tables import RULES, person

OVER_DAYS = TableSettings(clock="turn", time=3 * DAY)


def do_tasks() -> None:
    """Run the tasks that are due, and those they bring about, in this test's own transaction."""
    worker = TaskWorker()
    while task := DBTaskResult.objects.ready().first():
        worker.run_task(task)
    assert list(DBTaskResult.objects.failed().values_list("traceback", flat=True)) == []


class Sent(NamedTuple):
    """One message: its recipient, its method, its subject."""

    name: str
    method: str
    about: tuple[str, ...]


class Messages(list[Sent]):
    """All messages that were sent; with `fail_with` sending raises this instead."""

    fail_with: Exception | None = None

    def note(self, to: Person, calls: Sequence[Notification]) -> None:
        if self.fail_with:
            raise self.fail_with
        about = tuple(call.kind for call in sorted(calls, key=lambda call: call.pk))
        self.append(Sent(to.display_name, calls[0].method, about))

    def to(self, name: str) -> list[tuple[str, ...]]:
        return [each.about for each in self if each.name == name]


def reachable(name: str) -> Person:
    """Return a person with one device."""
    someone = person(name)
    Device.objects.create(person=someone, endpoint=f"https://push.example/{name}", p256dh="-", auth="-", name="Firefox")
    return someone


def two_at_a_table(**table_settings: Any) -> tuple[Game, Person, Person]:
    """Begin a game between two who can be called: the game, the player to move, the one who waits."""
    people = [reachable("Ann"), reachable("Bob")]
    game = services.start_game(people[0], RULES, "casino", 2, False, "friends", OVER_DAYS._replace(**table_settings))
    services.take_seat(game, people[1], 2)
    game = fresh(game)
    mover, waiting = people if game.turn == 1 else reversed(people)
    return game, mover, waiting


def play_once(game: Game) -> Game:
    """Play a card for the seat whose turn it is."""
    game = fresh(game)
    services.play(Seat.objects.get(game=game, number=game.turn), first_card(game), game.seq)
    return fresh(game)


def about(status: Notification.Status, *kinds: NotificationKind) -> int:
    return Notification.objects.filter(status=status, kind__in=kinds or list(NotificationKind)).count()
