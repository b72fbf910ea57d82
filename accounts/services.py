"""What can be done about people."""

import secrets

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import Person
from accounts.names import guest_name
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
        login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def create_guest() -> Person:
    """A new guest with a friendly name; nobody can log in as one with a password."""
    return Person.objects.create_user(
        username=f"guest-{secrets.token_hex(8)}", display_name=guest_name(), is_guest=True, password=None
    )
