"""A site that an earlier release has left (`tests/upgrades`), brought up to date: its visitors notice nothing."""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection, connections, models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import ConnectionHandler
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoDbBlocker, Settings

from accounts.models import Person
from casino.backends import database
from games.log.recent_states import recent_states
from games.models import Game, Rating
from tests.accounts.test_signup import logged_in
from tests.games.viewers import Page, Viewer
from tests.live import PROJECT, scratch_database
from tests.upgrades.copying import copy
from tests.upgrades.stored import FOLDER, SECRET_KEY, SECRETS_KEY, Visitors, load


@contextmanager
def database_of_its_own(folder: Path) -> Iterator[None]:
    """Use another default database meanwhile: a file in this folder, or on PostgreSQL one beside the tests' own."""
    before = connections["default"]
    with scratch_database() as environment:
        chosen = database(environment["DATABASE_URL"], folder)
        chosen["OPTIONS"].pop("pool", None)  # pools are told apart by the name alone
        connections["default"] = ConnectionHandler({"default": chosen})["default"]
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = before


def forget() -> None:
    """Drop what this process knows of the rows of its database."""
    recent_states.clear()
    ContentType.objects.clear_cache()


@pytest.fixture(params=sorted(FOLDER.glob("*.sql")), ids=lambda file: str(file.stem))
def visitors(
    request: pytest.FixtureRequest, tmp_path: Path, settings: Settings, django_db_blocker: DjangoDbBlocker
) -> Iterator[Visitors]:
    settings.SECRET_KEY, settings.SECRETS_KEYS, settings.COMPUTER_PAUSE = SECRET_KEY, [SECRETS_KEY], 0.0
    with django_db_blocker.unblock(), database_of_its_own(tmp_path):
        forget()
        held = load(request.param, tmp_path / "casino.sqlite3")
        if connection.vendor == "postgresql":
            copy(tmp_path)
        call_command("migrate", verbosity=0)
        yield held
        forget()


def browser(session: str) -> Client:
    """A browser that has kept this cookie."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return client


def at_the_table(session: str, public_id: str) -> Viewer:
    viewer = Viewer(Game.objects.get(public_id=public_id))
    viewer.client = browser(session)
    return viewer


def run_tasks() -> None:
    call_command("db_worker", batch=True, interval=0, startup_delay=False, reload=False, verbosity=0)


def verified() -> str:
    said = StringIO()
    call_command("verify", stdout=said, stderr=said)
    return said.getvalue()


def test_every_release_has_left_a_site() -> None:
    told = re.findall(r"^## (\d+\.\d+\.\d+)", (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(file.stem for file in FOLDER.glob("*.sql"))


def test_a_guest_plays_on(visitors: Visitors) -> None:
    guest = at_the_table(visitors.guest, visitors.playing)
    before = list(guest.game.events.values_list("seq", "hash", "payload"))
    assert "Your turn" not in guest.look().text  # the computer's turn waits in the queue
    run_tasks()
    assert not DBTaskResult.objects.failed().exists()
    hand = guest.look().offered("hand")
    page = guest.trail()
    assert "You trailed" in page.text
    assert hand[0] not in page.offered("hand")
    assert list(guest.game.events.values_list("seq", "hash", "payload"))[: len(before)] == before
    run_tasks()
    assert "Your turn" in guest.look().text
    assert "2 of 2 games read: all in order." in verified()


def test_everybody_is_still_logged_in(visitors: Visitors) -> None:
    guest = Game.objects.get(public_id=visitors.playing).taken_seats.get(number=1).person
    assert guest
    assert logged_in(browser(visitors.guest)) == guest
    assert logged_in(browser(visitors.member)) == Person.objects.get(username="mara")
    elsewhere = Client()
    elsewhere.post(reverse("accounts:recover", args=[visitors.recovery_link]))
    assert logged_in(elsewhere) == guest


def test_every_queued_task_is_known(visitors: Visitors) -> None:
    queued = DBTaskResult.objects.all()
    assert {row.task_path for row in queued} == {row.task.module_path for row in queued}


def test_games_what_was_said_and_ratings_are_as_they_were(visitors: Visitors) -> None:
    assert re.fullmatch(r"Checkpoint \d+:\w+\n2 of 2 games read: all in order.\n", verified())
    member, guest = at_the_table(visitors.member, visitors.over), at_the_table(visitors.guest, visitors.playing)
    assert "Well played, Mara!" in member.look().text
    assert "Good luck!" in guest.look().text
    assert member.client.get(member.address("replay")).status_code == 200
    winner, loser = Rating.objects.select_related("person").order_by("-mu")
    assert winner.points > 1500 > loser.points
    for rating in (winner, loser):
        page = Page(member.client.get(reverse("games:profile", args=[rating.person.username])))
        assert str(rating.points) in page.text


@pytest.mark.django_db
def test_a_database_from_before_the_first_release_is_refused_and_left_as_it_is() -> None:
    MigrationRecorder(connection).record_applied("desk", "0001_initial")
    with pytest.raises(CommandError, match=r"Move its games to a new one: docs/operations\.md"):
        call_command("migrate", verbosity=0)


# --- servers of the version before go on serving while the database is brought up to date ----------------------------


HARMLESS = (
    *(ops.CreateModel, ops.AddIndex, ops.RemoveIndex, ops.AlterModelOptions, ops.AlterModelManagers),
    *(ops.RunPython, ops.RunSQL, ops.SeparateDatabaseAndState),  # looked at by whoever writes them
)

WORKED_OUT = models.GeneratedField(expression=models.Value(1), output_field=models.IntegerField(), db_persist=True)


def later_migrations() -> list[Migration]:
    """Those of ours that a running server may be older than: all after the first release."""
    loader = MigrationLoader(None)
    ours = {app.label for app in apps.get_app_configs() if app.name.split(".")[0] in ("accounts", "casino", "games")}
    return [
        migration
        for (label, _), migration in sorted(loader.disk_migrations.items())
        if label in ours and not migration.initial
    ]


def troubles(migration: Migration, unknown: Collection[str] = ()) -> Iterator[str]:
    """Of all models but those that came after the first release, which servers of that version don't know."""
    for operation in migration.operations:
        trouble = "" if getattr(operation, "model_name", "") in unknown else trouble_of(operation)
        if trouble:
            yield f"{migration.app_label}.{migration.name}: {trouble}"


