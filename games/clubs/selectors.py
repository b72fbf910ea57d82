"""Queries of clubs, as one person may see them. A club that is private does not exist for anyone but its members."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare

from accounts.models import Person
from games.clubs.models import Admission, Club, Membership

type Viewer = Person | AnonymousUser | None

ORGANIZERS = (Membership.Role.OWNER, Membership.Role.ORGANIZER)


class SeenClub(NamedTuple):
    """A club and what the viewer is in it: a role, or nothing; and how they stand at its door, if they do."""

    club: Club
    role: str = ""
    door: str = ""
    notify: bool = False

    @property
    def is_member(self) -> bool:
        return bool(self.role)

    @property
    def inside(self) -> bool:
        """True for whoever may see the club's games, news and dates; not for those whom a private club has invited."""
        return self.is_member or not self.club.private

    @property
    def organizes(self) -> bool:
        return self.role in ORGANIZERS

    @property
    def owns(self) -> bool:
        return self.role == Membership.Role.OWNER


def find_club(viewer: Viewer, address: str, code: str = "") -> SeenClub | None:
    """The club with this address, or None if the viewer may not know of it. The one query is the same in all cases.

    A private club is known to its members, to those it has invited, and to those who come by its link and were not
    removed.
    """
    person = viewer.pk if isinstance(viewer, Person) else None
    rows = Club.objects.filter(address=address).annotate(
        role=_of(Membership, person, "role"),
        door=_of(Admission, person, "state"),
        told=_of(Membership, person, "notify"),
    )
    row: Any = rows.first()
    if row is None:
        return None
    seen = SeenClub(row, row.role or "", row.door or "", bool(row.told))
    by_link = bool(code) and constant_time_compare(code, row.code) and seen.door != Admission.State.REMOVED
    known = not row.private or seen.is_member or (seen.door == Admission.State.INVITED)
    return seen if (by_link if code else known) else None


def _of(model: type[Membership] | type[Admission], person: int | None, field: str) -> Subquery:
    return Subquery(model._default_manager.filter(club=OuterRef("pk"), person=person).order_by().values(field)[:1])


def with_sizes(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """The clubs, each with its number of members (`size`), counted for the rows of a page alone."""
    counts = Membership.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(n=Count("pk"))
    return clubs.annotate(size=Coalesce(Subquery(counts.values("n")), 0))


def own_clubs(person: Person) -> list[Membership]:
    """The person's memberships with their clubs, the latest first."""
    return list(Membership.objects.filter(person=person).select_related("club").order_by("-pk"))


def invitations_to(person: Person) -> list[Club]:
    """The clubs that have invited the person, who has not answered."""
    rows = Admission.objects.filter(person=person, state=Admission.State.INVITED).select_related("club")
    return [row.club for row in rows.order_by("-pk")]


def open_clubs(words: str, before: int | None) -> QuerySet[Club]:
    """The clubs that anyone may see, the latest first: those older than `before`, with these words in their name."""
    clubs = Club.objects.filter(private=False).order_by("-pk")
    if before is not None:
        clubs = clubs.filter(pk__lt=before)
    for word in words.split():
        clubs = clubs.filter(name__icontains=word)
    return clubs


def members_of(club: Club) -> QuerySet[Membership]:
    """The members, the longest-serving first."""
    return Membership.objects.filter(club=club).select_related("person").order_by("pk")


def organizers_of(club: Club) -> QuerySet[Membership]:
    return members_of(club).exclude(role=Membership.Role.MEMBER)


def at_the_door(club: Club, state: Admission.State) -> QuerySet[Admission]:
    """The people who stand so at the club's door, the first to come first."""
    return Admission.objects.filter(club=club, state=state).select_related("person").order_by("pk")
