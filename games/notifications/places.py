"""The places where people can be reached: devices, webhooks, and verified e-mail addresses."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db import connection

from accounts.models import Person
from games.notifications.happenings import Way
from games.notifications.models import Device, Webhook

MAILBOX = 0
"""The place number of a way that has only one place."""


class Place(NamedTuple):
    person: int
    way: Way
    number: int


ANYWHERE = " UNION ".join(
    f"SELECT {column} FROM {model._meta.db_table} WHERE {wanted} AND {column} IN ({{marks}})"  # noqa: S608  our own names
    for model, column, wanted in (
        (Device, "person_id", "TRUE"),
        (Webhook, "person_id", "NOT switched_off"),
        (EmailAddress, "user_id", "verified"),
    )
)
"""Selects people with any place. Plain SQL: it runs with every move, and Django takes ten times as long."""


def reachable(numbers: Collection[int]) -> list[Person]:
    """Return those of these people who have any place. One query: most have none, and then it ends here."""
    if not numbers:
        return []
    with connection.cursor() as cursor:
        cursor.execute(ANYWHERE.format(marks=", ".join(["%s"] * len(numbers))), [*numbers] * 3)
        found = [number for (number,) in cursor.fetchall()]
    return list(Person.objects.filter(pk__in=found)) if found else []


def places_of(people: Collection[Person]) -> list[Place]:
    """Return every place where any of these people can be reached."""
    devices = Device.objects.filter(person__in=people).values_list("person_id", "pk")
    hooks = Webhook.objects.filter(person__in=people, switched_off=False).values_list("person_id", "pk")
    return [
        *(Place(person, Way.PUSH, number) for person, number in devices),
        *(Place(person, Way.HOOK, number) for person, number in hooks),
        *(Place(person, Way.MAIL, MAILBOX) for person in mailboxes(people)),
    ]


def mailboxes(people: Iterable[Person]) -> dict[int, str]:
    """Return the verified e-mail addresses: an address that someone else typed in gets no mail."""
    known = EmailAddress.objects.filter(user__in=list(people), verified=True)
    return dict(known.order_by("primary").values_list("user_id", "email"))
