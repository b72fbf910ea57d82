"""Pages of finished games. However many there are, each page reads a bounded number of results."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import groupby, islice

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from games.contexts.lobby import MAX_ROWS, Page
from games.contexts.portraits import player_face
from games.domain.state import side_of
from games.forms.table_settings import MAX_SEATS
from games.models import Game, Seat, SeatResult
from games.presenters.rules import game_name
from games.presenters.statistics import PlayerScore, ResultRow
from games.views.result_filters import ResultFilters

WINDOW = 400
"""Number of results that a page goes through for those that fit its filters."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PUBLIC = Q(public=True)
NEWEST_FIRST = ("-finished", "-pk")
OWN_FIELDS = ["game", "number", "preset", "outcome", "rounds", "sweeps", "finished", "rated"]
GAME_FIELDS = [f"game__{name}" for name in ("public_id", "partners", "totals")]
SEATS = Prefetch("game__taken_seats", Seat.objects.order_by("number"))
RESULTS = Prefetch("game__results", SeatResult.objects.only("game", "number", "outcome"))


def results_page(
    results: QuerySet[SeatResult], filters: ResultFilters, after: str, shown: Q, seats: int = 1
) -> Page[ResultRow]:
    """A page of these results, newest first, one row for each game: those that fit the filters and `shown`.

    It goes through WINDOW results, so it may be short though there is a next one. `seats`: as many results of one game
    are usual in the list; where there are more, the page is shorter.
    """
    window = results.filter(filters.period, _older_than(after)).order_by(*NEWEST_FIRST)
    within = window[:WINDOW].values("pk")
    found = SeatResult.objects.filter(filters.condition & shown, pk__in=within).order_by(*NEWEST_FIRST)
    limit = (MAX_ROWS + 1) * seats
    rows = list(found.select_related("game").only(*OWN_FIELDS, *GAME_FIELDS)[:limit])
    games = [list(group) for _, group in groupby(rows, key=lambda row: row.game_id)]
    if len(rows) == limit:
        games = games[:-1]  # of the last game there may be more
    page = result_rows(group[0] for group in games)
    return Page(page, token_of(games[-1][-1]) if len(rows) == limit else _end_of(window))


def latest_results(number: int, shown: Q = PUBLIC) -> list[ResultRow]:
    """The latest games shown, by default those that anyone may see, one row for each."""
    rows = SeatResult.objects.filter(shown).select_related("game").only(*OWN_FIELDS, *GAME_FIELDS)
    games = groupby(rows.order_by(*NEWEST_FIRST)[: number * MAX_SEATS], key=lambda row: row.game_id)
    return result_rows(next(group) for _, group in islice(games, number))


def _end_of(window: QuerySet[SeatResult]) -> str:
    """The start of the next page after the last result gone through, if there is one."""
    last = window.only("finished")[WINDOW - 1 : WINDOW].first()
    return token_of(last) if last else ""


def token_of(row: SeatResult) -> str:
    return f"{(row.finished - EPOCH) // timedelta(microseconds=1)}-{row.pk}"


def _older_than(token: str) -> Q:
    """The condition on results after the one with this token. A token that cannot be read is none."""
    parts = token.split("-")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 18 for part in parts):
        return Q()
    moment = EPOCH + timedelta(microseconds=int(parts[0]))
    return Q(finished__lte=moment) & (Q(finished__lt=moment) | Q(pk__lt=int(parts[1])))


def result_rows(results: Iterable[SeatResult]) -> list[ResultRow]:
    """Results in words; two queries for all of them."""
    rows = list(results)
    prefetch_related_objects(rows, SEATS, RESULTS)
    return [_row(result) for result in rows]


def _row(result: SeatResult) -> ResultRow:
    game = result.game
    winners = {row.number for row in game.results.all() if row.outcome == SeatResult.Outcome.WON}
    return ResultRow(
        public_id=game.public_id,
        name=game_name(result.preset),
        outcome=result.outcome,
        label=result.get_outcome_display(),
        players=tuple(_score(game, seat, seat.number in winners) for seat in game.taken_seats.all()),
        number=result.number,
        finished=result.finished,
        rounds=result.rounds,
        sweeps=result.sweeps,
        rated=result.rated,
    )


def _score(game: Game, seat: Seat, won: bool) -> PlayerScore:
    face = player_face(seat)
    return PlayerScore(seat.number, face.name, face.portrait, game.totals[side_of(seat.number, game.partners)], won)
