from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("games")

    def ready(self) -> None:
        import_module("games.people")
        import_module("games.small_talk")
        import_module("games.tasks")  # what has to be done after a move listens for it
