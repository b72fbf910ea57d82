"""Creation of notifications for an event: the recipients, the ways and the places."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts.models import Person
from games.models import Game
from games.notifications.delivering import write_down
from games.notifications.happenings import Happening
from games.notifications.models import Call
from games.notifications.places import Place, places_of
from games.notifications.wishes import game_wishes_of, ways_for, wishes_of


def notify(
    happening: Happening, game: Game | None, people: Iterable[Person], *, occasion: str = "", moment: int = 0
) -> None:
    """Notify these people, each by the ways they want and have, unless they have the table open when it is sent.

    Call it inside the transaction of the event. `occasion` identifies the event (for a message, its number): each
    person is notified of an occasion only once, however often this is called. The default is the latest event of the
    game. `moment` is the sequence number of the event that began the turn, for notifications that are useless after it.
    """
    told = [person for person in people if person.is_active]
    places = wanted_places(happening, game, told) if told else []
    if not places:
        return
    occasion = occasion or f"{happening}:{game.public_id if game else ''}:{game.seq if game else 0}"
    due = timezone.now() + timedelta(seconds=settings.CALL_DELAY)
    calls = [
        Call(
            person_id=place.person,
            game=game,
            happening=happening,
            moment=moment,
            occasion=occasion,
            way=place.way,
            place=place.number,
            due=due,
        )
        for place in places
    ]
    write_down(calls)


def wanted_places(happening: Happening, game: Game | None, people: list[Person]) -> list[Place]:
    """Return the places where these people want to be notified of the event."""
    places = places_of(people)
    if not places:  # true for most people: skip the other queries
        return []
    wishes, own = wishes_of(people), game_wishes_of(game, people)
    ways = {person.pk: ways_for(wishes[person.pk], happening, game, own.get(person.pk)) for person in people}
    return [place for place in places if place.way in ways[place.person]]