def trouble_of(operation: Operation) -> str:
    match operation:
        case ops.AddField(name=name, field=field):
            filled = field.generated or field.db_default is not models.NOT_PROVIDED
            open_to_all = filled or field.null or field.many_to_many
            return "" if open_to_all else f"{name} is asked of servers that do not know of it: give it a db_default"
        case ops.RemoveField(name=name) | ops.RenameField(old_name=name):
            return f"{name} is still asked for by servers of the version before"
        case ops.AlterField(field=models.BooleanField(null=False)):
            return ""  # its default and words only: the column stays as it is
        case ops.AlterField(field=models.CharField(choices=choices)) if choices:
            return ""  # another choice: they are not in the database
        case ops.AlterField(field=models.ForeignKey(null=True)):
            return ""  # a row that points nowhere is found by no query for those that it could point to
        case ops.DeleteModel(name=name) | ops.RenameModel(old_name=name):
            return f"{name} is still asked for by servers of the version before"
        case _:
            return "" if isinstance(operation, HARMLESS) else f"{type(operation).__name__} has not been thought about"


def test_what_servers_of_the_version_before_know_stays() -> None:
    later = later_migrations()
    created = [each for migration in later for each in migration.operations if isinstance(each, ops.CreateModel)]
    unknown = {operation.name_lower for operation in created}
    assert [trouble for migration in later for trouble in troubles(migration, unknown)] == []


@pytest.mark.parametrize(
    ("operation", "trouble"),
    [
        (ops.AddField("game", "mood", models.CharField(max_length=9)), "db_default"),
        (ops.AddField("game", "mood", models.CharField(max_length=9, default="calm")), "db_default"),
        (ops.AddField("game", "mood", models.CharField(max_length=9, db_default="calm")), ""),
        (ops.AddField("game", "mood", models.CharField(max_length=9, null=True)), ""),
        (ops.AddField("game", "mood", WORKED_OUT), ""),
        (ops.RemoveField("game", "mood"), "still asked for"),
        (ops.RenameField("game", "mood", "temper"), "still asked for"),
        (ops.DeleteModel("Mood"), "still asked for"),
        (ops.RenameModel("Mood", "Temper"), "still asked for"),
        (ops.CreateModel("Mood", []), ""),
        (ops.AlterField("game", "mood", models.CharField(max_length=3)), "thought about"),
        (ops.AlterField("game", "mood", models.CharField(max_length=9, choices=[("calm", "calm")])), ""),
        (ops.AlterField("game", "merry", models.BooleanField(default=True)), ""),
        (ops.AlterField("game", "merry", models.BooleanField(null=True)), "thought about"),
        (ops.AlterField("message", "game", models.ForeignKey("games.Game", models.CASCADE, null=True)), ""),
        (ops.AlterField("message", "game", models.ForeignKey("games.Game", models.CASCADE)), "thought about"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Operation) else "",
)
def test_what_would_trouble_them_is_named(operation: Operation, trouble: str) -> None:
    told = trouble_of(operation)
    assert trouble in told if trouble else told == ""
