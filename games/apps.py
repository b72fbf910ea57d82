from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        post_migrate.connect(install_triggers, sender=self, dispatch_uid="triggers")
        import_module("games.receivers")
        import_module("games.after_append")  # here, and not with the first move


def install_triggers(using: str, **_: Any) -> None:
    """Install the triggers that prevent changes of records, after every migration."""
    import_module("games.log.triggers").install(connections[using])
