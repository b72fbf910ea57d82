"""The rows of finished games by seat: written by the transaction that ends a game, and again after every ruling on it.

A game that a ruling has reopened has none. Seats of computer players have none either, nor does pass and play, where
several people share an account.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.domain.events import Event, RolledBack
from games.domain.running_score import seat_totals
from games.domain.state import GameState
from games.log.store import events_after, load
from games.models import Game, Seat, SeatResult
from games.results.ratings import GONE, UNCOUNTED, side_and_place

Outcome = SeatResult.Outcome
WRITTEN = [field.name for field in SeatResult._meta.concrete_fields if field.name not in ("id", "game", "number")]
"""The columns that follow from the log and the seats."""


def update_results(game: Game, events: Sequence[Event]) -> None:
    """Write the rows of a game that is over, or remove those of a game that these events have reopened."""
    if game.status == Game.Status.OVER:
        record_results(game)
    elif any(isinstance(event, RolledBack) for event in events):
        SeatResult.objects.filter(game=game).delete()


def record_results(game: Game) -> None:
    rows = results_of(game, load(game)[0], [event for _, event in events_after(game, 0)])
    SeatResult.objects.bulk_create(rows, update_conflicts=True, unique_fields=["game", "number"], update_fields=WRITTEN)


def results_of(game: Game, state: GameState, log: Sequence[Event]) -> list[SeatResult]:
    """The rows of a finished game as they follow from its log and its seats, in seat order; none are saved."""
    if game.pass_and_play:
        return []
    ends = game.events.filter(type__in=("game_won", "game_ended")).order_by("-seq")
    finished = ends.values_list("at", flat=True).first()
    return list(_rows(game, state, log, finished)) if state.result and finished else []


def _rows(game: Game, state: GameState, log: Sequence[Event], finished: datetime) -> Iterator[SeatResult]:
    seats, totals = list(game.taken_seats.order_by("number")), seat_totals(log)
    computers = {seat.number: seat.bot for seat in seats if _is_computer(seat, state)}
    for seat in seats:
        if seat.number not in computers:
            side = state.side_of(seat.number)
            yield SeatResult(
                game=game,
                number=seat.number,
                person_id=seat.person_id,
                preset=game.preset,
                level=_common_level([computers.get(other.number, "") for other in seats if other != seat]),
                rated=state.table_settings.rated,
                public=game.public and state.table_settings.spectators,
                side=side,
                outcome=_outcome(state, seat.number),
                points=state.totals[side],
                opponent_points=max(points for other, points in enumerate(state.totals) if other != side),
                rounds=state.latest_round,
                finished=finished,
                **totals[seat.number - 1]._asdict(),
            )


def levels_beaten(results: QuerySet[SeatResult]) -> set[str]:
    """The levels of computer players beaten in these results of one person."""
    return beaten_in(outcomes_by_level(results))


def outcomes_by_level(results: QuerySet[SeatResult]) -> set[tuple[str, str]]:
    """The levels in these results, each with its outcomes; that of a game among people is empty."""
    return set(results.order_by().values_list("level", "outcome").distinct())


def beaten_in(outcomes: set[tuple[str, str]]) -> set[str]:
    return {level for level, outcome in outcomes if level and outcome == Outcome.WON}


def _is_computer(seat: Seat, state: GameState) -> bool:
    """True for a computer player, not for one that plays on for a person who may have deleted the account."""
    return seat.is_computer and seat.number not in state.bot_seats


def _common_level(levels: Sequence[str]) -> str:
    return levels[0] if len(set(levels)) == 1 else ""


def _outcome(state: GameState, seat: int) -> Outcome:
    """The result as ratings count it: a player who has left the seat to the computer has lost."""
    if state.result is None or state.result.reason in UNCOUNTED:
        return Outcome.VOID
    if side_and_place(state, seat)[1] == GONE:
        return Outcome.LOST
    if not state.result.winners:
        return Outcome.DRAWN
    return Outcome.WON if seat in state.result.winners else Outcome.LOST
