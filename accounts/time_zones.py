"""A person's time zone: taken from the browser at first use, changed in the settings. Pages, mail and clocks use it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.decorators import sync_only_middleware

from accounts.models import Person
from accounts.person_preferences import language_of_person, preferences_of, save_preferences

TIME_ZONE_COOKIE = "time_zone"
"""Set by the browser (`static/js/app.js`) to its own time zone."""

AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def time_zones() -> dict[str, str]:
    """Time zones of the form area/place, without abbreviations, with their names for people."""
    named = sorted(name for name in available_timezones() if name.partition("/")[0] in AREAS)
    return {"UTC": "UTC"} | {name: name.replace("_", " ") for name in named}


def time_zone_of(user: Person | AnonymousUser | None, cookies: Mapping[str, str] | None = None) -> ZoneInfo:
    """The person's time zone; without one that of the browser with these cookies, else the site's."""
    name = preferences_of(user).time_zone or (cookies or {}).get(TIME_ZONE_COOKIE, "")
    return ZoneInfo(name if name in time_zones() else settings.TIME_ZONE)


def adopt_time_zone(person: Person, cookies: Mapping[str, str]) -> None:
    """Make the browser's time zone the person's, who has none yet."""
    name = cookies.get(TIME_ZONE_COOKIE, "")
    if name in time_zones() and not preferences_of(person).time_zone:
        save_preferences(person, time_zone=name)


@contextmanager
def as_read_by(person: Person) -> Iterator[None]:
    """Write in the person's language and time zone, outside a page."""
    with translation.override(language_of_person(person)), timezone.override(time_zone_of(person)):
        yield


@sync_only_middleware
def time_zone_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Show times as they are where the reader is."""

    def answer(request: HttpRequest) -> HttpResponse:
        if isinstance(request.user, Person):
            adopt_time_zone(request.user, request.COOKIES)
        with timezone.override(time_zone_of(request.user, request.COOKIES)):
            return get_response(request)

    return answer
