"""Lists of games: the open tables, and the user's own. Every list is bounded, whatever the size of the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, Value, When, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import cached_property
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET

from accounts.models import Person
from casino.clock import now
from games import services
from games.domain.terms import Terms
from games.invitations.blocks import apart_from
from games.invitations.reading import invitations_of
from games.models import Game, Seat
from games.models.social import Presence
from games.presenters.catalogue import Company
from games.presenters.lobby import GameRow, OpenTable, game_row, open_table
from games.rulings.models import Notice

MOST_ROWS = 30
MOST_RUNNING = 100
MOST_BADGE = 9
NOT_THERE = timedelta(minutes=15)
"""Time after which a table where no one is present is no longer listed in the lobby."""

SHORT = "public_id preset seats partners terms over_days commitment status turn deadline host_id updated".split()
"""The fields of a game's row used by lists."""

SITTING = Prefetch("taken_seats", Seat.objects.order_by("number"))


class Page[R](NamedTuple):
    """Some rows, and the start of the next page, if there is one."""

    rows: list[R]
    after: str


# --- open tables --------------------------------------------------------------------------------------------------


@require_GET
@never_cache
def lobby_page(request: HttpRequest) -> HttpResponse:
    after = request.GET.get("after", "")
    return render(
        request, "games/lobby.html", {"tables": open_tables(request.user, after), "live": not after} | invited(request)
    )


def open_tables(user: Person | AnonymousUser | None, after: str = "") -> Page[OpenTable]:
    """Return public tables with a free seat, newest first; those opened before the table `after`.

    Tables of people who are kept apart from the viewer by a block are left out.
    """
    viewer = user.pk if isinstance(user, Person) else None
    hidden = apart_from(viewer) if viewer else set()
    found = page_of([without(part, hidden) for part in parts_of_lobby()] if hidden else parts_of_lobby(), after)
    return Page([_open_table(game, viewer) for game in found.rows], found.after)


def parts_of_lobby() -> tuple[QuerySet[Game], ...]:
    """Return the tables that wait for players, in parts: with days to think; just opened; with a player present.

    A table without days is only listed with someone present, since play starts as soon as it is joined. Each part is
    found by its own index; a single query would scan all abandoned tables, of which there are many after some years.
    """
    waits = Q(public=True, status=Game.Status.OPEN, host__isnull=False)
    late = now() - NOT_THERE
    opened = Game.objects.filter(status=Game.Status.OPEN, created__gt=late).values("pk")
    there = Presence.objects.filter(seat__gt=0, seen__gt=late).values("game")
    return (
        Game.objects.filter(waits, over_days=True),
        these(Game.objects.filter(pk__in=opened), waits),
        these(Game.objects.filter(pk__in=there), waits),
    )


def without(games: QuerySet[Game], people: Iterable[int]) -> QuerySet[Game]:
    """Return the games in which none of these people has a seat."""
    return games.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), person__in=people)))


def invited_tables(user: Person | AnonymousUser | None) -> list[OpenTable]:
    """Return the tables with an unanswered invitation for this person."""
    if not isinstance(user, Person):
        return []
    rows = invitations_of(user).prefetch_related(Prefetch("game__taken_seats", Seat.objects.order_by("number")))
    return [replace(_open_table(each.game, user.pk), host=str(each.host)) for each in rows]


