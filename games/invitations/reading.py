"""Who is invited where, who may be, and with whom one has played."""

from collections.abc import Collection

from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import Person
from games.invitations.models import Block, Invitation, Uninvitable
from games.models import Game, Seat

MOST_COMPANIONS = 12
MOST_INVITATIONS = 20


def unwilling(host: Person, people: Collection[int]) -> set[int]:
    """Of these people those who are not invited by this host."""
    blocks = Block.objects.filter(person__in=people, blocked=host).values_list("person_id", flat=True)
    return {*blocks, *Uninvitable.objects.filter(person__in=people).values_list("person_id", flat=True)}


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """Those to which an answer is still of use, the newest first."""
    seated = Seat.objects.filter(game=OuterRef("game"), person=person)
    waiting = Invitation.objects.filter(person=person, declined=False, game__status=Game.Status.OPEN)
    return waiting.exclude(Exists(seated)).select_related("game", "host").order_by("-pk")[:MOST_INVITATIONS]


def asked_to(game: Game) -> list[tuple[Person, bool]]:
    """Who was asked and does not sit there: with whether they have declined."""
    there = set(game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True))
    asked = Invitation.objects.filter(game=game).select_related("person")
    return [(each.person, each.declined) for each in asked if each.person_id not in there]


def companions(host: Person, game: Game) -> list[Person]:
    """People who have signed up, with whom the host has played, the latest first: those who can be asked."""
    met = Seat.objects.filter(game__taken_seats__person=host, person__is_guest=False, person__is_active=True)
    met = met.exclude(person=host).exclude(game=game).exclude(person__in=asked_or_there(game))
    latest = met.values("person").annotate(latest=Max("game_id")).order_by("-latest").values_list("person", flat=True)
    numbers = list(latest[: 2 * MOST_COMPANIONS])
    wanted = [number for number in numbers if number not in unwilling(host, numbers)][:MOST_COMPANIONS]
    return sorted(Person.objects.filter(pk__in=wanted), key=lambda person: wanted.index(person.pk))


def asked_or_there(game: Game) -> set[int]:
    there = game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True)
    return {*there, *Invitation.objects.filter(game=game).values_list("person_id", flat=True)}


def blocked_by(person: Person) -> list[Person]:
    return [each.blocked for each in Block.objects.filter(person=person).select_related("blocked")]


def refuses(person: Person) -> bool:
    return Uninvitable.objects.filter(person=person).exists()
