"""Queries of invitations, of people who may be invited, and of previous opponents."""

from collections.abc import Sequence

from django.db.models import Exists, Max, OuterRef, QuerySet

from accounts.models import Person
from games.community.models import Block
from games.invitations.models import Invitation, InvitationOptOut
from games.models import Game, Seat

MAX_PAST_OPPONENTS, MAX_RECENT_OPPONENTS = 12, 6
RECENT_GAMES = 200
"""Number of the host's latest games in which opponents are looked for."""

MAX_INVITATIONS = 20


def invitable(people: QuerySet[Person], host: Person) -> QuerySet[Person]:
    """Those of these people whom this host may invite."""
    blocks = Exists(Block.objects.filter(person=OuterRef("pk"), blocked=host))
    blocked = Exists(Block.objects.filter(person=host, blocked=OuterRef("pk")))
    opted_out = Exists(InvitationOptOut.objects.filter(person=OuterRef("pk")))
    return people.exclude(blocks).exclude(blocked).exclude(opted_out)


def open_invitations(person: Person | int) -> QuerySet[Invitation]:
    """The invitations that the person has neither accepted nor declined."""
    seated = Seat.objects.filter(game=OuterRef("game"), person=person)
    waiting = Invitation.objects.filter(person=person, declined=False, game__status=Game.Status.OPEN)
    return waiting.exclude(Exists(seated))


def invitations_of(person: Person) -> QuerySet[Invitation]:
    """The person's open invitations, newest first."""
    return open_invitations(person).select_related("game", "host").order_by("-pk")[:MAX_INVITATIONS]


def invited_to(game: Game) -> list[tuple[Person, bool]]:
    """The invited people without a seat, each with True if they have declined."""
    seated = set(game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True))
    invited = Invitation.objects.filter(game=game).select_related("person")
    return [(row.person, row.declined) for row in invited if row.person_id not in seated]


def without_seat(games: Sequence[Game]) -> QuerySet[Invitation]:
    """The invitations to these open tables that their people have not accepted."""
    seated = Seat.objects.filter(game=OuterRef("game"), person=OuterRef("person"))
    waiting = Invitation.objects.filter(game__in=games, game__status=Game.Status.OPEN)
    return waiting.exclude(Exists(seated)).select_related("person").order_by("pk")


def past_opponents(host: Person, game: Game) -> list[Person]:
    """Registered people who have played with the host and can be invited here, most recent first."""
    return list(_opponents(host).exclude(pk__in=invited_or_seated(game))[:MAX_PAST_OPPONENTS])


def recent_opponents(host: Person) -> list[Person]:
    """The latest registered opponents whom the host may invite."""
    return list(_opponents(host)[:MAX_RECENT_OPPONENTS])


def _opponents(host: Person) -> QuerySet[Person]:
    games = Seat.objects.filter(person=host).order_by("-game_id").values("game_id")[:RECENT_GAMES]
    met = Person.objects.filter(seats__game__in=games, is_guest=False, is_active=True).exclude(pk=host.pk)
    return invitable(met, host).annotate(latest=Max("seats__game")).order_by("-latest")


def invited_or_seated(game: Game) -> set[int]:
    seated = game.taken_seats.filter(person__isnull=False).values_list("person_id", flat=True)
    return {*seated, *Invitation.objects.filter(game=game).values_list("person_id", flat=True)}


def blocked_by(person: Person) -> list[Person]:
    return [row.blocked for row in Block.objects.filter(person=person).select_related("blocked")]


def has_opted_out(person: Person) -> bool:
    return InvitationOptOut.objects.filter(person=person).exists()
