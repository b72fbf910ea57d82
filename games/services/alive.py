"""Signs of life: while no server was up, or its clock was put forward, nobody's time has run."""

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
"""There is one row of this, whoever writes it."""

WORTH_GIVING = {"live": 1.0, "turn": 60.0, "bank": 60.0}
"""Seconds; the log is not filled with less."""


def is_alive() -> bool:
    """Whether a server has just said so. If not, the time cannot be trusted yet: first it is given back."""
    sign = ServerAlive.objects.filter(pk=ONE).first()
    return sign is not None and not sign.stopped and timezone.now() - sign.at <= patience()


def is_late(game: Game) -> bool:
    """Whether the time of the seat to play has run out, by a clock that need not be trusted."""
    return game.deadline is not None and game.deadline <= now()


def patience() -> timedelta:
    """How long after its last sign a server counts as being there."""
    return timedelta(seconds=1.5 * settings.HEARTBEAT + 2)


def give_sign(word: str) -> None:
    """A server says that it begins, that it is there ("beat"), that its clock has jumped, or that it ends. What has
    been missed since the last sign is given back to the clocks that run, all of it in one transaction."""
    with write_transaction():
        at = timezone.now()
        ServerAlive.objects.get_or_create(pk=ONE, defaults={"at": at})
        sign = ServerAlive.objects.select_for_update().get(pk=ONE)
        if word in ("begin", "jump") or at - sign.at > patience():
            _give_back(sign.at, at, "clock" if word == "jump" else "server")
        sign.at, sign.stopped = at, word == "end"
        sign.save()


def _give_back(start: datetime, end: datetime, reason: str) -> None:
    """To each clock that runs, what of this time has run on it."""
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
