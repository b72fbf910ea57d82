"""Second factor of the staff pages, where the settings require it: a passkey, or a code from an app in addition to the
password. It is valid for some hours of the session."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person
from accounts.next_page import next_page
from accounts.views import member_of

type ViewFunction = Callable[..., HttpResponse]

VERIFIED_FOR = 12 * 3600.0
"""Seconds for which a proof is good."""


def is_staff(request: HttpRequest) -> bool:
    person = member_of(request)
    return person is not None and person.is_staff and person.is_active


def recently_verified(request: HttpRequest) -> bool:
    """Whether a passkey or a code was shown in this session recently enough."""
    records = get_authentication_records(request, member_of(request))
    return any(record["method"] == "mfa" and 0 <= time.time() - record["at"] < VERIFIED_FOR for record in records)


def may_enter_staff_pages(request: HttpRequest) -> bool:
    """Whether the staff pages are open to this request; single permissions are checked elsewhere."""
    return is_staff(request) and (recently_verified(request) or not settings.STAFF_SECOND_FACTOR)


@require_safe
@never_cache
def staff_login(request: HttpRequest, extra_context: object = None) -> HttpResponse:  # noqa: ARG001  Django's way
    """Send a visitor who may not enter to the login or to the second factor, or refuse with 403."""
    wanted = next_page(request) or reverse("admin:index")
    if may_enter_staff_pages(request):
        return redirect(wanted)
    if member_of(request) is None:
        return redirect_to_login(wanted, reverse("account_login"))
    if not is_staff(request):
        raise PermissionDenied(_("These pages are for staff only."))
    kinds = set(Authenticator.objects.filter(user=request.user.pk).values_list("type", flat=True))
    ways = {"passkey": Authenticator.Type.WEBAUTHN in kinds, "code": Authenticator.Type.TOTP in kinds}
    return render(
        request, "account/second_factor.html", {"ways": ways, "next": wanted, "hours": int(VERIFIED_FOR // 3600)}
    )


def mfa_required(view: ViewFunction) -> ViewFunction:
    """Protect a view that adds or removes a second factor: once staff have one, they must have shown it, so that a
    password alone does not get around it."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        has_one = is_staff(request) and Authenticator.objects.filter(user=request.user.pk).exists()
        if has_one and not may_enter_staff_pages(request):
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        return view(request, *args, **kwargs)

    return guarded


def refuse_deep_json(view: ViewFunction) -> ViewFunction:
    """Protect a view that reads a passkey's answer: the library's form has a fault when its JSON is nested too deeply,
    and the page for logging in is open to everyone."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except RecursionError as deep:
            raise BadRequest("JSON that is nested too deeply") from deep

    return guarded


def staff_only(view: ViewFunction) -> ViewFunction:
    """Restrict a view about codes to staff, and to members who still have codes: codes open nothing else."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        person = member_of(request)
        if person is None or not (person.is_staff or has_totp(person)):
            raise PermissionDenied(_("These pages are for staff only."))
        return view(request, *args, **kwargs)

    return guarded


def has_totp(person: Person) -> bool:
    return bool(Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).exists())
