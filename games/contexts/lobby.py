"""Lists of games: the open tables, and the user's own. Every list is bounded, whatever the size of the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, Value, When, prefetch_related_objects
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as lazy

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games import services
from games.community.blocks import blocked_either_way, host_messages
from games.contexts.portraits import player_face
from games.domain.perspective import SPECTATOR, perspective_of, redact
from games.domain.presets import FAMILY_OF
from games.domain.table_settings import TableSettings
from games.invitations.selectors import invitations_of, unanswered
from games.log.batch import LatestState, latest_states
from games.log.player_names import with_current_names
from games.models import Game, Seat
from games.models.social import Presence
from games.presenters.catalogue import PLAYERS, Seating
from games.presenters.lobby import GameRow, GameSummary, OpenTable, game_row, game_summary, open_table
from games.presenters.portraits import PlayerFace, person_portrait
from games.results.ratings import ratings_in

MAX_ROWS = 30
MAX_RUNNING = 100
MAX_BADGE = 9
STALE_AFTER = timedelta(minutes=15)
"""Time after which a table where no one is present is no longer listed in the lobby."""

LIST_FIELDS = [
    "public_id",
    "preset",
    "seats",
    "partners",
    "table_settings",
    "live",
    "commitment",
    "status",
    "turn",
    "deadline",
    "host_id",
    "pass_and_play",
    "updated",
    "seq",
    "head",
    "key",
]
"""The fields of a game's row used by lists."""

WITH_SEATS = Prefetch("taken_seats", Seat.objects.order_by("number"))

FILTERS = "lobby_filters"
"""The key in the session of the lobby's filters."""

PACES = {"live": lazy("Live"), "days": lazy("Correspondence")}
RATINGS = {"yes": lazy("Rated"), "no": lazy("Unrated")}


