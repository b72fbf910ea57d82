"""Servers of the version before go on serving while the database is brought up to date: what they know must stay."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import models
from django.db.migrations import Migration
from django.db.migrations import operations as ops
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

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


def troubles(migration: Migration) -> Iterator[str]:
    for operation in migration.operations:
        trouble = trouble_of(operation)
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
        case ops.DeleteModel(name=name) | ops.RenameModel(old_name=name):
            return f"{name} is still asked for by servers of the version before"
        case _:
            return "" if isinstance(operation, HARMLESS) else f"{type(operation).__name__} has not been thought about"


def test_what_servers_of_the_version_before_know_stays() -> None:
    assert [trouble for migration in later_migrations() for trouble in troubles(migration)] == []


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
        (ops.AlterField("game", "merry", models.BooleanField(default=True)), ""),
        (ops.AlterField("game", "merry", models.BooleanField(null=True)), "thought about"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Operation) else "",
)
def test_what_would_trouble_them_is_named(operation: Operation, trouble: str) -> None:
    told = trouble_of(operation)
    assert trouble in told if trouble else told == ""
