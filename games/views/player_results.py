"""A player's finished games as profiles and statistics count them: always a bounded number of rows."""

from collections.abc import Sequence

from django.db.models import Case, Q, When

from accounts.models import Person
from games.models import Game, RatingChange, Seat, SeatResult, StoredEvent, points_of
from games.presenters.statistics import BestRound, LineGraph, Played, Tally, rating_graph, tally
from games.views.result_filters import visible_to
from games.views.result_lists import NEWEST_FIRST, WINDOW

MAX_CHANGES = 200
"""Number of rated games in the graph of a rating."""

MAX_COUNTED = 10_000

MAX_ROUNDS_OF = 100
"""Number of games whose rounds are compared: every event of each is looked at."""

FIELDS = [f"game__{name}" if name == "public_id" else name for name in Played._fields if name != "linked"]


def games_counted(person: Person) -> dict[str, int]:
    """The number of finished games, at most MAX_COUNTED, and of games in progress among the latest."""
    latest = Seat.objects.filter(person=person).order_by("-game")[:WINDOW].values("pk")
    playing = Seat.objects.filter(pk__in=latest, game__status=Game.Status.PLAYING)
    return {"over": SeatResult.objects.filter(person=person)[:MAX_COUNTED].count(), "playing": playing.count()}


def own_games(person: Person) -> list[Played]:
    """The person's latest games, as the person sees them, the latest first."""
    rows = SeatResult.objects.filter(person=person).order_by(*NEWEST_FIRST)
    return [Played(*row) for row in rows.values_list(*FIELDS)[:WINDOW]]


def games_shown_to(viewer: Person | None, person: Person) -> list[Played]:
    """Those of the person's latest games that count on a page for this viewer, the latest first.

    Games against computers alone count without a link, except those that others can play with the same cards.
    """
    latest = SeatResult.objects.filter(person=person).order_by(*NEWEST_FIRST)[:WINDOW].values("pk")
    alone = ~Q(level="") & Q(game__attempt__isnull=True)
    linked = Case(When(visible_to(viewer), then=True), default=False)
    rows = SeatResult.objects.annotate(linked=linked).filter(Q(linked=True) | alone, pk__in=latest)
    return [Played(*row) for row in rows.order_by(*NEWEST_FIRST).values_list(*FIELDS, "linked")]


def best_round(person: Person, played: Sequence[Played]) -> BestRound | None:
    """The round in which the person's side made the most points, among the latest of these games with an address to
    link to; rounds that were undone don't count."""
    linked = [game.public_id for game in played if game.linked][:MAX_ROUNDS_OF]
    whose = {"game__results__person": person, "game__public_id__in": linked}
    events = StoredEvent.objects.filter(type__in=("round_scored", "rolled_back"), **whose).order_by("seq")
    rounds: dict[str, dict[int, int]] = {game: {} for game in linked}
    for game, side, seq, payload in events.values_list("game__public_id", "game__results__side", "seq", "payload"):
        if "points" in payload:
            rounds[game][seq] = payload["points"][side].get("total", 0)
        else:
            rounds[game] = {at: points for at, points in rounds[game].items() if at <= payload["to_seq"]}
    best = (BestRound(points, game) for game, scored in rounds.items() for points in scored.values())
    return max(best, default=None)


def head_to_head(person: Person, viewer: Person) -> Tally | None:
    """The viewer's results against the person in the latest games of both; None without any."""
    own, theirs = _latest_results(viewer), _latest_results(person)
    pairs = [(own[game], theirs[game]) for game in own.keys() & theirs.keys()]
    results = [_result(mine[0], other[0]) for mine, other in pairs if mine[1] != other[1] and mine[0] != "void"]
    return tally(str(person), results) if results else None


def _latest_results(person: Person) -> dict[int, tuple[str, int]]:
    """The outcome and the side by game; a join of two people's games would go through all of one's."""
    rows = SeatResult.objects.filter(person=person).order_by(*NEWEST_FIRST)
    return {game: (outcome, side) for game, outcome, side in rows.values_list("game", "outcome", "side")[:WINDOW]}


def _result(own: str, other: str) -> str:
    return "won" if own == "won" else "lost" if other == "won" else "drawn"


def rating_history(person: Person, family: str) -> LineGraph | None:
    """The graph of a rating over the latest rated games; None without any."""
    changes = RatingChange.objects.filter(person=person, family=family).order_by("-pk")
    rows = list(changes.values_list("mu_before", "mu_after")[:MAX_CHANGES])[::-1]
    return rating_graph([points_of(rows[0][0]), *(points_of(after) for _, after in rows)]) if rows else None
