"""Make the site that is stored: some people have been there for a while."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.tasks import Task
from django.test import Client, override_settings
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from accounts.models import Person
from accounts.services import token_of
from games import services
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.models import Game
from tests.accounts.test_signup import guest_at_table, log_in, sign_up
from tests.games.finished import play_out
from tests.games.tables import known_chance
from tests.games.viewers import Viewer
from tests.upgrades.stored import Visitors

LATER = datetime(2999, 1, 1, tzinfo=UTC)
TURNS = 3


def make_site() -> Visitors:
    call_command("migrate", verbosity=0)
    member = Client()
    over = game_between(joined(member, "mara"), joined(Client(), "theo"))
    guest = Client()
    visitor, playing = game_in_the_middle(guest)
    queue_every_task()
    call_command("verify", checkpoint=True)
    Session.objects.update(expire_date=LATER)
    held = Visitors(
        member=str(member.session.session_key),
        guest=str(guest.session.session_key),
        recovery_link=token_of(visitor),
        playing=playing.public_id,
        over=over.public_id,
    )
    connection.close()
    return held


def joined(client: Client, name: str) -> Person:
    """Sign up, log out, and log in with name and password."""
    person = sign_up(client, name)
    client.post(reverse("account_logout"))
    log_in(client, name)
    return person


@override_settings(SECRETS_KEYS=[])
def game_between(one: Person, other: Person) -> Game:
    """Play a rated game to its end while the site has no keys yet."""
    setup = services.GameSetup(
        resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, TableSettings(rated=True, public=True)
    )
    with known_chance():
        game = services.open_game(one, setup)
    services.take_seat(game, other, None)
    services.post_text(game.taken_seats.get(person=other), "Well played, Mara!")
    play_out(game)
    return game


def game_in_the_middle(client: Client) -> tuple[Person, Game]:
    """Play some turns as a guest against the computer, whose next turn is queued. The game's secrets are sealed."""
    person, game = guest_at_table(client)
    guest = Viewer(game)
    guest.client = client
    guest.post("post_message", text="Good luck!")
    for _ in range(TURNS):
        call_command("db_worker", batch=True, interval=0, startup_delay=False, reload=False, verbosity=0)
        guest.trail()
    DBTaskResult.objects.finished().delete()
    assert DBTaskResult.objects.ready().exists()
    return person, game


def queue_every_task() -> None:
    """Put the path of each task into the database, in rows that are never due."""
    for task in set(tasks()):
        task.using(run_after=LATER).enqueue()


def tasks() -> Iterator[Task[Any, Any]]:
    """Yield all tasks of the project."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("accounts", "casino", "games"):
            yield from (value for value in vars(module).values() if isinstance(value, Task))
