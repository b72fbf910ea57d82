"""What happened becomes calls: who is to be told, by which ways, at which places."""

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
    """Call these people, each by the ways they wish and have, unless they look at the table when it comes to it.

    Belongs inside the transaction of what happened. `occasion` names the very thing (for a message its number, say):
    the same occasion is told to the same person once, however often this is asked. Without one it is the latest event
    of the game. `moment` is the event that began the turn, for what is of no use after it.
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
    """Where these are to be told of it."""
    places = places_of(people)
    if not places:  # as it is for most: then nothing else need be asked
        return []
    wishes, own = wishes_of(people), game_wishes_of(game, people)
    ways = {person.pk: ways_for(wishes[person.pk], happening, game, own.get(person.pk)) for person in people}
    return [place for place in places if place.way in ways[place.person]]