class LobbyFilters(NamedTuple):
    """The open tables wanted: with this kind of clock, rated or not, for so many players. Empty: any."""

    pace: str = ""
    rated: str = ""
    seats: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the filters of a query string. Unknown values filter nothing."""
        sent = {"pace": PACES, "rated": RATINGS, "seats": PLAYERS}
        return cls(*(value if (value := query.get(name, "")) in known else "" for name, known in sent.items()))

    @property
    def condition(self) -> Q:
        pace = Q(live=self.pace == "live") if self.pace else Q()
        rated = Q(table_settings__rated=self.rated == "yes") if self.rated else Q()
        return pace & rated & (Q(seats=int(self.seats)) if self.seats else Q())

    @property
    def query(self) -> str:
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def paces(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in PACES.items()]

    @property
    def ratings(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in RATINGS.items()]

    @property
    def seat_choices(self) -> tuple[str, ...]:
        return PLAYERS


NO_FILTERS = LobbyFilters()


class Page[R](NamedTuple):
    """Some rows, and the start of the next page, if there is one."""

    rows: list[R]
    after: str


def kept_filters(request: HttpRequest) -> LobbyFilters:
    """The filters that were sent, which the session keeps from then on, or those that it has kept."""
    if "pace" in request.GET:
        request.session[FILTERS] = LobbyFilters.of(request.GET)
    kept = request.session.get(FILTERS, ())
    return LobbyFilters(*kept) if len(kept) == len(LobbyFilters._fields) else LobbyFilters()


def open_tables(
    user: Person | AnonymousUser | None,
    after: str = "",
    filters: LobbyFilters = NO_FILTERS,
    of: Collection[int] | None = None,
) -> Page[OpenTable]:
    """Public tables with a free seat, newest first; those opened before the table `after`, and those with a player `of`
    these people.

    Tables of people who are kept apart from the viewer by a block are left out.
    """
    viewer = user.pk if isinstance(user, Person) else None
    hidden = blocked_either_way(viewer) if viewer else set()
    wanted = filters.condition if of is None else filters.condition & Q(_with_people(of))
    parts = [part.filter(wanted) for part in lobby_querysets()]
    page = paginate([excluding_people(part, hidden) for part in parts] if hidden else parts, after)
    ratings = ratings_at(page.rows)
    return Page([_open_table(game, viewer, ratings) for game in page.rows], page.after)


def lobby_querysets() -> tuple[QuerySet[Game], ...]:
    """The tables that wait for players, in parts: those not live; just opened; with a player present.

    A live table is only listed with someone present, since play starts as soon as it is joined. Each part is
    found by its own index; a single query would scan all abandoned tables, of which there are many after some years.
    """
    waits = Q(public=True, status=Game.Status.OPEN, host__isnull=False)
    late = now() - STALE_AFTER
    opened = Game.objects.filter(status=Game.Status.OPEN, created__gt=late).values("pk")
    present = Presence.objects.filter(seat__gt=0, seen__gt=late).values("game")
    return (
        Game.objects.filter(waits, live=False),
        materialized_filter(Game.objects.filter(pk__in=opened), waits),
        materialized_filter(Game.objects.filter(pk__in=present), waits),
    )


def excluding_people(games: QuerySet[Game], people: Iterable[int]) -> QuerySet[Game]:
    """The games in which none of these people has a seat."""
    return games.exclude(_with_people(people))


def _with_people(people: Iterable[int]) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), person__in=people))


def invitations(user: Person | AnonymousUser | None) -> list[OpenTable]:
    """The tables with an unanswered invitation for this person."""
    if not isinstance(user, Person):
        return []
    rows = list(invitations_of(user).prefetch_related(Prefetch("game__taken_seats", Seat.objects.order_by("number"))))
    games = [row.game for row in rows]
    ratings, words = ratings_at(games), host_messages(games, user)
    return [
        replace(_open_table(row.game, user.pk, ratings), host=isolate(row.host), message=words.get(row.game_id, ""))
        for row in rows
    ]


def ratings_at(games: Sequence[Game]) -> dict[tuple[int | None, str], int]:
    """The ratings of the players of these games, by person and family."""
    people = {seat.person_id for game in games for seat in game.taken_seats.all() if seat.person_id}
    return ratings_in({FAMILY_OF.get(game.preset, "") for game in games}, people) if people else {}


def invitations_context(request: HttpRequest) -> dict[str, Any]:
    """The context of the list of invitations."""
    return {"invited": invitations(request.user)}


def _open_table(game: Game, viewer: int | None, ratings: Mapping[tuple[int | None, str], int]) -> OpenTable:
    family = FAMILY_OF.get(game.preset, "")
    seats = sorted(game.taken_seats.all(), key=lambda seat: (seat.person_id != game.host_id, seat.number))
    mine = viewer is not None and any(seat.person_id == viewer for seat in seats)
    faces, seating = [player_face(seat) for seat in seats], Seating(game.seats, game.partners)
    table_settings = TableSettings(**game.table_settings)
    return open_table(
        game.public_id,
        game.preset,
        seating,
        table_settings,
        faces,
        ratings=[ratings.get((seat.person_id, family)) for seat in seats],
        mine=mine,
        commitment=game.commitment,
    )


def paginate(parts: Iterable[QuerySet[Game]], after: str) -> Page[Game]:
    """A page of the games of these lists, newest first, with their seats.

    One query for each list and one more, however many games there are.
    """
    before = Q(pk__lt=Game.objects.filter(public_id=after).values("pk")[:1]) if after else Q()
    games = {
        game.pk: game
        for part in parts
        for game in part.only(*LIST_FIELDS).filter(before).order_by("-pk")[: MAX_ROWS + 1]
    }
    rows = [games[key] for key in sorted(games, reverse=True)]
    more = len(rows) > MAX_ROWS
    prefetch_related_objects(rows[:MAX_ROWS], WITH_SEATS)
    return Page(rows[:MAX_ROWS], rows[MAX_ROWS - 1].public_id if more else "")


def games_over(person: Person | AnonymousUser, after: str) -> Page[GameRow]:
    page = paginate([games_of(person, Game.Status.OVER)], after)
    summaries = summaries_for(page.rows, person.pk)
    return Page([_row(game, person, {}, summaries.get(game.pk)) for game in page.rows], page.after)


def running_games(person: Person | AnonymousUser, summaries: bool = False) -> list[GameRow]:
    """The user's unfinished games: those where it is their turn first, of these the earliest deadline first."""
    games = games_of(person, Game.Status.OPEN, Game.Status.PLAYING)
    games = games.order_by(F("deadline").asc(nulls_last=True), "-updated")
    rows = list(games.only(*LIST_FIELDS).prefetch_related(WITH_SEATS)[:MAX_RUNNING])
    away = vacations_at(rows)
    known = summaries_for(rows, person.pk) if summaries else {}
    asked = invited_faces(rows) if summaries else {}
    mine = (_row(game, person, away, known.get(game.pk), asked.get(game.pk, ())) for game in rows)
    return sorted(mine, key=lambda row: not row.my_turn)


def summaries_for(games: Sequence[Game], person_id: int | None) -> dict[int, GameSummary]:
    """The summaries by the games' keys, as the person sees them; the games have been read with their seats."""
    states = latest_states(games)
    return {game.pk: _summary(game, states[game.pk], person_id) for game in games if game.pk in states}


def _summary(game: Game, latest: LatestState, person_id: int | None) -> GameSummary:
    seats = game.taken_seats.all()
    own = [seat.number for seat in seats if seat.person_id == person_id and (not seat.bot or latest.state.result)]
    viewer = own[0] if own else SPECTATOR
    names = {seat.number: seat.table_name for seat in seats}
    perspective = with_current_names(perspective_of(latest.state, viewer), names)
    return game_summary(perspective, [redact(event, viewer) for event in latest.events], game.seq)


