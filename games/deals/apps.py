from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DealsConfig(AppConfig):
    name = "games.deals"
    label = "deals"
    verbose_name = _("same deals")

    def ready(self) -> None:
        import_module("games.deals.results")  # connects the receiver for the end of such a game
