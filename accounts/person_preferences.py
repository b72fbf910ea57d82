"""A person's preferences: stored with the person, read once a page, shown as attributes of the page; and the browser's
language cookie, kept in step with them."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.decorators import sync_only_middleware

from accounts.hooks import preferences_saved
from accounts.models import Person, Preferences
from casino.prepared_queries import PreparedQuery
from casino.transactions import write_transaction

people_with_preferences = PreparedQuery(lambda pk: Person.objects.filter(pk=pk).select_related("preferences"), int)
"""The person with a key, and what every page needs, in one query."""


def preferences_of(user: Person | AnonymousUser | None) -> Preferences:
    """The preferences, cached on the person: one query for each person, none for strangers."""
    if not isinstance(user, Person):
        return Preferences()
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        user.preferences = Preferences(person=user)
        return user.preferences


def reload_preferences(user: Person | AnonymousUser | None) -> Preferences:
    """Read the preferences again, for a connection that stays open long, and refresh the person's cache."""
    if isinstance(user, Person):
        user.preferences = Preferences.objects.filter(person=user).first() or Preferences(person=user)
    return preferences_of(user)


def language_of_person(person: Person) -> str:
    """The language for texts that the person gets outside a page: the one chosen, else that of the last page."""
    kept = preferences_of(person)
    return kept.language or kept.browser_language or settings.LANGUAGE_CODE


def adopt_language(person: Person) -> None:
    """Keep the language of this page for mail and notices, unless the person has chosen one."""
    spoken = translation.get_language()
    if not preferences_of(person).language and language_of_person(person) != spoken:
        with write_transaction():  # without the hooks: nothing that was chosen has changed
            person.preferences, _ = Preferences.objects.update_or_create(
                person=person, defaults={"browser_language": spoken}
            )


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Context processor: add the preferences to every template."""
    return {"preferences": preferences_of(getattr(request, "user", None))}


def save_preferences(person: Person, **wanted: Any) -> Preferences:
    """Save the given preferences; the others stay as they are."""
    with write_transaction():
        kept, _ = Preferences.objects.update_or_create(person=person, defaults=wanted)
        person.preferences = kept
        preferences_saved(person)
    return kept


# --- the language cookie ------------------------------------------------------------------------------------------


@sync_only_middleware
def language_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Show the site in the language of the person who logs in, if the browser has none chosen yet."""

    def answer(request: HttpRequest) -> HttpResponse:
        chosen = "" if settings.LANGUAGE_COOKIE_NAME in request.COOKIES else language_of_request(request)
        if not chosen:
            if isinstance(request.user, Person) and not request.headers.get("HX-Request"):  # an idle page may ask
                adopt_language(request.user)
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
