"""Reading preferences; the defaults stand in for any that are not set."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import Person, Preferences


def preferences_of(user: Person | AnonymousUser | None) -> Preferences:
    """Return the preferences, cached on the person: one query for each person, none for strangers."""
    if not isinstance(user, Person):
        return Preferences()
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        return Preferences()


def reload_preferences(user: Person | AnonymousUser | None) -> Preferences:
    """Read the preferences again, for a connection that stays open long, and refresh the person's cache."""
    if isinstance(user, Person):
        user.preferences = Preferences.objects.filter(person=user).first() or Preferences(person=user)
    return preferences_of(user)


def language_of_person(person: Person) -> str:
    """Return the language for texts that the person gets outside a page: mail and notices."""
    return preferences_of(person).language or settings.LANGUAGE_CODE


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Context processor: add the preferences to every template."""
    return {"preferences": preferences_of(getattr(request, "user", None))}
