from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AnalysisConfig(AppConfig):
    name = "games.analysis"
    label = "analysis"
    verbose_name = _("analyses")

    def ready(self) -> None:
        import_module("games.analysis.tasks")  # registers its task
