"""Announcements as a variable of every template, and the button that dismisses one."""

from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.next_page import next_page
from games.notifications.banners import ShownBanner, shown_banners

COOKIE = "dismissed"
COOKIE_AGE = 90 * 24 * 3600
MAX_DISMISSED = 10
"""Number of announcements that the cookie remembers, the latest ones."""


def announcements(request: HttpRequest) -> dict[str, Any]:
    """Add the announcements to every template (a context processor); they are looked up where they are shown."""
    return {"announcements": partial(_announcements, request)}


def _announcements(request: HttpRequest) -> list[ShownBanner]:
    return shown_banners(_dismissed(request))


def _dismissed(request: HttpRequest) -> list[int]:
    parts = request.COOKIES.get(COOKIE, "")[:200].split(".")
    return [int(part) for part in parts if part.isascii() and part.isdigit()][-MAX_DISMISSED:]


class DismissForm(forms.Form):
    """An announcement to hide."""

    announcement = forms.IntegerField(min_value=1, max_value=2**31)


@require_POST
def dismiss(request: HttpRequest) -> HttpResponse:
    """Hide an announcement in this browser."""
    response, form = redirect(next_page(request) or "games:home"), DismissForm(request.POST)
    if form.is_valid():
        chosen = form.cleaned_data["announcement"]
        others = [number for number in _dismissed(request) if number != chosen]
        response.set_cookie(
            COOKIE,
            ".".join(map(str, [*others, chosen][-MAX_DISMISSED:])),
            max_age=COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response
