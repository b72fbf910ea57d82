"""What the pages of clubs show, read for one viewer."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Page, Paginator

from accounts.models import Person
from accounts.person_names import isolate
from games.clubs import selectors
from games.clubs.models import Admission, Club, Membership
from games.clubs.selectors import SeenClub
from games.presenters.clubs import ClubCard, MemberRow, club_line, ranks_on_offer
from games.presenters.portraits import PlayerFace, person_portrait

A_PAGE = 50
"""Number of members on a page, and of people at the door."""

CLUBS_A_PAGE = 30
FEW_MEMBERS = 8
"""Number of members whom the club's own page shows."""


def club_card(club: Any) -> ClubCard:
    line = club_line(club.size, private=club.private, guests=club.guests)
    return ClubCard(club.address, isolate(club.name), club.crest, line)


def club_cards(clubs: Iterable[Club]) -> list[ClubCard]:
    """The clubs in the order given; one query for their sizes."""
    wanted = [club.pk for club in clubs]
    sized = {club.pk: club for club in selectors.with_sizes(Club.objects.filter(pk__in=wanted))}
    return [club_card(sized[pk]) for pk in wanted if pk in sized]


def clubs_context(viewer: Person | None, words: str, before: int | None) -> dict[str, Any]:
    """The viewer's clubs and invitations, and a page of the clubs that anyone may see."""
    found = list(selectors.open_clubs(words, before)[: CLUBS_A_PAGE + 1])
    own = [row.club for row in selectors.own_clubs(viewer)] if viewer else []
    return {
        "own": club_cards(own),
        "invited": club_cards(selectors.invitations_to(viewer)) if viewer else [],
        "found": club_cards(found[:CLUBS_A_PAGE]),
        "after": found[CLUBS_A_PAGE - 1].pk if len(found) > CLUBS_A_PAGE else None,
        "q": words,
    }


def head_context(seen: SeenClub) -> dict[str, Any]:
    """What every page of a club begins with."""
    club = seen.club
    size = Membership.objects.filter(club=club).count()
    return {
        "club": club,
        "club_name": isolate(club.name),
        "club_line": club_line(size, private=club.private, guests=club.guests),
        "seen": seen,
        "size": size,
    }


def club_context(seen: SeenClub, viewer: Person | None, link: str) -> dict[str, Any]:
    """The club's own page. `link`: the address that lets people in, for members alone."""
    members = selectors.members_of(seen.club)[:FEW_MEMBERS]
    asked = selectors.at_the_door(seen.club, Admission.State.ASKED).count() if seen.organizes else 0
    return head_context(seen) | {
        "members": [member_row(row, seen, viewer) for row in members],
        "asked": asked,
        "link": link if seen.is_member else "",
    }


def members_context(seen: SeenClub, viewer: Person, number: str) -> dict[str, Any]:
    """A page of the members; for organizers also the people at the door."""
    page: Page[Membership] = Paginator(selectors.members_of(seen.club), A_PAGE).get_page(number)
    context = head_context(seen) | {
        "page": page,
        "members": [member_row(row, seen, viewer) for row in page.object_list],
    }
    if seen.organizes:
        for state in Admission.State:
            rows = selectors.at_the_door(seen.club, state)[: 2 * A_PAGE]
            context[f"door_{state}"] = [MemberRow(row.pk, face_of(row.person), link_name(row.person)) for row in rows]
    return context


def member_row(row: Membership, seen: SeenClub, viewer: Person | None) -> MemberRow:
    person, mine = row.person, viewer is not None and row.person_id == viewer.pk
    return MemberRow(
        row.pk,
        face_of(person),
        link_name(person),
        role=row.get_role_display() if row.organizes else "",
        ranks=ranks_on_offer(row.role) if seen.owns and not row.owns else (),
        removable=not mine and not row.owns and (seen.owns or (seen.organizes and not row.organizes)),
        mine=mine,
    )


def face_of(person: Person) -> PlayerFace:
    return PlayerFace(isolate(person), person_portrait(str(person), person.pk))


def link_name(person: Person) -> str:
    """The name in the address of the person's page; guests have none."""
    return "" if person.is_guest else person.username
