from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommunityConfig(AppConfig):
    name = "games.community"
    label = "community"
    verbose_name = _("community")
