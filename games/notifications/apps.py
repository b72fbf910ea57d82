from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "games.notifications"
    label = "notifications"
    verbose_name = _("calls")

    def ready(self) -> None:
        import_module("games.notifications.hearing")  # connects the signal receivers
