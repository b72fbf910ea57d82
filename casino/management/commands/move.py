"""`manage.py move`: a whole site from an SQLite file to the empty database that DATABASE_URL names."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import batched
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import connection, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor

from casino.migrate_lock import migrate

SOURCE = "source"
ROWS = 500  # copied and compared at a time
MADE_BY_MIGRATE = (Group.permissions.through, Group, Permission, ContentType)


class Command(BaseCommand):
    help = (
        "Copies everything - people, seats, sessions, games - from an SQLite file to the empty database that "
        "DATABASE_URL names, then compares the two and verifies every game. Stop the site first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the site's database: data/casino.sqlite3")

    def handle(self, *, file: Path, **_: Any) -> None:
        with opened(file):
            check_source()
            refuse_filled_target()
            migrate()
            with transaction.atomic(using=SOURCE), transaction.atomic():
                for model in MADE_BY_MIGRATE:
                    model.objects.all().delete()
                for each in all_models():
                    copy(each)
                reset_sequences()
                for each in all_models():
                    self.stdout.write(f"{each._meta.label}: {compare(each)} rows, all the same")
        call_command("verify", older_rules=True, stdout=self.stdout, stderr=self.stderr)


@contextmanager
def opened(file: Path) -> Iterator[None]:
    """Open the file as a second database that can only be read."""
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    log = file.with_name(f"{file.name}-wal")
    if log.exists() and log.stat().st_size:
        raise CommandError(
            f"The site on {file} is running or was killed. Stop it; if it was killed, start it once more."
        )
    config = {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{file.resolve().as_uri()}?mode=ro"}
    connections.settings[SOURCE] = connections.configure_settings({"default": config})["default"]
    try:
        yield
    finally:
        connections[SOURCE].close()
        del connections[SOURCE], connections.settings[SOURCE]


def all_models() -> list[Any]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def check_source() -> None:
    """Refuse a database of another version, and one whose sessions this site could not read."""
    executor = MigrationExecutor(connections[SOURCE])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The file is not a site of this version. Start that site once with this version, stop it.")
    sessions = Session.objects.using(SOURCE).order_by("-expire_date")[:ROWS]
    if sessions and not any(session.get_decoded() for session in sessions):
        raise CommandError("SECRET_KEY is not that of the site: everyone would be logged out. See data/secret_key.")


def refuse_filled_target() -> None:
    tables = connection.introspection.table_names()
    filled = [
        model._meta.label
        for model in all_models()
        if model._meta.db_table in tables and model not in MADE_BY_MIGRATE and model._base_manager.exists()
    ]
    if filled:
        raise CommandError(f"Nothing was done: the database to move to is not empty ({', '.join(filled)}).")


def columns(model: Any) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def copy(model: Any) -> None:
    """Copy all rows as they are: `bulk_create` would put today's date into some."""
    rows = model._base_manager.using(SOURCE).order_by("pk").iterator(ROWS)
    for some in batched(rows, ROWS):
        model._base_manager._insert(some, fields=columns(model), using=connection.alias, raw=True)


def compare(model: Any) -> int:
    """The number of rows; raise CommandError unless they are the same in both databases."""
    names = [field.attname for field in columns(model)]
    number = 0
    for some in batched(model._base_manager.using(SOURCE).values_list("pk", *names).iterator(ROWS), ROWS):
        copied = model._base_manager.filter(pk__in=[row[0] for row in some]).values_list("pk", *names)
        if {row[0]: row for row in some} != {row[0]: row for row in copied}:
            raise CommandError(f"Nothing was moved: rows of {model._meta.label} differ after they were copied.")
        number += len(some)
    if number != model._base_manager.count():
        raise CommandError(f"Nothing was moved: rows of {model._meta.label} appeared meanwhile.")
    return number


def reset_sequences() -> None:
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), all_models()):
            cursor.execute(statement)
