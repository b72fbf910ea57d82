"""A stored site in another database than the SQLite file that it is."""

from pathlib import Path
from typing import Any

from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from casino.backends import database

STORED = "stored"


def copy(folder: Path) -> None:
    """Bring this empty database to the migrations of the stored site, and fill it with the same rows."""
    connections.settings[STORED] = connections.configure_settings({"default": database("", folder)})["default"]
    try:
        _copy()
    finally:
        connections[STORED].close()
        del connections[STORED], connections.settings[STORED]


def _copy() -> None:
    executor = MigrationExecutor(connection)
    applied = list(MigrationRecorder(connections[STORED]).applied_migrations())
    state = executor.migrate(applied, executor.migration_plan(applied))
    models: list[Any] = state.apps.get_models(include_auto_created=True)
    with transaction.atomic(), connection.constraint_checks_disabled():
        for model in models:
            model.objects.all().delete()
        for model in models:
            model.objects.bulk_create(model.objects.using(STORED).all())
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
