"""Absolute links for messages, which have no request; and the link that stops all e-mail."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Person
from games.models import Game

SALT = "games.notifications.unsubscribe"


def site_link(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def table_link(game: Game | None) -> str:
    """Return the link to the table, or to the notification settings where there is no game."""
    return site_link(reverse("games:table", args=[game.public_id]) if game else reverse("games:notifications"))


def unsubscribe_link(person: Person) -> str:
    """Return the link that stops e-mail without logging in; it never expires, as mail may be read late."""
    return site_link(reverse("games:unsubscribe", args=[unsubscribe_token(person)]))


def unsubscribe_token(person: Person) -> str:
    return signing.dumps(person.pk, salt=SALT)


def person_of_token(token: str) -> Person | None:
    """Return the recipient the link belongs to; None when it was tampered with, or the person is gone."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=pk).first()
