from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HintsConfig(AppConfig):
    name = "games.hints"
    label = "hints"
    verbose_name = _("hints")
