"""Requests for analyses, and the task that computes them, in a separate queue so that no game waits for it."""

import logging
from datetime import timedelta

from django.tasks import task
from django.utils import timezone

from casino.writes import write_transaction
from games.bots.hindsight import BUDGET
from games.log.player_names import whole_log
from games.lookback.models import LookBack
from games.lookback.turns import turns_of, worth
from games.models import Game, Seat
from games.presenters.lookback import Found
from games.services.outcomes import Refused, refused

logger = logging.getLogger(__name__)

QUEUE = "lookback"
MOST_AT_ONCE = 100
"""Maximum number of waiting analyses, over all people."""
MOST_EACH = 3
"""Maximum number of waiting analyses per person."""
FORGOTTEN = timedelta(minutes=3)
"""Time without progress after which an analysis counts as interrupted."""

OPEN = (LookBack.Status.WAITING, LookBack.Status.WORKING)


def ask(seat: Seat) -> LookBack | Refused:
    """Return the seat's analysis of its finished game; start it if there is none, or if it has failed."""
    with write_transaction():
        before = LookBack.objects.filter(game=seat.game_id, seat=seat.number).first()
        if before and before.status != LookBack.Status.FAILED:
            return before
        problem = _problem(seat)
        if problem:
            return problem
        fresh = {"person": seat.person, "status": LookBack.Status.WAITING, "done": 0, "updated": timezone.now()}
        row, _ = LookBack.objects.update_or_create(game=seat.game, seat=seat.number, defaults=fresh)
        look_back.enqueue(row.pk)
        return row


def _problem(seat: Seat) -> Refused | None:
    waiting = LookBack.objects.filter(status__in=OPEN)
    if seat.game.status != Game.Status.OVER:
        return refused("not-over")
    if waiting.filter(person=seat.person_id).count() >= MOST_EACH:
        return refused("look-back-yours", most=MOST_EACH)
    return refused("look-back-many") if waiting.count() >= MOST_AT_ONCE else None


@task(queue_name=QUEUE)
def look_back(number: int) -> None:
    """Compute one analysis from the first turn to the last, unless it is done."""
    row = LookBack.objects.select_related("game").filter(pk=number, status__in=OPEN).first()
    if row is None:
        return
    try:
        _work_out(row)
    except Exception:
        logger.exception("The look back %s at game %s failed.", number, row.game.public_id)
        _note(row, status=LookBack.Status.FAILED)


def _work_out(row: LookBack) -> None:
    turns = list(turns_of(whole_log(row.game), row.seat))
    _note(row, status=LookBack.Status.WORKING, turns=len(turns), done=0)
    name, rows = f"{row.game.public_id}/{row.seat}", []
    for done, turn in enumerate(turns, start=1):
        rows.append(worth(turn, name, BUDGET))
        _note(row, done=done)
    _note(row, status=LookBack.Status.DONE, found=[each._asdict() for each in rows])


def _note(row: LookBack, **now: object) -> None:
    with write_transaction():
        LookBack.objects.filter(pk=row.pk).update(updated=timezone.now(), **now)


def resume() -> None:
    """Enqueue interrupted analyses again; repeating this is harmless."""
    with write_transaction():
        for row in LookBack.objects.filter(status__in=OPEN, updated__lt=timezone.now() - FORGOTTEN):
            LookBack.objects.filter(pk=row.pk).update(updated=timezone.now())
            look_back.enqueue(row.pk)


def read_found(row: LookBack) -> tuple[Found, ...]:
    """Return the stored findings."""
    return tuple(Found(**kept)._replace(open=tuple(kept["open"]), taken=tuple(kept["taken"])) for kept in row.found)


def place_in_queue(row: LookBack) -> int:
    """Return the number of analyses ahead of it."""
    return LookBack.objects.filter(status__in=OPEN, pk__lt=row.pk).count()
