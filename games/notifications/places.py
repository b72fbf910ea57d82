"""Where people can be reached: devices, web addresses, and an e-mail address that is known to be theirs."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from accounts.models import Person
from games.notifications.happenings import Way
from games.notifications.models import Device, Webhook

MAILBOX = 0
"""The place of the way that has only one."""


class Place(NamedTuple):
    person: int
    way: Way
    number: int


def reachable(numbers: Collection[int]) -> list[Person]:
    """Those of these people who have any place at all. One query: most have none, and then it ends here."""
    mine = OuterRef("pk")
    anywhere = (
        Exists(Device.objects.filter(person=mine))
        | Exists(Webhook.objects.filter(person=mine, switched_off=False))
        | Exists(EmailAddress.objects.filter(user=mine, verified=True))
    )
    return list(Person.objects.filter(anywhere, pk__in=numbers))


def places_of(people: Collection[Person]) -> list[Place]:
    """Every place where one of these can be reached."""
    devices = Device.objects.filter(person__in=people).values_list("person_id", "pk")
    hooks = Webhook.objects.filter(person__in=people, switched_off=False).values_list("person_id", "pk")
    return [
        *(Place(person, Way.PUSH, number) for person, number in devices),
        *(Place(person, Way.HOOK, number) for person, number in hooks),
        *(Place(person, Way.MAIL, MAILBOX) for person in mailboxes(people)),
    ]


def mailboxes(people: Iterable[Person]) -> dict[int, str]:
    """The verified e-mail addresses: nobody gets mail because somebody else typed their address."""
    known = EmailAddress.objects.filter(user__in=list(people), verified=True)
    return dict(known.order_by("primary").values_list("user_id", "email"))
