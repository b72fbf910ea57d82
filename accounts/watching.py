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
from casino.limits import address_of
from casino.logs import note


def _note(happening: str, request: HttpRequest | None, person: int | None, how: str = "") -> None:
    note(happening, person=person, how=how, address=address_of(request) if request else "")


@receiver(django_auth.user_logged_in, dispatch_uid="note login")
def logged_in(request: HttpRequest, user: Person, **_: Any) -> None:
    _note("logged in", request, user.pk, _how(request, user))


def _how(request: HttpRequest, user: Person) -> str:
    """Return the last proof: password, passkey or code; for a guest, who has only the cookie or the link, "guest"."""
    records = get_authentication_records(request, user)
    last = records[-1] if records else {}
    return "guest" if user.is_guest else str(last.get("type") or last.get("method") or "")


@receiver(django_auth.user_logged_out, dispatch_uid="note logout")
def logged_out(request: HttpRequest, user: Person | None, **_: Any) -> None:
    if user is not None:
        _note("logged out", request, user.pk)


@receiver(django_auth.user_login_failed, dispatch_uid="note failed login")
def failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """Log the account that was meant, if there is one; the name as typed is not logged."""
    not_let_in("login failed", credentials, request)


def not_let_in(happening: str, credentials: dict[str, Any], request: HttpRequest | None) -> None:
    name = str(credentials.get("username") or "")
    person = Person.objects.filter(username__iexact=name).values_list("pk", flat=True).first()
    _note(happening, request, person)


@receiver(factor.authentication_failed, dispatch_uid="note failed factor")
def factor_failed(request: HttpRequest, user: Person, authenticator: Authenticator, **_: Any) -> None:
    _note("login failed", request, user.pk, str(authenticator.type))


@receiver(factor.authenticator_used, dispatch_uid="note factor")
def factor_used(request: HttpRequest, user: Person, authenticator: Authenticator, **_: Any) -> None:
    _note("proved again", request, user.pk, str(authenticator.type))


CHANGES: dict[str, Signal] = {
    "password changed": account.password_changed,
    "password set": account.password_set,
    "password reset": account.password_reset,
    "address changed": account.email_changed,
    "second factor added": factor.authenticator_added,
    "second factor removed": factor.authenticator_removed,
}


def _changed(happening: str) -> Any:
    def changed(request: HttpRequest, user: Person, **more: Any) -> None:
        kind = more.get("authenticator")
        _note(happening, request, user.pk, str(kind.type) if kind else "")

    return changed


for _happening, _signal in CHANGES.items():
    _signal.connect(_changed(_happening), weak=False, dispatch_uid=f"note {_happening}")
