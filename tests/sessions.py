"""Sessions of logged-in people, made without the login page."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client

from accounts.models import Person

BACKEND = "accounts.auth_backends.GuestBackend"


def session_of(person: Person) -> str:
    """Return the cookie of a session in which the person is logged in."""
    return str(new_session(person).session_key)


def new_session(person: Person) -> SessionBase:
    """Return the session itself."""
    session: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return session


def browser_of(who: str, names: dict[str, str], **options: Any) -> Client:
    """Return the browser of a person of the world, whose session is in `names`, or of a stranger."""
    client = Client(raise_request_exception=False, **options)
    if who != "stranger":
        client.cookies["sessionid"] = names[who]
    return client
