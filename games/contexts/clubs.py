"""What the pages of clubs show, read for one viewer."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games.clubs import calendar, selectors, talk
from games.clubs.models import Admission, Club, ClubFavorite, ClubNews, Membership
from games.clubs.selectors import SeenClub, Viewer
from games.clubs.tables import games_of_club
from games.contexts.lobby import LIST_FIELDS, STALE_AFTER, WITH_SEATS, open_tables
from games.contexts.tournaments import tournament_cards
from games.contexts.watch import MAX_TABLES, tables_for, with_states
from games.domain.presets import PRESETS
from games.live.presence import present_pages
from games.models import DELETED_PLAYER, Game, HouseRules, SeatResult
from games.models.social import ChatMessage
from games.presenters.clubs import ClubCard, LeaderRow, MemberRow, NewsRow, TalkLine, club_line, ranks_on_offer
from games.presenters.portraits import PlayerFace, person_portrait
from games.presenters.rules import SetRow, game_name, set_row
from games.presenters.social import message_text
from games.tournaments.selectors import of_club

A_PAGE = 50
"""Number of members on a page, and of people at the door."""

CLUBS_A_PAGE = 30
FEW_MEMBERS = 8
"""Number of members whom the club's own page shows."""


MESSAGES, FEW_MESSAGES = 40, 6
"""Numbers of messages on the page of the talk, and on the club's own page."""

FEW_NEWS, NEWS_A_PAGE = 3, 20
FEW_CUPS = 5
"""Number of tournaments on the club's own page: the latest."""

LEADERS = 10
LEADING_TIME = timedelta(days=90)
"""Time for which a finished game counts on the leaderboard."""

OPEN_TIME = timedelta(days=30)
"""Time after which a table that found no players is no longer listed."""


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


def lists_context(seen: SeenClub, viewer: Viewer, after: str = "") -> dict[str, Any]:
    """The club's games as the viewer may see them, for the page and its socket."""
    tables = open_tables(viewer, after, among=waiting_tables(seen.club))
    games = games_of_club(seen.club).filter(status=Game.Status.PLAYING).order_by("-updated")
    running = list(games.only(*LIST_FIELDS).prefetch_related(WITH_SEATS)[:MAX_TABLES])
    return {
        "club": seen.club,
        "seen": seen,
        "tables": tables,
        "watched": tables_for(viewer, with_states(running, {})),
        "leaders": leaders(seen.club, viewer),
    }


def waiting_tables(club: Club) -> QuerySet[Game]:
    """The club's tables with a free seat; a live one only if just opened, or with someone there."""
    waiting = games_of_club(club).filter(status=Game.Status.OPEN, by_invitation=False, host__isnull=False)
    late = now() - STALE_AFTER
    there = Q(created__gt=late) | Q(pk__in=present_pages().filter(seat__gt=0).values("game"))
    return waiting.filter(Q(live=False) | there, created__gt=now() - OPEN_TIME)


def leaders(club: Club, viewer: Viewer) -> list[LeaderRow]:
    """The members with the most games won against people in the club lately."""
    won, lost = SeatResult.Outcome.WON, SeatResult.Outcome.LOST
    recent = SeatResult.objects.filter(
        game__club_game__club=club, level="", finished__gt=now() - LEADING_TIME, person__memberships__club=club
    )
    counted = recent.values("person", "person__display_name", "person__username").annotate(
        won=Count("pk", filter=Q(outcome=won)), lost=Count("pk", filter=Q(outcome=lost)), played=Count("pk")
    )
    rows = counted.order_by("-won", "lost", "-played", "person")[:LEADERS]
    mine = viewer.pk if viewer else None
    return [
        LeaderRow(place, name_face(dict(row)), row["won"], row["played"], mine=row["person"] == mine)
        for place, row in enumerate(rows, start=1)
    ]


def name_face(row: dict[str, Any]) -> PlayerFace:
    name = row["person__display_name"] or row["person__username"]
    return PlayerFace(isolate(name), person_portrait(name, row["person"]))


