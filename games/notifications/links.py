"""Addresses as they stand in messages, which know no request; and the link that ends all mail."""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Person
from games.models import Game

SALT = "games.notifications.stop"


def site_link(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def table_link(game: Game | None) -> str:
    """The table, or where calls are chosen when it is about no game."""
    return site_link(reverse("games:table", args=[game.public_id]) if game else reverse("games:calls"))


def own_games_link() -> str:
    return site_link(reverse("games:mine"))


def queue_link() -> str:
    """The disputes, for directors."""
    return site_link(reverse("admin:rulings_dispute_changelist"))


def stop_link(person: Person) -> str:
    """Ends the mail without logging in; good for ever, as a mail may be read late."""
    return site_link(reverse("games:stop_mail", args=[stop_token(person)]))


def stop_token(person: Person) -> str:
    return signing.dumps(person.pk, salt=SALT)


def person_of_token(token: str) -> Person | None:
    """Whose mail the link is about; None when it was tampered with, or the person is gone."""
    try:
        number = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=number).first()
