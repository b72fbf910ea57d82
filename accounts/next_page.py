"""The page to return to after logging in or signing up, named `next` in addresses and forms."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

NEXT = "next"

ABOUT_ACCOUNTS = ("/account/", "/back/")
"""Pages on the way in or out: no one is sent back to them, and some of their URLs are secret."""


def is_local_url(address: str) -> bool:
    """Accept paths on this site only. A host is refused even if it is ours: another scheme or port is another site."""
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None)


def next_page(request: HttpRequest) -> str:
    """The page that the request names, or nothing if it is none of ours."""
    address = request.POST.get(NEXT) or request.GET.get(NEXT) or ""
    return address if is_local_url(address) else ""


def page_to_return_to(request: HttpRequest) -> str:
    """This page, or on the way in or out the one that led there."""
    if request.path.startswith(ABOUT_ACCOUNTS):
        return next_page(request)
    return request.get_full_path() if request.method == "GET" else ""


def with_next(address: str, page: str) -> str:
    """The address with the page to go to afterwards, if there is one."""
    return f"{address}?{urlencode({NEXT: page})}" if page else address


def to_login(request: HttpRequest) -> HttpResponse:
    """Lead to the login, and from there back to this page."""
    return redirect(with_next(reverse("account_login"), request.get_full_path() if request.method == "GET" else ""))
