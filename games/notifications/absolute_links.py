"""Absolute links for messages, which have no request; and signed links that change a person's mail, each for one
purpose."""

from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Person
from accounts.next_page import NEXT
from games.models import Game

UNSUBSCRIBE = "games.notifications.unsubscribe"
ONLY_MY_TURN = "games.notifications.only_my_turn"
"""The purposes of signed links."""


def site_link(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"


def table_link(game: Game | None) -> str:
    """The link to the table, or to the notification settings where there is no game."""
    return site_link(reverse("games:table", args=[game.public_id]) if game else reverse("games:notifications"))


def seat_link(game: Game) -> str:
    """The link to the table that asks its player to log in first where no one, or someone else, is logged in."""
    return f"{table_link(game)}?play"


def member_link(path: str) -> str:
    """The link to a page that asks first to log in, even where a guest is; it names no one and carries no right."""
    return site_link(f"{reverse('account_login')}?{urlencode({NEXT: path}, safe='/')}")


def unsubscribe_link(person: Person) -> str:
    """The link that stops email without logging in; it never expires, as mail may be read late."""
    return site_link(reverse("games:unsubscribe", args=[signed_token(person, UNSUBSCRIBE)]))


def only_my_turn_link(person: Person) -> str:
    """The link that limits email to the person's own turns, also without logging in."""
    return site_link(reverse("games:only_my_turn", args=[signed_token(person, ONLY_MY_TURN)]))


def signed_token(person: Person, purpose: str) -> str:
    return signing.dumps(person.pk, salt=purpose)


def person_of_token(token: str, purpose: str) -> Person | None:
    """The recipient the link belongs to; None when it is for another purpose, was tampered with, or the person
    is gone."""
    try:
        pk = signing.loads(token, salt=purpose)
    except signing.BadSignature:
        return None
    return Person.objects.filter(pk=pk).first()