def invited_faces(games: Sequence[Game]) -> dict[int, list[PlayerFace]]:
    """The players who have not answered an invitation to these tables, by game."""
    faces: dict[int, list[PlayerFace]] = {}
    for invitation in unanswered(games):
        other = invitation.person
        faces.setdefault(invitation.game_id, []).append(
            PlayerFace(isolate(other), person_portrait(str(other), other.pk))
        )
    return faces


def vacations_at(games: Sequence[Game]) -> dict[int, date]:
    """The players at these tables who are on holiday, with the last day; queried only for games over days."""
    people = {seat.person_id for game in games if not game.live for seat in game.taken_seats.all() if seat.person_id}
    return services.away_until(list(people)) if people else {}


def games_of(person: Person | AnonymousUser, *statuses: Game.Status) -> QuerySet[Game]:
    """The games of this status in which the person has a seat, found by the person's seats, and those on their
    device."""
    seated = Seat.objects.filter(person=person.pk).order_by().values("game")
    mine = Game.objects.filter(pk__in=seated.union(local_games(person).values("pk"), all=True))
    return materialized_filter(mine, Q(status__in=statuses))


def local_games(person: Person | AnonymousUser) -> QuerySet[Game]:
    """The person's games of pass and play."""
    return Game.objects.filter(host=person.pk, pass_and_play=True)


def materialized_filter(games: QuerySet[Game], condition: Q) -> QuerySet[Game]:
    """The games that meet the condition, wrapped so that no query planner starts with all games that do."""
    return games.alias(met=Case(When(condition, then=Value(True)), default=Value(False))).filter(met=True)


def _row(
    game: Game,
    person: Person | AnonymousUser,
    away: Mapping[int, date],
    summary: GameSummary | None,
    invited: Sequence[PlayerFace] = (),
) -> GameRow:
    seats = game.taken_seats.all()
    others = [seat for seat in seats if seat.person_id != person.pk]
    own = [seat for seat in seats if game.pass_and_play or seat.person_id == person.pk]
    mine = any(seat.number == game.turn and not seat.bot for seat in own)
    left = (game.deadline - now()).total_seconds() if game.deadline else None
    days = [(isolate(seat.display_name), away.get(seat.person_id or 0)) for seat in others]
    gone = [(name, day) for name, day in days if day]
    faces = [*(player_face(seat) for seat in others), *invited]
    row = game_row(game.public_id, game.preset, faces, game.get_status_display(), mine, left, gone)
    row = replace(row, deadline=game.deadline, updated=game.updated, summary=summary)
    return replace(row, pass_and_play=game.pass_and_play)


# --- number of waiting games --------------------------------------------------------------------------------------


ABANDONED_AFTER = timedelta(days=3)
"""Time without a move after which a game against computers alone no longer counts as waiting."""


def seats_to_play(person: Person) -> QuerySet[Seat]:
    """The seats with this person's turn, except in abandoned games against computers, or of pass and play.

    A game that is not in progress has no turn.
    """
    others = Seat.objects.filter(game=OuterRef("game"), person__isnull=False, bot="").exclude(person=person)
    own = Seat.objects.filter(person=person).order_by().values("pk")
    local = Seat.objects.filter(game__in=local_games(person).filter(status=Game.Status.PLAYING)).order_by().values("pk")
    seats = Seat.objects.filter(pk__in=own.union(local, all=True), bot="", number=F("game__turn"))
    return seats.filter(Q(game__updated__gt=now() - ABANDONED_AFTER) | Exists(others))


class PendingTurns:
    """The number of games that wait for the user's move, counted on first use.

    The game that the user has in front of them, named by its public ID, is left out.
    """

    def __init__(self, user: Person | AnonymousUser | None, open_game: str = "") -> None:
        self.user, self.open_game = user, open_game

    @cached_property
    def count(self) -> int:
        if not isinstance(self.user, Person):
            return 0
        return seats_to_play(self.user).exclude(game__public_id=self.open_game).count()

    @property
    def icon(self) -> str:
        """The URL of the page's icon, with the number on it."""
        return icon_of(self.count)

    @property
    def as_json(self) -> dict[str, Any]:
        """The data pushed to an open page."""
        return {"count": self.count, "icon": self.icon}


def turns(request: HttpRequest) -> dict[str, Any]:
    """Add the number of waiting games to every template (a context processor); no query where it is not shown."""
    page = request.resolver_match
    open_game = page.kwargs["public_id"] if page and page.view_name == "games:table" else ""
    return {"turns": PendingTurns(getattr(request, "user", None), open_game)}


def icon_of(count: int) -> str:
    return reverse("games:icon", args=[min(count, MAX_BADGE + 1)]) if count else static("icon.svg")
