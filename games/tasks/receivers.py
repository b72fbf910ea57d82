"""Signal receivers that update games when people change."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Person
from accounts.signals import preferences_saved, session_revoked, user_deleting, user_renamed
from games import services
from games.live import broadcast
from games.rulings import disputes


@receiver(user_renamed, dispatch_uid="call seats")
def update_seat_names(person: Person, **_: Any) -> None:
    services.update_seat_names(person)


@receiver(preferences_saved, dispatch_uid="tell open pages")
def tell_open_pages(person: Person, **_: Any) -> None:
    broadcast.publish_preferences_changed(person.pk)


@receiver(session_revoked, dispatch_uid="tell open sockets")
def tell_open_sockets(person_id: int, **_: Any) -> None:
    broadcast.publish_session_ended(person_id)


@receiver(user_deleting, dispatch_uid="leave games")
def leave_games(person: Person, **_: Any) -> None:
    disputes.erase_person(person)
    services.leave_games(person)
