"""Games to watch: public ones that allow spectators, with a page open at them now. Bounded, however many games run."""

from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Case, Count, F, Max, Q, QuerySet, Value, When

from accounts.models import Person
from games.community.blocks import blocked_either_way
from games.contexts.access import allows_spectators
from games.contexts.lobby import LIST_FIELDS, WITH_SEATS, ratings_at
from games.contexts.portraits import seat_portrait
from games.domain.perspective import SPECTATOR, perspective_of
from games.domain.presets import FAMILY_OF
from games.domain.state import GameState
from games.live.presence import present_pages
from games.log.batch import latest_states
from games.log.player_names import with_current_names
from games.models import Game
from games.models.social import Presence
from games.presenters.lobby import SmallTable, small_table

MAX_TABLES = 12
MAX_CANDIDATES = 40
"""Number of games looked at of each kind: those with the most spectators, and those of the best players."""

SHARED_SECONDS = 1.0
"""Time for which the games are shared by the open pages of this process."""


class WatchedGame(NamedTuple):
    """A game with its present state, its spectators, and the ratings of its players by person."""

    game: Game
    state: GameState
    spectators: int
    ratings: Mapping[int, int]

    @property
    def order(self) -> tuple[int, int, int]:
        """Most spectators first, then the best player."""
        return -self.spectators, -max(self.ratings.values(), default=0), -self.game.pk


def tables_for(user: Person | AnonymousUser | None, games: Sequence[WatchedGame]) -> list[SmallTable]:
    """The first of these games, without those of people kept apart from the viewer by a block."""
    hidden = blocked_either_way(user.pk) if isinstance(user, Person) and games else set()
    shown = [each for each in games if hidden.isdisjoint(seat.person_id for seat in each.game.taken_seats.all())]
    return [_small_table(each) for each in shown[:MAX_TABLES]]


def watched_games() -> list[WatchedGame]:
    """The games with the most spectators or the best players, in this order."""
    counts = spectator_counts()
    rating = Max("game__taken_seats__person__ratings__mu", filter=Q(game__taken_seats__person__ratings__games__gt=0))
    best = live_pages().filter(seat__gt=0).annotate(best=rating)
    candidates = best.order_by(F("best").desc(nulls_last=True), "-game")[:MAX_CANDIDATES]
    return sorted(_read({*counts, *candidates.values_list("game", flat=True)}, counts), key=lambda each: each.order)


def games_of_people(people: Collection[int]) -> list[WatchedGame]:
    """The games at which one of these people has a page open at their seat."""
    at_seats = _met(live_pages(), Q(game__taken_seats__person__in=people, game__taken_seats__number=F("seat")))
    games = set(at_seats.order_by("-game").values_list("game", flat=True)[:MAX_CANDIDATES]) if people else set()
    counts = spectator_counts(games) if games else {}
    return sorted(_read(games, counts), key=lambda each: each.order) if games else []


def live_pages() -> QuerySet[Presence, Any]:
    """The public games in progress that allow spectators, with a page open at them, one row each."""
    shown = Q(game__public=True, game__status=Game.Status.PLAYING) & ~Q(game__table_settings__spectators=False)
    return _met(present_pages(), shown).order_by().values("game").distinct()


def _met(pages: QuerySet[Presence, Any], condition: Q) -> QuerySet[Presence, Any]:
    """The pages that meet the condition, wrapped so that no query planner starts with all games or seats that
    do."""
    return pages.filter(Case(When(condition, then=Value(True)), default=Value(False), output_field=BooleanField()))


def spectator_counts(games: Collection[int] | None = None) -> dict[int, int]:
    """The numbers of spectators of these games, by default of those with the most."""
    pages = live_pages().filter(seat=0)
    chosen = pages if games is None else pages.filter(game__in=games)
    counted = chosen.annotate(spectators=Count("pk", distinct=True)).order_by("-spectators", "-game")
    return dict(counted.values_list("game", "spectators")[:MAX_CANDIDATES])


def _read(keys: Collection[int], counts: Mapping[int, int]) -> list[WatchedGame]:
    rows = Game.objects.filter(pk__in=keys, public=True, status=Game.Status.PLAYING).only(*LIST_FIELDS)
    return with_states([game for game in rows.prefetch_related(WITH_SEATS) if allows_spectators(game)], counts)


def with_states(games: Sequence[Game], counts: Mapping[int, int]) -> list[WatchedGame]:
    states, ratings = latest_states(games), ratings_at(games)
    return [
        WatchedGame(game, states[game.pk].state, counts.get(game.pk, 0), _ratings_of(game, ratings))
        for game in games
        if game.pk in states
    ]


def _ratings_of(game: Game, ratings: Mapping[tuple[int | None, str], int]) -> dict[int, int]:
    family = FAMILY_OF.get(game.preset, "")
    people = [seat.person_id for seat in game.taken_seats.all() if seat.person_id]
    return {person: ratings[person, family] for person in people if (person, family) in ratings}


def _small_table(watched: WatchedGame) -> SmallTable:
    seats = watched.game.taken_seats.all()
    perspective = with_current_names(
        perspective_of(watched.state, SPECTATOR), {seat.number: seat.table_name for seat in seats}
    )
    return small_table(
        watched.game.public_id,
        perspective,
        {seat.number: seat_portrait(seat) for seat in seats},
        {seat.number: watched.ratings.get(seat.person_id or 0) for seat in seats},
        watched.spectators,
    )


class SharedGames:
    """The games to watch, read at most once a second for all open pages of the process."""

    def __init__(self) -> None:
        self._games: list[WatchedGame] = []
        self._read_at = 0.0

    def games(self) -> list[WatchedGame]:
        if monotonic() > self._read_at + SHARED_SECONDS:
            self._games, self._read_at = watched_games(), monotonic()
        return self._games


shared_games = SharedGames()
