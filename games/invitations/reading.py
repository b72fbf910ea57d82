"""Queries of invitations, of people who may be invited, and of previous opponents."""

from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import Person
from games.invitations.models import Block, Invitation, Uninvitable
from games.models import Game, Seat

MOST_COMPANIONS = 12
MOST_INVITATIONS = 20


def willing(people: QuerySet[Person], host: Person) -> QuerySet[Person]:
    """Return those of these people whom this host may invite."""
    blocks = Exists(Block.objects.filter(person=OuterRef("pk"), blocked=host))
    blocked = Exists(Block.objects.filter(person=host, blocked=OuterRef("pk")))
    return people.exclude(blocks).exclude(blocked).exclude(Exists(Uninvitable.objects.filter(person=OuterRef("pk"))))


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """Return the person's open invitations, newest first."""
    seated = Seat.objects.filter(game=OuterRef("game"), person=person)
    waiting = Invitation.objects.filter(person=person, declined=False, game__status=Game.Status.OPEN)
    return waiting.exclude(Exists(seated)).select_related("game", "host").order_by("-pk")[:MOST_INVITATIONS]


def asked_to(game: Game) -> list[tuple[Person, bool]]:
    """Return the invited people without a seat, each with True if they have declined."""
    there = set(game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True))
    asked = Invitation.objects.filter(game=game).select_related("person")
    return [(each.person, each.declined) for each in asked if each.person_id not in there]


def companions(host: Person, game: Game) -> list[Person]:
    """Return registered people who have played with the host and can be invited, most recent first."""
    met = Person.objects.filter(seats__game__taken_seats__person=host, is_guest=False, is_active=True)
    others = willing(met.exclude(pk__in={host.pk, *asked_or_there(game)}), host)
    return list(others.annotate(latest=Max("seats__game")).order_by("-latest")[:MOST_COMPANIONS])


def asked_or_there(game: Game) -> set[int]:
    there = game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True)
    return {*there, *Invitation.objects.filter(game=game).values_list("person_id", flat=True)}


def blocked_by(person: Person) -> list[Person]:
    return [each.blocked for each in Block.objects.filter(person=person).select_related("blocked")]


def refuses(person: Person) -> bool:
    return Uninvitable.objects.filter(person=person).exists()
