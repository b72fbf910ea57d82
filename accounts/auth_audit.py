"""Log lines about logins, failed logins, and changes of passwords and second factors."""

from typing import Any

from allauth.account import signals as account
from allauth.account.authentication import get_authentication_records
from allauth.mfa import signals as factor
from allauth.mfa.models import Authenticator
from django.contrib.auth import signals as django_auth
from django.dispatch import Signal, receiver
from django.http import HttpRequest

from accounts.models import Person
from casino.logs import log_security_event
from casino.rate_limits import client_address


def _log(happening: str, request: HttpRequest | None, person: int | None, how: str = "") -> None:
    log_security_event(happening, person=person, how=how, address=client_address(request) if request else "")


@receiver(django_auth.user_logged_in, dispatch_uid="note login")
def on_login(request: HttpRequest, user: Person, **_: Any) -> None:
    _log("logged in", request, user.pk, _method(request, user))


def _method(request: HttpRequest, user: Person) -> str:
    """The last proof: password, passkey or code; for a guest, who has only the cookie or the link, "guest"."""
    records = get_authentication_records(request, user)
    last = records[-1] if records else {}
    return "guest" if user.is_guest else str(last.get("type") or last.get("method") or "")


@receiver(django_auth.user_logged_out, dispatch_uid="note logout")
def on_logout(request: HttpRequest, user: Person | None, **_: Any) -> None:
    if user is not None:
        _log("logged out", request, user.pk)


@receiver(django_auth.user_login_failed, dispatch_uid="note failed login")
def on_login_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Log the account that was meant, if there is one; the name as typed is not logged."""
    log_refused_login("login failed", credentials, request)


def log_refused_login(happening: str, credentials: dict[str, Any], request: HttpRequest | None) -> None:
    name = str(credentials.get("username") or "")
    person = Person.named(name)
    _log(happening, request, person.pk if person else None)


@receiver(factor.authentication_failed, dispatch_uid="note failed factor")
def on_mfa_failed(request: HttpRequest, user: Person, authenticator: Authenticator, **_: Any) -> None:
    _log("login failed", request, user.pk, str(authenticator.type))


@receiver(factor.authenticator_used, dispatch_uid="note factor")
def on_mfa_used(request: HttpRequest, user: Person, authenticator: Authenticator, **_: Any) -> None:
    _log("proved again", request, user.pk, str(authenticator.type))


CHANGES: dict[str, Signal] = {
    "password changed": account.password_changed,
    "password set": account.password_set,
    "password reset": account.password_reset,
    "address changed": account.email_changed,
    "second factor added": factor.authenticator_added,
    "second factor removed": factor.authenticator_removed,
}


def _on_change(happening: str) -> Any:
    def changed(request: HttpRequest, user: Person, **more: Any) -> None:
        kind = more.get("authenticator")
        _log(happening, request, user.pk, str(kind.type) if kind else "")

    return changed


for _happening, _signal in CHANGES.items():
    _signal.connect(_on_change(_happening), weak=False, dispatch_uid=f"note {_happening}")
