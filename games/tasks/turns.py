"""Tasks triggered by a move: computers' turns, timeouts, and forced moves."""

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
"""Time after which a computer's pending turn is enqueued again."""

THINKING = "thinking"
"""The queue of computer players that compute for long."""

PACES = {"at_once": 0, "natural": 1, "slow": 4}
"""Number of standard pauses before a computer's turn (`Terms.pace`)."""


@receiver(game_advanced, dispatch_uid="computer")
def wake_computer(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Enqueue the computer's turn in the transaction of the move that gave it the turn."""
    seat = next((each for each in seats if each.number == game.turn and each.bot), None)
    if seat:
        in_a_moment(game, seat.bot)


@receiver(game_advanced, dispatch_uid="deadline")
def set_alarm(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Enqueue the timeout when a person's clock runs, or a full table waits for seeds, in the same transaction."""
    waiting = game.status == Game.Status.OPEN
    if game.deadline and (waiting or any(seat.number == game.turn and not seat.bot for seat in seats)):
        time_runs_out.using(run_after=game.deadline - ahead()).enqueue(game.public_id, game.seq)


@task
def time_runs_out(public_id: str, seq: int) -> None:
    """Enforce the time limit of a turn, or of seeds, unless the game has advanced or been given time."""
    services.run_out(public_id, seq)


def keep_deadlines() -> None:
    """Process lost tasks: time that has run out, and computers' turns pending for long."""
    for public_id, seq in services.overdue():
        services.run_out(public_id, seq)
    with write_transaction():
        for seat in _computers().filter(game__updated__lt=now() - FORGOTTEN).select_related("game"):
            turn_of(seat.bot).enqueue(seat.game.public_id, seat.game.seq)


@receiver(game_advanced, dispatch_uid="forced move")
def watch_for_forced_move(game: Game, seats: Sequence[Seat], **_: Any) -> None:
    """Enqueue a player's only move, after a pause, if the player wants such moves to be made automatically."""
    seat = next((each for each in seats if each.number == game.turn and not each.bot), None)
    if seat and preferences_of(seat.person).automatic:
        pause = timedelta(seconds=settings.COMPUTER_PAUSE)
        due = forced_move.using(run_after=timezone.now() + pause) if pause else forced_move
        due.enqueue(game.public_id, game.seq)


@task
def forced_move(public_id: str, seq: int) -> None:
    """Make the move if it is the only one and the game has not advanced from this number."""
    seat = Seat.objects.filter(game__public_id=public_id, game__seq=seq, number=F("game__turn"), bot="").first()
    if seat:
        services.play_forced(seat, seq)


def wake_computers() -> int:
    """Enqueue the turn of every computer that is to play, and return their number; repeating this is harmless."""
    with write_transaction():
        waiting = list(_computers().select_related("game"))
        for seat in waiting:
            turn_of(seat.bot).enqueue(seat.game.public_id, seat.game.seq)
    return len(waiting)


def in_a_moment(game: Game, bot: str) -> None:
    """Enqueue the computer's turn, with a pause in which people can follow the previous move."""
    pause = timedelta(seconds=settings.COMPUTER_PAUSE * PACES[game.terms.get("pace", "natural")])
    due = turn_of(bot).using(run_after=timezone.now() + pause) if pause else turn_of(bot)
    due.enqueue(game.public_id, game.seq)


def turn_of(bot: str) -> Task[[str, int], None]:
    """Return the task of a turn. Levels that compute for long have a separate queue, so no other table waits."""
    return bot_turn.using(queue_name=THINKING) if bot in bots.DEEP else bot_turn


@task
def bot_turn(public_id: str, seq: int) -> None:
    """Play the computer's turn, unless the game has advanced from this number."""
    seat = _computers().filter(game__public_id=public_id, game__seq=seq).select_related("game").first()
    if seat is None:
        return
    sight = perspective(load(seat.game)[0], seat.number)
    outcome = carry_out(seat, think(seat, sight, seq), seq)
    if isinstance(outcome, services.Refused):
        logger.error("%s was refused in game %s at %s: %s", seat.bot, public_id, seq, outcome.refusal)
        carry_out(seat, first_legal_move(sight), seq)


def think(seat: Seat, sight: Perspective, seq: int) -> Decision:
    """Return the decision of the seat's strategy; if it fails, a legal move, so that the table is not blocked."""
    luck = Random(luck_of(seat, sight))  # noqa: S311  the same again when the task runs again
    try:
        return bots.STRATEGIES[seat.bot].choose(sight, luck)
    except Exception:
        logger.exception("%s failed in game %s at %s.", seat.bot, seat.game.public_id, seq)
        return first_legal_move(sight)


def luck_of(seat: Seat, sight: Perspective) -> str:
    """Return the random seed of a computer's turn: the game's seed and the moment of the round.

    So its response to the same play is the same in games with the same cards.
    """
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
    """Return the computer seats that are to play."""
    return Seat.objects.exclude(bot="").filter(game__status=Game.Status.PLAYING, number=F("game__turn"))
