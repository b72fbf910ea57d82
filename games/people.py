"""What the games do when something happens to people."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Person
from accounts.signals import leaving, renamed
from games import services


@receiver(renamed, dispatch_uid="call seats")
def call_seats(person: Person, **_: Any) -> None:
    services.call_seats(person)


@receiver(leaving, dispatch_uid="leave games")
def leave_games(person: Person, **_: Any) -> None:
    services.leave_games(person)