def club_context(seen: SeenClub, viewer: Person | None, link: str) -> dict[str, Any]:
    """The club's own page. `link`: the address that lets people in, for members alone."""
    members = selectors.members_of(seen.club)[:FEW_MEMBERS]
    asked = selectors.at_the_door(seen.club, Admission.State.ASKED).count() if seen.organizes else 0
    news = news_of(seen.club, FEW_NEWS)
    return (
        head_context(seen)
        | lists_context(seen, viewer)
        | talk_context(seen, viewer, most=FEW_MESSAGES)
        | {
            "cups": tournament_cards(of_club(seen.club)[:FEW_CUPS]),
            "news": news[:FEW_NEWS],
            "older_news": len(news) > FEW_NEWS,
            "favorites": favorites_of(seen.club),
            "next_date": calendar.coming_dates(seen.club).first(),
            "members": [member_row(row, seen, viewer) for row in members],
            "asked": asked,
            "link": link if seen.is_member else "",
        }
    )


def talk_context(
    seen: SeenClub, viewer: Person | None, before: int | None = None, most: int = MESSAGES
) -> dict[str, Any]:
    """The latest messages, or those older than `before`, in order; none for whoever is not a member."""
    if viewer is None or not seen.is_member:
        return {"club": seen.club, "seen": seen, "lines": [], "older": None}
    rows = talk.readable_messages(seen.club, viewer)
    found = list((rows.filter(pk__lt=before) if before else rows)[: most + 1])
    lines = [talk_line(row, viewer) for row in reversed(found[:most])]
    older = found[most - 1].pk if len(found) > most else None
    return {"club": seen.club, "seen": seen, "lines": lines, "older": older}


def talk_line(row: ChatMessage, viewer: Person) -> TalkLine:
    mine, person = row.person_id == viewer.pk, row.person
    name = str(person) if person else gettext(DELETED_PLAYER)
    return TalkLine(
        row.pk,
        PlayerFace(isolate(name), person_portrait(name, row.person_id)),
        gettext("Message removed") if row.removed else message_text(row),
        row.at,
        mine,
        removed=row.removed is not None,
        answerable=not mine and person is not None and row.removed is None,
    )


def news_of(club: Club, most: int, before: int | None = None) -> list[NewsRow]:
    """The latest news, one more than asked for where there is older news."""
    rows = ClubNews.objects.filter(club=club).select_related("author").order_by("-pk")
    rows = rows.filter(pk__lt=before) if before else rows
    return [NewsRow(row.pk, row.text, row.at, isolate(row.author) if row.author else "") for row in rows[: most + 1]]


def favorites_of(club: Club) -> list[SetRow]:
    return [set_row(row.pk, row.name, row.preset, row.overrides) for row in ClubFavorite.objects.filter(club=club)]


def favorites_context(seen: SeenClub, organizer: Person) -> dict[str, Any]:
    """The favorites, and what can be added: games, and house rules of the organizer's own."""
    saved = HouseRules.objects.filter(owner=organizer)
    return head_context(seen) | {
        "favorites": favorites_of(seen.club),
        "games": sorted(((preset, game_name(preset)) for preset in PRESETS), key=lambda choice: choice[1]),
        "saved": [set_row(row.pk, row.name, row.preset, row.overrides) for row in saved],
    }


def calendar_context(seen: SeenClub, viewer: Person | None) -> dict[str, Any]:
    rows = Membership.objects.filter(club=seen.club, person=viewer) if viewer and seen.is_member else ()
    token = next((calendar.feed_token(row.pk) for row in rows), "")
    return head_context(seen) | {"dates": list(calendar.coming_dates(seen.club)[: calendar.MAX_DATES]), "token": token}


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
        challengeable=bool(not mine and viewer and not viewer.is_guest and not person.is_guest),
        removable=not mine and not row.owns and (seen.owns or (seen.organizes and not row.organizes)),
        mine=mine,
    )


def face_of(person: Person) -> PlayerFace:
    return PlayerFace(isolate(person), person_portrait(str(person), person.pk))


def link_name(person: Person) -> str:
    """The name in the address of the person's page; guests have none."""
    return "" if person.is_guest else person.username
