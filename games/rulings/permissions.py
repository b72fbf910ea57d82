"""Permissions: the directors who may rule in a game, and the moderators of the chat."""

from django.db.models import QuerySet

from accounts.models import Person
from games.models import Game

PERMISSION = "rulings.rule"
MODERATE = "games.change_messagereport"
"""The permission of moderators, who deal with reported messages."""

RIGHTS = "django.contrib.auth.backends.ModelBackend"
"""The authentication backend that knows permissions; the others only identify users."""


def can_rule_in(person: Person, game: Game) -> bool:
    allowed = person.is_active and person.is_staff and person.has_perm(PERMISSION)
    return allowed and not game.taken_seats.filter(person=person).exists()


def can_moderate(person: Person) -> bool:
    """True if the person may remove messages and mute people: moderators, and directors too."""
    return person.is_active and person.is_staff and (person.has_perm(MODERATE) or person.has_perm(PERMISSION))


def directors_for(game: Game) -> QuerySet[Person]:
    directors = Person.objects.with_perm(PERMISSION, backend=RIGHTS).filter(is_staff=True)
    return directors.exclude(seats__game=game)
