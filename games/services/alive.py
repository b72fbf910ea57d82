"""Server heartbeats: clocks do not run while no server is up, or while its clock is set forward."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from casino.clock import ahead, now
from casino.writes import write_transaction
from games import clocks
from games.domain.commands import GiveTime
from games.log.store import locked
from games.models import Game, ServerAlive
from games.services.recorder import Recorder

ONE = 1
"""The primary key of the only row, whichever server writes it."""

WORTH_GIVING = {"live": 1.0, "turn": 60.0, "bank": 60.0}
"""Minimum compensation in seconds, by kind of clock; smaller gaps are not written to the log."""


def is_alive() -> bool:
    """Return True if a server has sent a recent heartbeat. If not, the time lost must be given back first."""
    sign = ServerAlive.objects.filter(pk=ONE).first()
    return sign is not None and not sign.stopped and timezone.now() - sign.at <= patience()


def is_late(game: Game) -> bool:
    """Return True if the time of the seat to play has run out, by a clock that may be wrong."""
    return game.deadline is not None and game.deadline <= now()


def patience() -> timedelta:
    """Return the time after its last heartbeat for which a server counts as up."""
    return timedelta(seconds=1.5 * settings.HEARTBEAT + 2)


def give_sign(word: str) -> None:
    """Record that a server begins, is up ("beat"), saw its clock jump, or ends.

    Time missed since the last heartbeat is given back to the running clocks, all in one transaction.
    """
    with write_transaction():
        at = timezone.now()
        ServerAlive.objects.get_or_create(pk=ONE, defaults={"at": at})
        sign = ServerAlive.objects.select_for_update().get(pk=ONE)
        if word in ("begin", "jump") or at - sign.at > patience():
            _give_back(sign.at, at, "clock" if word == "jump" else "server")
        sign.at, sign.stopped = at, word == "end"
        sign.save()


def _give_back(start: datetime, end: datetime, reason: str) -> None:
    """Give each running clock the part of this time that has run on it."""
    start, end = start + ahead(), end + ahead()
    running = Game.objects.filter(status=Game.Status.PLAYING, deadline__isnull=False, deadline__gt=start)
    for game_id in running.values_list("pk", flat=True):
        game = locked(game_id)
        recorder = Recorder(game)
        clock, terms = clocks.read(game.clock), recorder.state.terms
        if clock is None:
            continue
        seconds = round(clocks.counted_between(clock, terms, start.timestamp(), end.timestamp()), 3)
        if seconds >= WORTH_GIVING[terms.clock]:
            recorder.order(GiveTime(clock.seat, seconds, reason))
            recorder.record()
