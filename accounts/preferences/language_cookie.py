"""Keeps a person's chosen language and the browser's language cookie in step."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.decorators import sync_only_middleware

from accounts.models import Person
from accounts.preferences.selectors import preferences_of


@sync_only_middleware
def language_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Show the site in the language of the person who logs in, if the browser has none chosen yet."""

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
    """Store the language in the browser's cookie; an empty code deletes the cookie."""
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
