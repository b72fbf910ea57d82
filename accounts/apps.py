"""People: who plays, signed up or as a guest."""

from importlib import import_module

from django.apps import AppConfig
from django.contrib import admin
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        import_module("accounts.sessions")  # what ends a session is heard there
        import_module("accounts.auth_audit")
        mfa = import_module("accounts.mfa")
        admin.site.login, admin.site.has_permission = mfa.staff_login, mfa.may_enter_staff_pages  # type: ignore[method-assign]