def invited(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the list of invitations."""
    return {"invited": invited_tables(request.user)}


def _open_table(game: Game, viewer: int | None) -> OpenTable:
    seats = sorted(game.taken_seats.all(), key=lambda seat: (seat.person_id != game.host_id, seat.number))
    mine = viewer is not None and any(seat.person_id == viewer for seat in seats)
    names, company = [seat.called for seat in seats], Company(game.seats, game.partners)
    terms = Terms(**game.terms)
    return open_table(game.public_id, game.preset, company, terms, names, mine=mine, commitment=game.commitment)


def page_of(parts: Iterable[QuerySet[Game]], after: str) -> Page[Game]:
    """Return a page of the games of these lists, newest first, with their seats.

    One query for each list and one more, however many games there are.
    """
    before = Q(pk__lt=Game.objects.filter(public_id=after).values("pk")[:1]) if after else Q()
    found = {
        game.pk: game for part in parts for game in part.only(*SHORT).filter(before).order_by("-pk")[: MOST_ROWS + 1]
    }
    rows = [found[key] for key in sorted(found, reverse=True)]
    more = len(rows) > MOST_ROWS
    prefetch_related_objects(rows[:MOST_ROWS], SITTING)
    return Page(rows[:MOST_ROWS], rows[MOST_ROWS - 1].public_id if more else "")


NOTICES_SHOWN = timedelta(days=30)

# --- the user's games ---------------------------------------------------------------------------------------------


@require_GET
@never_cache
@login_required(login_url="games:home")
def my_games(request: HttpRequest) -> HttpResponse:
    person = request.user
    after = request.GET.get("after", "")
    context: dict[str, Any] = {"over": games_over(person, after), "later": bool(after)} | invited(request)
    if not after:
        running = running_games(person)
        context["notices"] = Notice.objects.filter(person=person.pk, made__gt=now() - NOTICES_SHOWN)
        context["mine"] = [row for row in running if row.my_turn]
        context["others"] = [row for row in running if not row.my_turn]
    return render(request, "games/mine.html", context)


def games_over(person: Person | AnonymousUser, after: str) -> Page[GameRow]:
    found = page_of([games_of(person, Game.Status.OVER)], after)
    return Page([_row(game, person) for game in found.rows], found.after)


def running_games(person: Person | AnonymousUser) -> list[GameRow]:
    """Return the user's unfinished games: those where it is their turn first, of these the earliest deadline first."""
    games = games_of(person, Game.Status.OPEN, Game.Status.PLAYING)
    games = games.order_by(F("deadline").asc(nulls_last=True), "-updated")
    found = list(games.only(*SHORT).prefetch_related(SITTING)[:MOST_RUNNING])
    away = away_from(found)
    rows = [_row(game, person, away) for game in found]
    return sorted(rows, key=lambda row: not row.my_turn)


def away_from(games: Sequence[Game]) -> dict[int, date]:
    """Return the players at these tables who are on holiday, with the last day; queried only for games over days."""
    people = {seat.person_id for game in games if game.over_days for seat in game.taken_seats.all() if seat.person_id}
    return services.away_until(list(people)) if people else {}


def games_of(person: Person | AnonymousUser, *statuses: Game.Status) -> QuerySet[Game]:
    """Return the games of this status in which the person has a seat, found by the person's seats."""
    return these(Game.objects.filter(taken_seats__person=person.pk), Q(status__in=statuses))


def these(games: QuerySet[Game], condition: Q) -> QuerySet[Game]:
    """Return the games that meet the condition, wrapped so that no query planner starts with all games that do."""
    return games.alias(met=Case(When(condition, then=Value(True)), default=Value(False))).filter(met=True)


def _row(game: Game, person: Person | AnonymousUser, away: Mapping[int, date] | None = None) -> GameRow:
    seats = game.taken_seats.all()
    others = [seat for seat in seats if seat.person_id != person.pk]
    mine = any(seat.number == game.turn and not seat.bot for seat in seats if seat.person_id == person.pk)
    left = (game.deadline - now()).total_seconds() if game.deadline else None
    days = [(seat.called, (away or {}).get(seat.person_id or 0)) for seat in others]
    gone = [(name, day) for name, day in days if day]
    names = [seat.called for seat in others]
    return game_row(game.public_id, game.preset, names, game.get_status_display(), mine, left, gone)


# --- number of waiting games --------------------------------------------------------------------------------------


def turns_of(person: Person) -> QuerySet[Seat]:
    """Return the seats with this person's turn. A game that is not in progress has no turn."""
    return Seat.objects.filter(person=person, bot="", number=F("game__turn"))


class Turns:
    """The number of games that wait for the user's move, counted on first use."""

    def __init__(self, user: Person | AnonymousUser | None) -> None:
        self.user = user

    @cached_property
    def count(self) -> int:
        if not isinstance(self.user, Person):
            return 0
        return turns_of(self.user).count()

    @property
    def icon(self) -> str:
        """The URL of the page's icon, with the number on it."""
        return icon_of(self.count)

    @property
    def told(self) -> dict[str, Any]:
        """The data pushed to an open page."""
        return {"count": self.count, "icon": self.icon}


def turns(request: HttpRequest) -> dict[str, Any]:
    """Add the number of waiting games to every template (a context processor); no query where it is not shown."""
    return {"turns": Turns(getattr(request, "user", None))}


def icon_of(count: int) -> str:
    return reverse("games:icon", args=[min(count, MOST_BADGE + 1)]) if count else static("icon.svg")


@require_GET
@cache_control(max_age=7 * 24 * 3600, public=True)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    """Render the site's icon with a number on it, 9+ beyond nine."""
    text = str(count) if count <= MOST_BADGE else f"{MOST_BADGE}+"
    return render(request, "icon.svg", {"text": text}, content_type="image/svg+xml")
