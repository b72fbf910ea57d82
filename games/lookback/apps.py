from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LookBackConfig(AppConfig):
    name = "games.lookback"
    label = "lookback"
    verbose_name = _("looks back")

    def ready(self) -> None:
        import_module("games.lookback.working")  # registers its task
