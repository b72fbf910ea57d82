"""What somebody prefers; the usual for whoever has not said anything."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import Person, Preferences


def preferences_of(user: Person | AnonymousUser | None) -> Preferences:
    """One query for each person asked about, none for strangers. The person remembers the answer."""
    if not isinstance(user, Person):
        return Preferences()
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        return Preferences()


def reread(user: Person | AnonymousUser | None) -> Preferences:
    """As they are now, for somebody who is connected for long; the person remembers this answer from then on."""
    if isinstance(user, Person):
        user.preferences = Preferences.objects.filter(person=user).first() or Preferences(person=user)
    return preferences_of(user)


def language_of_person(person: Person) -> str:
    """What to speak to somebody in when no page of theirs is there to tell: mail, notices."""
    return preferences_of(person).language or settings.LANGUAGE_CODE


def preferences(request: HttpRequest) -> dict[str, Any]:
    """For every template (a context processor)."""
    return {"preferences": preferences_of(getattr(request, "user", None))}
