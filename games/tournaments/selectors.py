"""Queries of tournaments, as one person may see them. That of a private club exists for its members alone."""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import Person
from games.clubs.models import Club, Membership
from games.clubs.selectors import ORGANIZERS
from games.models import Game
from games.tournaments.models import Entry, MatchGame, Player, Round, Tournament

type Viewer = Person | AnonymousUser | None

Access, State = Tournament.Access, Tournament.State


class SeenTournament(NamedTuple):
    """A tournament and what the viewer is in it."""

    tournament: Tournament
    organizes: bool = False
    entry: Entry | None = None
    may_enter: bool = True


def visible_to(viewer: Viewer) -> QuerySet[Tournament]:
    """The tournaments that the viewer may see by their address."""
    person = viewer.pk if isinstance(viewer, Person) else None
    return Tournament.objects.filter(
        Q(club=None) | Q(club__private=False) | Q(club__in=Membership.objects.filter(person=person).values("club"))
    )


def find_tournament(viewer: Viewer, public_id: str) -> SeenTournament | None:
    """The tournament with this address, or None if the viewer may not know of it. The queries are the same."""
    person = viewer.pk if isinstance(viewer, Person) else None
    role = Membership.objects.filter(club=OuterRef("club"), person=person).order_by().values("role")[:1]
    rows = visible_to(viewer).filter(public_id=public_id).select_related("club", "host")
    row = rows.annotate(role=Subquery(role)).first()
    player = Player.objects.filter(tournament__public_id=public_id, person=person or 0).select_related("entry").first()
    if row is None:
        return None
    organizer = person is not None and (row.role in ORGANIZERS if row.club_id else row.host_id == person)
    may_enter = row.access != Access.CLUB or bool(row.role)
    return SeenTournament(row, organizer, player.entry if player else None, may_enter)


def organizers_of(tournament: Tournament) -> list[int]:
    """Those who organize it, as `organizes` says."""
    if tournament.club_id is None:
        return [tournament.host_id] if tournament.host_id else []
    rows = Membership.objects.filter(club=tournament.club_id, role__in=ORGANIZERS)
    return list(rows.values_list("person_id", flat=True))


def organizes(tournament: Tournament, person: Person) -> bool:
    """True for the organizers of the club, or for the host of a tournament without one."""
    if tournament.club_id is None:
        return tournament.host_id == person.pk
    return Membership.objects.filter(club=tournament.club_id, person=person, role__in=ORGANIZERS).exists()


def listed(state: str) -> QuerySet[Tournament]:
    """The tournaments in this state that everyone is told of, the latest first."""
    return visible_to(None).filter(access=Access.OPEN, state=state).order_by("-pk")


def of_club(club: Club) -> QuerySet[Tournament]:
    return Tournament.objects.filter(club=club).order_by("-pk")


def own_tournaments(person: Person) -> QuerySet[Tournament]:
    """Those that the person organizes or has entered, and may still see; the latest first."""
    entered = Player.objects.filter(person=person).values("tournament")
    return visible_to(person).filter(Q(host=person) | Q(pk__in=entered)).order_by("-pk")


def next_tournament_of(person: Person) -> Tournament | None:
    """Of the person's own, one that is running, or else the one that starts first."""
    states = State.PLANNED, State.RUNNING
    removed = Entry.objects.filter(players__person=person, state=Entry.State.BARRED).values("tournament")
    rows = own_tournaments(person).filter(state__in=states).exclude(pk__in=removed).select_related("club")
    return rows.order_by(Case(When(state=State.RUNNING, then=0), default=1), F("starts").asc(nulls_last=True)).first()


def with_entry_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """The tournaments, each with its number of entries (`size`), counted for the rows of a page alone."""
    entries = Entry.objects.filter(tournament=OuterRef("pk")).exclude(state=Entry.State.BARRED)
    counts = entries.order_by().values("tournament").annotate(n=Count("pk"))
    return rows.annotate(size=Coalesce(Subquery(counts.values("n")), 0))


def tournament_of(game: Game) -> MatchGame | None:
    """The match that the game belongs to, with its tournament, or None."""
    rows = MatchGame.objects.filter(game=game.pk)
    return rows.select_related("match__round__tournament__club", "match__first", "match__second").first()


def may_watch(game: Game, person: Person | None) -> bool:
    """True if the game is one of a tournament that this person may see, and whose cards no one plays anymore."""
    if not game.is_challenge:  # a tournament's game never is anything else, so others cost no query
        return False
    played = Q(closed=None) | Q(matches__first_points=None)
    hidden = Round.objects.filter(matches__games__game=game.pk, deal__isnull=False).filter(played)
    shown = MatchGame.objects.filter(game=game.pk, match__round__tournament__in=visible_to(person).values("pk"))
    return shown.exclude(match__round__in=hidden.values("pk")).exists()


def in_private_club(game: Game) -> bool:
    """True if the game is one of a tournament that exists for the members of a club alone."""
    return (
        game.is_challenge
        and MatchGame.objects.filter(game=game.pk, match__round__tournament__club__private=True).exists()
    )
