from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingConfig(AppConfig):
    name = "games.pairing"
    label = "pairing"
    verbose_name = _("quick pairing")
