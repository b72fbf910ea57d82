"""Destinations of notifications: devices, webhooks, and verified email addresses."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db import connection

from accounts.models import Person
from games.notifications.kinds import DeliveryMethod
from games.notifications.models import Device, Webhook

MAILBOX = 0
"""The `pk` of the only destination of email."""


class Destination(NamedTuple):
    person_id: int
    method: DeliveryMethod
    pk: int


REACHABLE_SQL = " UNION ".join(
    f"SELECT {column} FROM {model._meta.db_table} WHERE {condition} AND {column} IN ({{marks}})"  # noqa: S608  our own names
    for model, column, condition in (
        (Device, "person_id", "TRUE"),
        (Webhook, "person_id", "NOT disabled"),
        (EmailAddress, "user_id", "verified"),
    )
)
"""Selects people with any destination. Plain SQL: it runs with every move, and Django takes ten times as long."""


def reachable(person_ids: Collection[int]) -> list[Person]:
    """Those of these people who have any destination. One query: most have none, and then it ends here."""
    if not person_ids:
        return []
    with connection.cursor() as cursor:
        cursor.execute(REACHABLE_SQL.format(marks=", ".join(["%s"] * len(person_ids))), [*person_ids] * 3)
        reached = [pk for (pk,) in cursor.fetchall()]
    return list(Person.objects.filter(pk__in=reached)) if reached else []


def destinations_of(people: Collection[Person]) -> list[Destination]:
    """Every destination of these people."""
    devices = Device.objects.filter(person__in=people).values_list("person_id", "pk")
    webhooks = Webhook.objects.filter(person__in=people, disabled=False).values_list("person_id", "pk")
    return [
        *(Destination(person, DeliveryMethod.PUSH, pk) for person, pk in devices),
        *(Destination(person, DeliveryMethod.WEBHOOK, pk) for person, pk in webhooks),
        *(Destination(person, DeliveryMethod.EMAIL, MAILBOX) for person in verified_emails(people)),
    ]


def verified_emails(people: Iterable[Person]) -> dict[int, str]:
    """The verified email addresses: an address that someone else typed in gets no mail."""
    verified = EmailAddress.objects.filter(user__in=list(people), verified=True)
    return dict(verified.order_by("primary").values_list("user_id", "email"))
