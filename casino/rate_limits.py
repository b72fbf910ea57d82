"""Rate limits, by person or address, of actions that could be abused. The rates are in the settings.

    @rate_limited("open_game")    only what is posted counts; looking at a page is free

Beyond the limit the response is a page that says so and when to try again, with the status 429.
"""

import logging
import math
import time
from collections.abc import Callable
from functools import cache, wraps
from ipaddress import IPv6Address, ip_address
from threading import Timer
from typing import Concatenate

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import sync_only_middleware
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import MovingWindowRateLimiter

from casino.input_cleaning import is_secret

logger = logging.getLogger(__name__)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FORM_TOKEN = "csrfmiddlewaretoken"
CLEANUP_INTERVAL = 60.0  # seconds
NETWORK_BITS = 64  # of an IPv6 address: a household or a server has the whole network


class RateLimitExceeded(Exception):
    """Raised when something is done too often; the middleware answers. `wait` is in seconds."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"again in {wait} seconds")
        self.wait = wait


class ProcessMemoryStorage(MemoryStorage):
    """Counters in this process, cleaned up periodically. By default the library starts a thread for that at every hit,
    which goes through all counters."""

    STORAGE_SCHEME = ["process"]  # noqa: RUF012  so the library declares it

    @property
    def timer(self) -> Timer:
        return self._timer

    @timer.setter
    def timer(self, timer: Timer) -> None:
        """Keep the timer; no other is started while this one waits."""
        timer.interval, timer.daemon = CLEANUP_INTERVAL, True
        self._timer = timer


type View[R: HttpRequest, **P] = Callable[Concatenate[R, P], HttpResponse]


class rate_limited:  # noqa: N801  a decorator
    """Decorator: posted requests to the view count against the limit of this name in the settings."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__[R: HttpRequest, **P](self, view: View[R, P]) -> View[R, P]:
        @wraps(view)
        def checked(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method not in SAFE_METHODS:
                hit_client(self.name, request)
            return view(request, *args, **kwargs)

        return checked


def hit_client(name: str, request: HttpRequest, cost: int = 1) -> None:
    """Count for the person; and, where the settings have a limit `name@address`, for all people at the address
    together: a person costs nothing to make. Raises RateLimitExceeded."""
    hit(name, client_key(request), cost)
    if f"{name}@address" in settings.LIMITS:
        hit(f"{name}@address", client_address(request), cost)


def hit(name: str, key: str, cost: int = 1) -> None:
    """Count so many more for this key; raises RateLimitExceeded beyond the limit. No limit while the store is down."""
    limit = get_limit(name)
    if limit is None:
        return
    try:
        if not limiter().hit(limit, name, key, cost=cost):
            raise RateLimitExceeded(_wait(limit, name, key))
    except StorageError:
        logger.exception("The store of rate limits is down: %s is not limited.", name)


def _wait(limit: RateLimitItem, name: str, key: str) -> int:
    return max(1, math.ceil(limiter().get_window_stats(limit, name, key).reset_time - time.time()))


def get_limit(name: str) -> RateLimitItem | None:
    """The limit, for instance 30 an hour; None where the settings say "none"."""
    return parse_limit(settings.LIMITS[name])


@cache
def parse_limit(text: str) -> RateLimitItem | None:
    return None if text == "none" else parse(text)


@cache
def limiter() -> MovingWindowRateLimiter:
    """The limiter, which counts in this process, or in Redis for all processes."""
    storage = storage_from_string(settings.LIMITS_STORAGE, wrap_exceptions=True, **settings.LIMITS_STORAGE_OPTIONS)
    return MovingWindowRateLimiter(storage)


def client_key(request: HttpRequest) -> str:
    """The key to count by: the person if one is logged in, else the address."""
    user = getattr(request, "user", None)
    return f"person:{user.pk}" if user is not None and user.is_authenticated else client_address(request)


def client_address(request: HttpRequest) -> str:
    """The address a request comes from; for an IPv6 address its network."""
    return client_network(str(request.META.get("REMOTE_ADDR", "")))


def client_network(text: str) -> str:
    """An address as it is counted; for an IPv6 address its network."""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{int(address) >> (128 - NETWORK_BITS):x}/{NETWORK_BITS}"
    return text


# --- response ----------------------------------------------------------------------------------------------------


@sync_only_middleware
class RateLimitMiddleware:
    """Turns RateLimitExceeded into a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return rate_limit_response(request, error.wait) if isinstance(error, RateLimitExceeded) else None


def rate_limit_response(request: HttpRequest, wait: int) -> HttpResponse:
    """A page from which the same form can be sent again, unless it holds a secret, which has to
    be typed again. htmx does not show error pages, so it is asked to reload its own page, with a notice."""
    if "HX-Request" in request.headers:
        messages.warning(request, rate_limit_text(wait))
        response = HttpResponse(status=429, headers={"HX-Refresh": "true"})
    else:
        response = render(
            request, "too_often.html", {"when": wait_text(wait), "sent": _resubmittable_fields(request)}, status=429
        )
    response["Retry-After"] = str(wait)
    return response


def _resubmittable_fields(request: HttpRequest) -> list[tuple[str, str]]:
    fields = {name: values for name, values in request.POST.lists() if name != FORM_TOKEN}
    return [] if any(map(is_secret, fields)) else [(name, value) for name in fields for value in fields[name]]


def rate_limit_text(wait: int) -> str:
    return " ".join([_("Too many requests in a short time."), wait_text(wait)])


def wait_text(seconds: int) -> str:
    if seconds <= 90:
        return ngettext("Please wait %(n)d second.", "Please wait %(n)d seconds.", seconds) % {"n": seconds}
    minutes = math.ceil(seconds / 60)
    if minutes > 90:
        hours = math.ceil(minutes / 60)
        return ngettext("Please wait %(n)d hour.", "Please wait %(n)d hours.", hours) % {"n": hours}
    return ngettext("Please wait %(n)d minute.", "Please wait %(n)d minutes.", minutes) % {"n": minutes}
