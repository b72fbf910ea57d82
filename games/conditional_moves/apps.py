from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConditionalMovesConfig(AppConfig):
    name = "games.conditional_moves"
    label = "conditional_moves"
    verbose_name = _("conditional moves")
