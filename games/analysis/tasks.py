"""Requests for analyses, and the task that computes them, in a separate queue so that no game waits for it."""

import logging
from collections.abc import Sequence
from datetime import timedelta

from django.tasks import task
from django.utils import timezone

from casino.transactions import write_transaction
from games.analysis.evaluation import evaluate_turn, turns_of
from games.analysis.models import GameAnalysis
from games.bots.move_values import BUDGET
from games.domain.events import Event, RolledBack
from games.log.player_names import load_full_log
from games.models import Game, Seat
from games.presenters.analysis import TurnEvaluation
from games.services.outcomes import Refused, refused

logger = logging.getLogger(__name__)

QUEUE = "analysis"
MAX_PENDING = 100
"""Maximum number of waiting analyses, over all people."""
MAX_PENDING_PER_PERSON = 3
"""Maximum number of waiting analyses per person."""
STALE_AFTER = timedelta(minutes=3)
"""Time without progress after which an analysis counts as interrupted."""

PENDING_STATUSES = (GameAnalysis.Status.WAITING, GameAnalysis.Status.WORKING)


def request_analysis(seat: Seat) -> GameAnalysis | Refused:
    """The seat's analysis of its finished game; start it if there is none, or if it has failed."""
    with write_transaction():
        existing = GameAnalysis.objects.filter(game=seat.game_id, seat=seat.number).first()
        if existing and existing.status != GameAnalysis.Status.FAILED:
            return existing
        problem = _problem(seat)
        if problem:
            return problem
        defaults = {
            "person": seat.person,
            "status": GameAnalysis.Status.WAITING,
            "evaluated_count": 0,
            "updated_at": timezone.now(),
        }
        row, _ = GameAnalysis.objects.update_or_create(game=seat.game, seat=seat.number, defaults=defaults)
        analyse_game.enqueue(row.pk)
        return row


def _problem(seat: Seat) -> Refused | None:
    waiting = GameAnalysis.objects.filter(status__in=PENDING_STATUSES)
    if seat.game.status != Game.Status.OVER:
        return refused("not-over")
    if waiting.filter(person=seat.person_id).count() >= MAX_PENDING_PER_PERSON:
        return refused("analysis-limit-own", most=MAX_PENDING_PER_PERSON)
    return refused("analysis-limit-all") if waiting.count() >= MAX_PENDING else None


def forget_undone_analyses(game: Game, events: Sequence[Event]) -> None:
    """Remove the analyses of a game whose moves have been taken back: they are of another game."""
    if any(isinstance(event, RolledBack) for event in events):
        GameAnalysis.objects.filter(game=game).delete()


@task(queue_name=QUEUE)
def analyse_game(pk: int) -> None:
    """Compute one analysis from the first turn to the last, unless it is done."""
    row = GameAnalysis.objects.select_related("game").filter(pk=pk, status__in=PENDING_STATUSES).first()
    if row is None:
        return
    try:
        _evaluate_turns(row)
    except Exception:
        logger.exception("Analysis %s of game %s failed.", pk, row.game.public_id)
        _save_progress(row, status=GameAnalysis.Status.FAILED)


def _evaluate_turns(row: GameAnalysis) -> None:
    turns = list(turns_of(load_full_log(row.game), row.seat))
    _save_progress(row, status=GameAnalysis.Status.WORKING, turn_count=len(turns), evaluated_count=0)
    seed, evaluations = f"{row.game.public_id}/{row.seat}", []
    for count, turn in enumerate(turns, start=1):
        evaluations.append(evaluate_turn(turn, seed, BUDGET))
        _save_progress(row, evaluated_count=count)
    _save_progress(
        row, status=GameAnalysis.Status.DONE, evaluations=[evaluation._asdict() for evaluation in evaluations]
    )


def _save_progress(row: GameAnalysis, **fields: object) -> None:
    with write_transaction():
        GameAnalysis.objects.filter(pk=row.pk).update(updated_at=timezone.now(), **fields)


def requeue_interrupted() -> None:
    """Enqueue interrupted analyses again; repeating this is harmless."""
    with write_transaction():
        for row in GameAnalysis.objects.filter(
            status__in=PENDING_STATUSES, updated_at__lt=timezone.now() - STALE_AFTER
        ):
            GameAnalysis.objects.filter(pk=row.pk).update(updated_at=timezone.now())
            analyse_game.enqueue(row.pk)


def evaluations_of(row: GameAnalysis) -> tuple[TurnEvaluation, ...]:
    return tuple(
        TurnEvaluation(**stored)._replace(opportunities=tuple(stored["opportunities"]), taken=tuple(stored["taken"]))
        for stored in row.evaluations
    )


def queue_position(row: GameAnalysis) -> int:
    """The number of analyses ahead of it."""
    return GameAnalysis.objects.filter(status__in=PENDING_STATUSES, pk__lt=row.pk).count()
