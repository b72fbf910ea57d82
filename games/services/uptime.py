"""Server heartbeats: clocks do not run while no server is up, or while its clock is set forward."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from casino.clock import clock_offset, now
from casino.transactions import do_each, write_transaction
from games import clocks
from games.domain.commands import CompensateTime
from games.domain.state import TimeLossReason
from games.log.store import lock_game
from games.models import Game, ServerHeartbeat
from games.services.game_transaction import GameTransaction

HEARTBEAT_PK = 1
"""The primary key of the only row, whichever server writes it."""

MIN_COMPENSATION = {"live": 1.0, "turn": 60.0, "bank": 60.0}
"""Minimum compensation in seconds, by kind of clock; smaller gaps are not written to the log."""


def server_is_up() -> bool:
    """True if a server has sent a recent heartbeat. If not, the time lost must be given back first."""
    heartbeat = ServerHeartbeat.objects.filter(pk=HEARTBEAT_PK).first()
    if heartbeat is None or heartbeat.stopped:
        return False
    return timezone.now() - heartbeat.at <= heartbeat_timeout()


def is_late(game: Game) -> bool:
    """True if the time of the seat to play has run out, by a clock that may be wrong."""
    return game.deadline is not None and game.deadline <= now()


def heartbeat_timeout() -> timedelta:
    """The time after its last heartbeat for which a server counts as up."""
    return timedelta(seconds=1.5 * settings.HEARTBEAT + 2)


def record_heartbeat(kind: str) -> None:
    """Record that a server begins, is up ("beat"), saw its clock jump, or ends.

    Time missed since the last heartbeat is given back to the running clocks, all in one transaction.
    """
    with write_transaction():
        at = timezone.now()
        ServerHeartbeat.objects.get_or_create(pk=HEARTBEAT_PK, defaults={"at": at})
        heartbeat = ServerHeartbeat.objects.select_for_update().get(pk=HEARTBEAT_PK)
        if kind in ("begin", "jump") or at - heartbeat.at > heartbeat_timeout():
            _compensate(heartbeat.at, at, "clock" if kind == "jump" else "server")
        heartbeat.at, heartbeat.stopped = at, kind == "end"
        heartbeat.save()


def _compensate(start: datetime, end: datetime, reason: TimeLossReason) -> None:
    """Give each running clock the part of this time that has run on it."""
    start, end = start + clock_offset(), end + clock_offset()
    running = Game.objects.filter(status=Game.Status.PLAYING, deadline__isnull=False, deadline__gt=start)
    do_each(running.values_list("pk", flat=True), lambda game_id: _compensate_game(game_id, start, end, reason))


def _compensate_game(game_id: int, start: datetime, end: datetime, reason: TimeLossReason) -> None:
    with write_transaction():
        game = lock_game(game_id)
        tx = GameTransaction(game)
        clock, table_settings = clocks.from_json(game.clock), tx.state.table_settings
        if clock is None:
            return
        seconds = round(clocks.counted_between(clock, table_settings, start.timestamp(), end.timestamp()), 3)
        if seconds >= MIN_COMPENSATION[table_settings.clock]:
            tx.execute_trusted(CompensateTime(clock.seat, seconds, reason))
            tx.commit()
