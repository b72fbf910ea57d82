from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class InvitationsConfig(AppConfig):
    name = "games.invitations"
    label = "invitations"
    verbose_name = _("invitations")

    def ready(self) -> None:
        import_module("games.invitations.rematches")  # connects the receiver for rematches
