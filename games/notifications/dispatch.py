"""Creation of notifications for an event: the recipients, the methods and the destinations."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from games.notifications.delivery import enqueue
from games.notifications.destinations import Destination, destinations_of
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.notifications.preferences import game_preferences_by_person, methods_for, preferences_by_person


def notify(
    kind: NotificationKind, game: Game | None, people: Iterable[Person], *, dedup_key: str = "", turn_seq: int = 0
) -> None:
    """Notify these people, each by the methods they want and have, unless they have the table open when it is sent.

    Call it inside the transaction of the event. `dedup_key` identifies the event (for a message, its number): each
    person is notified of it only once, however often this is called. The default is the latest event of the game.
    `turn_seq` is the sequence number of the event that began the turn or made the offer, for notifications that are
    useless once it is played or answered.
    """
    recipients = [person for person in people if person.is_active]
    destinations = wanted_destinations(kind, game, recipients) if recipients else []
    if not destinations:
        return
    dedup_key = dedup_key or f"{kind}:{game.public_id if game else ''}:{game.seq if game else 0}"
    due = timezone.now() + timedelta(seconds=settings.NOTIFICATION_DELAY)
    common = {"game": game, "kind": kind, "turn_seq": turn_seq, "dedup_key": dedup_key, "due": due}
    enqueue(
        [Notification(person_id=person, method=method, destination=pk, **common) for person, method, pk in destinations]
    )


def wanted_destinations(kind: NotificationKind, game: Game | None, people: list[Person]) -> list[Destination]:
    """The destinations where these people want to be notified of the event."""
    destinations = destinations_of(people)
    if not destinations:  # true for most people: skip the other queries
        return []
    general, for_game = preferences_by_person(people), game_preferences_by_person(game, people)
    methods = {person.pk: methods_for(general[person.pk], kind, game, for_game.get(person.pk)) for person in people}
    return [destination for destination in destinations if destination.method in methods[destination.person_id]]
