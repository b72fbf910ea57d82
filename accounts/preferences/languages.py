"""The language a person has chosen and the browser's cookie of it: kept in step."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.decorators import sync_only_middleware

from accounts.models import Person
from accounts.preferences.reading import preferences_of


@sync_only_middleware
def language_of_who_asks(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Somebody who logs in with a browser that has no language chosen yet finds the site in theirs."""

    def answer(request: HttpRequest) -> HttpResponse:
        chosen = "" if settings.LANGUAGE_COOKIE_NAME in request.COOKIES else language_of_request(request)
        if not chosen:
            return get_response(request)
        translation.activate(chosen)
        request.LANGUAGE_CODE = translation.get_language()
        return remember_language(get_response(request), chosen)

    return answer


def language_of_request(request: HttpRequest) -> str:
    return preferences_of(request.user).language if isinstance(request.user, Person) else ""


def remember_language(response: HttpResponse, code: str) -> HttpResponse:
    """In the browser; an empty code forgets it."""
    if not code:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response
