"""What is done after a move without anybody asking: the computer's turns, and time that runs out."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any, assert_never

from django.conf import settings
from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.tasks import Task, task
from django.utils import timezone

from accounts.preferences.reading import preferences_of
from casino.clock import ahead, now
from casino.writes import write_transaction
from games import bots, services
from games.bots.base import Decision
from games.domain.commands import CallOrange, Claim
from games.domain.legality import legal_moves
from games.domain.moves import Capture, MakeBuild, Plucked, TableBuild, Trail
from games.domain.notation import write_move
from games.domain.perspective import Perspective, perspective
from games.live.broadcast import game_advanced
from games.log.encryption import secret_of
from games.log.store import load
from games.models import Game, Seat

logger = logging.getLogger(__name__)

FORGOTTEN = timedelta(minutes=1)
"""How long a computer's turn may wait before it is taken up anew."""

THINKING = "thinking"
"""The queue of the computers that think for long."""

PACES = {"at_once": 0, "natural": 1, "slow": 4}
"""How many of the usual pauses a computer waits before its turn (`Terms.pace`)."""


@receiver(game_advanced, dispatch_uid="computer")
def wake_computer(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """When a computer is to play, the task to do so is written down together with the move that made it its turn."""
    seat = next((each for each in seats if each.number == game.turn and each.bot), None)
    if seat:
        in_a_moment(game, seat.bot)


@receiver(game_advanced, dispatch_uid="deadline")
def set_alarm(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """When a person's clock runs, or a full table waits for seeds, the task for the end of that time is written down
    together with what started it."""
    waiting = game.status == Game.Status.OPEN
    if game.deadline and (waiting or any(seat.number == game.turn and not seat.bot for seat in seats)):
        time_runs_out.using(run_after=game.deadline - ahead()).enqueue(game.public_id, game.seq)


@task
def time_runs_out(public_id: str, seq: int) -> None:
    """The time for a turn, or for seeds, has run out, unless the game has gone on from this number or got time."""
    services.run_out(public_id, seq)


def keep_deadlines() -> None:
    """Takes up what has no task any more: time that has run out, turns of computers that wait for long."""
    for public_id, seq in services.overdue():
        services.run_out(public_id, seq)
    with write_transaction():
        for seat in _computers().filter(game__updated__lt=now() - FORGOTTEN).select_related("game"):
            turn_of(seat.bot).enqueue(seat.game.public_id, seat.game.seq)


@receiver(game_advanced, dispatch_uid="forced move")
def watch_for_forced_move(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Whoever wants the only move they have to be played by itself gets it played, after a pause."""
    seat = next((each for each in seats if each.number == game.turn and not each.bot), None)
    if seat and preferences_of(seat.person).automatic:
        pause = timedelta(seconds=settings.COMPUTER_PAUSE)
        due = forced_move.using(run_after=timezone.now() + pause) if pause else forced_move
        due.enqueue(game.public_id, game.seq)


@task
def forced_move(public_id: str, seq: int) -> None:
    """The only move is played, if it is the only one and the game has not gone on from this number."""
    seat = Seat.objects.filter(game__public_id=public_id, game__seq=seq, number=F("game__turn"), bot="").first()
    if seat:
        services.play_forced(seat, seq)


def wake_computers() -> int:
    """Enqueue the turn of every computer that is to play; doing so twice does no harm. The number of them."""
    with write_transaction():
        waiting = list(_computers().select_related("game"))
        for seat in waiting:
            turn_of(seat.bot).enqueue(seat.game.public_id, seat.game.seq)
    return len(waiting)


def in_a_moment(game: Game, bot: str) -> None:
    """Enqueue the computer's turn, with a pause in which people can follow the move before."""
    pause = timedelta(seconds=settings.COMPUTER_PAUSE * PACES[game.terms.get("pace", "natural")])
    due = turn_of(bot).using(run_after=timezone.now() + pause) if pause else turn_of(bot)
    due.enqueue(game.public_id, game.seq)


def turn_of(bot: str) -> Task[[str, int], None]:
    """The task of a turn. Who thinks for long does so in a queue with helpers of its own: no other table waits."""
    return bot_turn.using(queue_name=THINKING) if bot in bots.DEEP else bot_turn


@task
def bot_turn(public_id: str, seq: int) -> None:
    """The computer plays its turn, unless the game has gone on from this number."""
    seat = _computers().filter(game__public_id=public_id, game__seq=seq).select_related("game").first()
    if seat is None:
        return
    sight = perspective(load(seat.game)[0], seat.number)
    outcome = carry_out(seat, think(seat, sight, seq), seq)
    if isinstance(outcome, services.Refused):
        logger.error("%s was refused in game %s at %s: %s", seat.bot, public_id, seq, outcome.refusal)
        carry_out(seat, first_legal_move(sight), seq)


def think(seat: Seat, sight: Perspective, seq: int) -> Decision:
    """What the seat's strategy decides. One that fails must not hold up the others at the table."""
    luck = Random(luck_of(seat, sight))  # noqa: S311  the same again when the task runs again
    try:
        return bots.STRATEGIES[seat.bot].choose(sight, luck)
    except Exception:
        logger.exception("%s failed in game %s at %s.", seat.bot, seat.game.public_id, seq)
        return first_legal_move(sight)


def luck_of(seat: Seat, sight: Perspective) -> str:
    """Where a computer's luck comes from: the game's seed and the moment of the round. So it answers equal play equally
    in games with the same cards."""
    moment = (sight.round.number, sight.round.plays) if sight.round else ()
    return f"{secret_of(seat.game).hex()}/{seat.number}/{moment}"


def first_legal_move(sight: Perspective) -> Decision:
    return min(legal_moves(sight.position()), key=write_move)


def carry_out(seat: Seat, decision: Decision, seq: int) -> services.Outcome:
    match decision:
        case Claim():
            return services.claim(seat, seq)
        case CallOrange():
            return services.call_orange(seat, seq)
        case Trail() | Capture() | MakeBuild() | TableBuild() | Plucked():
            return services.play(seat, write_move(decision), seq)
        case other:
            assert_never(other)


def _computers() -> QuerySet[Seat]:
    """The computer seats that are to play."""
    return Seat.objects.exclude(bot="").filter(game__status=Game.Status.PLAYING, number=F("game__turn"))
