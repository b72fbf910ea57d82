from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        pre_migrate.connect(refuse_database_before_0_1, sender=self, dispatch_uid="before 0.1.0")
        post_migrate.connect(install_triggers, sender=self, dispatch_uid="triggers")
        import_module("games.tasks.hooks").register()


def refuse_database_before_0_1(using: str, **_: Any) -> None:
    """Leave a database alone whose migrations and logs have the names and numbers from before release 0.1.0."""
    if any(app == "desk" for app, _name in MigrationRecorder(connections[using]).applied_migrations()):
        raise CommandError(
            "This database was made before release 0.1.0. It is left as it is. Move its games to a new one: "
            "docs/operations.md, “From before 0.1.0”."
        )


def install_triggers(using: str, **_: Any) -> None:
    """Install the triggers that prevent changes of records, after every migration."""
    import_module("games.log.triggers").install(connections[using])
