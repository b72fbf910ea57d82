"""Lists of games: the open tables, and the user's own. Every list is bounded, whatever the size of the database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, F, OuterRef, Prefetch, Q, QuerySet, Value, When, prefetch_related_objects
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games import services
from games.community.blocks import blocked_either_way, host_messages
from games.contexts.access import allows_spectators
from games.contexts.portraits import player_face
from games.contexts.waiting import MAX_RUNNING, local_games, reasons_of, waiting_seats, with_reasons
from games.domain.perspective import SPECTATOR, perspective_of, redact
from games.domain.presets import FAMILY_OF
from games.domain.table_settings import TableSettings
from games.invitations.selectors import invitations_of, without_seat
from games.invitations.takeovers import takeable_seats
from games.log.batch import LatestState, latest_states
from games.log.player_names import with_current_names
from games.models import Game, Seat
from games.models.social import Presence
from games.presenters.cards import join_with_and
from games.presenters.catalogue import PLAYERS, Seating
from games.presenters.lobby import GameRow, GameSummary, OpenTable, game_row, game_summary, open_table
from games.presenters.portraits import PlayerFace, person_portrait
from games.presenters.rules import stored_name
from games.results.ratings import ratings_in

MAX_ROWS = 30
MAX_LEFT = 100
"""Number of seats looked at, of players whom a computer replaces."""
STALE_AFTER = timedelta(minutes=15)
"""Time after which a table where no one is present is no longer listed in the lobby."""

LAST = datetime.max.replace(tzinfo=UTC)
"""In place of a deadline, where there is none."""

LIST_FIELDS = [
    "public_id",
    "preset",
    "options",
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
    among: QuerySet[Game] | None = None,
) -> Page[OpenTable]:
    """Public tables with a free seat, newest first; those opened before the table `after`, and those with a player `of`
    these people, or those `among` these.

    Tables of people who are kept apart from the viewer by a block are left out.
    """
    viewer = user.pk if isinstance(user, Person) else None
    hidden = blocked_either_way(viewer) if viewer else set()
    wanted = filters.condition if of is None else filters.condition & Q(_with_people(of))
    parts = [part.filter(wanted) for part in (lobby_querysets() if among is None else (among,))]
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


def games_to_join(user: Person | AnonymousUser | None) -> list[tuple[OpenTable, str]]:
    """Public games in which a computer plays on for a player who has left, each with the names of these players.

    Those of the latest games that any player has left: as all lists, it looks at a bounded number of rows.
    """
    left = Seat.objects.exclude(bot="").filter(person__isnull=False).order_by("-game").values_list("game", flat=True)
    recent, viewer = list(left[:MAX_LEFT]), user.pk if isinstance(user, Person) else None
    hidden = blocked_either_way(viewer) if recent and viewer else set()
    known = Game.objects.filter(pk__in=recent, public=True, status=Game.Status.PLAYING)
    games = list(excluding_people(known, hidden).only(*LIST_FIELDS).prefetch_related(WITH_SEATS).order_by("-pk"))
    states, ratings, rows = latest_states(games[:MAX_ROWS]), ratings_at(games), []
    for game in games[:MAX_ROWS]:
        game.seats_with_people = list(game.taken_seats.all())
        seats = takeable_seats(game, states[game.pk].state) if game.pk in states and allows_spectators(game) else []
        names = [seat.display_name for seat in seats if seat.person_id]
        if names:
            rows.append((_open_table(game, viewer, ratings), join_with_and(map(isolate, names))))
    return rows


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
        stored_name(game.preset, game.options),
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
    page = paginate([games_of(person, Q(status=Game.Status.OVER))], after)
    summaries = summaries_for(page.rows, person.pk)
    return Page([_row(game, person, {}, summaries.get(game.pk)) for game in page.rows], page.after)


def running_games(person: Person | AnonymousUser, summaries: bool = False) -> list[GameRow]:
    """The user's unfinished games, and those over with a ruling that the user has not looked at.

    Those that wait for the user come first. Of these and of the others, those with the earliest deadline come first,
    then those that have waited longest, and the others by their latest move.
    """
    ruled = Q(pk__in=waiting_seats(person.pk).filter(game__status=Game.Status.OVER).values("game"))
    games = games_of(person, Q(status__in=[Game.Status.OPEN, Game.Status.PLAYING]) | ruled)
    games = games.order_by(F("deadline").asc(nulls_last=True), "-updated").only(*LIST_FIELDS)
    seats = Prefetch("taken_seats", with_reasons(Seat.objects.order_by("number")))
    rows = list(games.prefetch_related(seats)[:MAX_RUNNING])
    away = vacations_at(rows)
    known = summaries_for(rows, person.pk) if summaries else {}
    asked = invited_faces(rows)
    mine = [_row(game, person, away, known.get(game.pk), asked.get(game.pk, ())) for game in rows]
    waiting = sorted((row for row in mine if row.waits), key=lambda row: (row.deadline or LAST, row.updated or LAST))
    return [*waiting, *(row for row in mine if not row.waits)]


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


def invited_faces(games: Sequence[Game]) -> dict[int, list[tuple[PlayerFace, bool]]]:
    """The players who were invited to these tables and have no seat, by game, each with True if they have declined."""
    faces: dict[int, list[tuple[PlayerFace, bool]]] = {}
    for invitation in without_seat(games):
        other = invitation.person
        face = PlayerFace(isolate(other), person_portrait(str(other), other.pk))
        faces.setdefault(invitation.game_id, []).append((face, invitation.declined))
    return faces


def vacations_at(games: Sequence[Game]) -> dict[int, date]:
    """The players at these tables who are on holiday, with the last day; queried only for games over days."""
    people = {seat.person_id for game in games if not game.live for seat in game.taken_seats.all() if seat.person_id}
    return services.away_until(list(people)) if people else {}


def games_of(person: Person | AnonymousUser, condition: Q) -> QuerySet[Game]:
    """The games in which the person has a seat, found by the person's seats, and those on their device, that meet the
    condition."""
    seated = Seat.objects.filter(person=person.pk).order_by().values("game")
    mine = Game.objects.filter(pk__in=seated.union(local_games(person.pk).values("pk"), all=True))
    return materialized_filter(mine, condition)


def materialized_filter(games: QuerySet[Game], condition: Q) -> QuerySet[Game]:
    """The games that meet the condition, wrapped so that no query planner starts with all games that do."""
    return games.alias(met=Case(When(condition, then=Value(True)), default=Value(False))).filter(met=True)


def _row(
    game: Game,
    person: Person | AnonymousUser,
    away: Mapping[int, date],
    summary: GameSummary | None,
    invited: Sequence[tuple[PlayerFace, bool]] = (),
) -> GameRow:
    seats = game.taken_seats.all()
    others = [seat for seat in seats if seat.person_id != person.pk]
    own = [seat for seat in seats if game.pass_and_play or seat.person_id == person.pk]
    reasons = [reason for seat in own for reason in reasons_of(seat)]
    left = (game.deadline - now()).total_seconds() if game.deadline else None
    days = [(isolate(seat.display_name), away.get(seat.person_id or 0)) for seat in others]
    gone = [(name, day) for name, day in days if day]
    faces = [*(player_face(seat) for seat in others), *(face for face, _declined in invited)]
    status = game.get_status_display()
    if declined := [face.name for face, answer in invited if answer]:
        status = _("%(players)s declined") % {"players": join_with_and(declined)}
    if game.status == Game.Status.PLAYING and any(seat.bot and seat.person_id for seat in own):
        status = _("computer plays for you")
    row = game_row(game.public_id, stored_name(game.preset, game.options), faces, status, reasons, left, gone)
    row = replace(row, deadline=game.deadline, updated=game.updated, summary=summary)
    return replace(row, pass_and_play=game.pass_and_play)
