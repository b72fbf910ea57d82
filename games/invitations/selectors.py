"""Queries of invitations, of people who may be invited, and of previous opponents."""

from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import Person
from games.invitations.models import Block, Invitation, InvitationOptOut
from games.models import Game, Seat

MAX_PAST_OPPONENTS = 12
MAX_INVITATIONS = 20


def invitable(people: QuerySet[Person], host: Person) -> QuerySet[Person]:
    """Return those of these people whom this host may invite."""
    blocks = Exists(Block.objects.filter(person=OuterRef("pk"), blocked=host))
    blocked = Exists(Block.objects.filter(person=host, blocked=OuterRef("pk")))
    opted_out = Exists(InvitationOptOut.objects.filter(person=OuterRef("pk")))
    return people.exclude(blocks).exclude(blocked).exclude(opted_out)


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """Return the person's open invitations, newest first."""
    seated = Seat.objects.filter(game=OuterRef("game"), person=person)
    waiting = Invitation.objects.filter(person=person, declined=False, game__status=Game.Status.OPEN)
    return waiting.exclude(Exists(seated)).select_related("game", "host").order_by("-pk")[:MAX_INVITATIONS]


def invited_to(game: Game) -> list[tuple[Person, bool]]:
    """Return the invited people without a seat, each with True if they have declined."""
    seated = set(game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True))
    invited = Invitation.objects.filter(game=game).select_related("person")
    return [(row.person, row.declined) for row in invited if row.person_id not in seated]


def past_opponents(host: Person, game: Game) -> list[Person]:
    """Return registered people who have played with the host and can be invited, most recent first."""
    met = Person.objects.filter(seats__game__taken_seats__person=host, is_guest=False, is_active=True)
    others = invitable(met.exclude(pk__in={host.pk, *invited_or_seated(game)}), host)
    return list(others.annotate(latest=Max("seats__game")).order_by("-latest")[:MAX_PAST_OPPONENTS])


def invited_or_seated(game: Game) -> set[int]:
    seated = game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True)
    return {*seated, *Invitation.objects.filter(game=game).values_list("person_id", flat=True)}


def blocked_by(person: Person) -> list[Person]:
    return [row.blocked for row in Block.objects.filter(person=person).select_related("blocked")]


def has_opted_out(person: Person) -> bool:
    return InvitationOptOut.objects.filter(person=person).exists()
