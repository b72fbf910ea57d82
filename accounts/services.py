"""What can be done about people."""

import secrets

from django.contrib.auth import login
from django.db.models import F
from django.http import HttpRequest

from accounts.models import Person
from accounts.names import GUEST, guest_name
from accounts.signals import leaving, renamed
from casino.limits import address_of, count
from casino.writes import write_transaction


def ensure_person(request: HttpRequest) -> Person:
    """The person who asks; a stranger becomes a guest, logged in from now on. Raises TooOftenError when there
    have been very many from the same address."""
    if isinstance(request.user, Person):
        return request.user
    count("guest", address_of(request))
    with write_transaction():
        guest = create_guest()
        come_in(request, guest)
    return guest


def come_in(request: HttpRequest, guest: Person) -> None:
    """The browser that asks is this guest's from now on."""
    login(request, guest, backend="accounts.backends.Guests")


def create_guest() -> Person:
    """A new guest with a friendly name; nobody can log in as one with a password."""
    return Person.objects.create_user(
        username=f"{GUEST}{secrets.token_hex(8)}", display_name=guest_name(), is_guest=True, password=None
    )


def sign_up(guest: Person) -> None:
    """The guest has got a name and a password, and keeps row and seats. Nobody else comes in by the link back."""
    guest.is_guest, guest.display_name = False, ""
    with write_transaction():
        guest.save()
        renamed.send(Person, person=guest)


def rename(person: Person, name: str) -> None:
    """Be shown by another name, also where one sits already."""
    person.display_name = name
    with write_transaction():
        person.save(update_fields=["display_name"])
        renamed.send(Person, person=person)


def leave(person: Person) -> None:
    """Delete the account and all that is the person's alone; what others have a part in stays, without the name."""
    with write_transaction():
        leaving.send(Person, person=person)
        person.delete()


def lose_way_back(guest: Person) -> None:
    """The link back that may have been seen is good for nothing; there is a new one."""
    with write_transaction():
        Person.objects.filter(pk=guest.pk).update(way_back=F("way_back") + 1)
