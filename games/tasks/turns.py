"""Tasks triggered by a move: computers' turns, timeouts, and forced moves."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from math import log2
from random import Random
from typing import assert_never

from django.conf import settings
from django.db.models import F, QuerySet
from django.tasks import Task, task
from django.utils import timezone

from accounts.preferences.selectors import preferences_of
from casino.clock import clock_offset, now
from casino.transactions import do_each, write_transaction
from games import bots, services
from games.bots.base import Decision
from games.conditional_moves import services as conditional_moves
from games.conditional_moves.models import Plan
from games.domain.commands import CallOrange, Claim
from games.domain.events import CardsDealt, Event, RolledBack, RoundStarted
from games.domain.move_generation import legal_moves
from games.domain.moves import AddAndPlay, Capture, MakeBuild, PluckAndPlay, TableBuild, Trail
from games.domain.notation import write_move
from games.domain.perspective import Perspective, perspective_of
from games.log.encryption import decrypt_secret
from games.log.store import load
from games.models import Game, Seat
from games.tasks.thinking import think

logger = logging.getLogger(__name__)

STALE_AFTER = timedelta(minutes=1)
"""Time after which a computer's pending turn is enqueued again."""

SLOW_QUEUE = "thinking"
"""The queue of computer players that compute for long."""

BOT_PAUSES = {"at_once": 0, "natural": 1, "slow": 4}
"""Number of standard pauses before a computer's turn (`TableSettings.bot_speed`)."""

MAX_DELIBERATION = 3
"""Maximum number of such pauses over a hard choice; each doubling of the captures and builds adds half a one."""

DEAL_PAUSES = 3
"""Further pauses after a deal: people see the cards dealt, and have a second to look at them."""


def schedule_bot_turn(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Enqueue the computer's turn in the transaction of the move that gave it the turn.

    The first turn of a later round waits until the players have had time to see the end of the round before.
    """
    seat = next((seat for seat in seats if seat.number == game.turn and seat.bot), None)
    if seat:
        new_round = any(isinstance(event, RoundStarted) and event.number > 1 for event in events)
        watched = new_round and any(seat.person_id and not seat.bot for seat in seats)
        dealt = any(isinstance(event, CardsDealt) for event in events)
        enqueue_bot_turn(game, seat.bot, dealt=dealt, wait=settings.ROUND_PAUSE if watched else 0)


def schedule_timeout(game: Game, seats: Sequence[Seat]) -> None:
    """Enqueue the timeout when a person's clock runs, or a full table waits for seeds, in the same transaction."""
    is_open = game.status == Game.Status.OPEN
    if game.deadline and (is_open or any(seat.number == game.turn and not seat.bot for seat in seats)):
        enforce_timeout.using(run_after=game.deadline - clock_offset()).enqueue(game.public_id, game.seq)


@task
def enforce_timeout(public_id: str, seq: int) -> None:
    """Enforce the time limit of a turn, or of seeds, unless the game has advanced or been given time."""
    services.enforce_timeout(public_id, seq)


def recover_overdue_games() -> None:
    """Recover lost tasks: enforce overdue timeouts, and enqueue computers' stale turns again."""
    do_each(services.overdue_games(), _enforce_overdue)
    with write_transaction():
        for seat in _bot_seats_to_play().filter(game__updated__lt=now() - STALE_AFTER).select_related("game"):
            bot_turn_task(seat.bot).enqueue(seat.game.public_id, seat.game.seq)


def _enforce_overdue(overdue: tuple[str, int]) -> bool:
    return services.enforce_timeout(*overdue)


def schedule_planned_move(game: Game, events: Sequence[Event]) -> None:
    """Enqueue the conditional moves of the player to move, but not when the turn came back with a takeback."""
    if not game.correspondence or any(isinstance(event, RolledBack) for event in events):
        return
    if Plan.objects.filter(seat__game=game, seat__number=game.turn).exists():
        play_planned_move.enqueue(game.public_id, game.seq)


@task
def play_planned_move(public_id: str, seq: int) -> None:
    """Play the first conditional move that fits, if the game has not advanced from this number."""
    seat = _person_to_play(public_id, seq)
    if seat:
        conditional_moves.play_planned_move(seat, seq)


def schedule_forced_move(game: Game, seats: Sequence[Seat]) -> None:
    """Enqueue a player's only move, after a pause, if the player wants such moves to be made automatically."""
    seat = next((seat for seat in seats if seat.number == game.turn and not seat.bot), None)
    if seat and preferences_of(seat.person).automatic:
        pause = timedelta(seconds=settings.COMPUTER_PAUSE)
        due = play_forced_move.using(run_after=timezone.now() + pause) if pause else play_forced_move
        due.enqueue(game.public_id, game.seq)


@task
def play_forced_move(public_id: str, seq: int) -> None:
    """Make the move if it is the only one and the game has not advanced from this number."""
    seat = _person_to_play(public_id, seq)
    if seat:
        services.play_forced(seat, seq)


def requeue_bot_turns() -> int:
    """Enqueue the turn of every computer that is to play, and return their number; repeating this is harmless."""
    with write_transaction():
        seats = list(_bot_seats_to_play().select_related("game"))
        for seat in seats:
            bot_turn_task(seat.bot).enqueue(seat.game.public_id, seat.game.seq)
    return len(seats)


def enqueue_bot_turn(game: Game, bot: str, *, dealt: bool, wait: float = 0) -> None:
    """Enqueue the computer's turn after `wait` seconds and a pause in which people can follow the previous move, or see
    the deal."""
    pauses = BOT_PAUSES[game.table_settings.get("bot_speed", "natural")] + (DEAL_PAUSES if dealt else 0)
    pause = timedelta(seconds=wait + settings.COMPUTER_PAUSE * pauses)
    due = bot_turn_task(bot).using(run_after=timezone.now() + pause) if pause else bot_turn_task(bot)
    due.enqueue(game.public_id, game.seq)


def bot_turn_task(bot: str) -> Task[[str, int], None]:
    """Return the task of a turn. Levels that compute for long have a separate queue, so no other table waits."""
    return play_bot_turn.using(queue_name=SLOW_QUEUE) if bot in bots.SLOW_LEVELS else play_bot_turn


@task
def play_bot_turn(public_id: str, seq: int) -> None:
    """Play the computer's turn, unless the game has advanced from this number."""
    seat = _bot_seats_to_play().filter(game__public_id=public_id, game__seq=seq).select_related("game").first()
    if seat is None:
        return
    perspective = perspective_of(load(seat.game)[0], seat.number)
    missing = seat.game.updated + deliberation(seat.game, perspective) - now()
    if missing > timedelta():
        with write_transaction():
            bot_turn_task(seat.bot).using(run_after=timezone.now() + missing).enqueue(public_id, seq)
        return
    outcome = execute_decision(seat, choose_bot_move(seat, perspective, seq), seq)
    if isinstance(outcome, services.Refused):
        logger.error("%s was refused in game %s at %s: %s", seat.bot, public_id, seq, outcome.refusal)
        execute_decision(seat, first_legal_move(perspective), seq)


def deliberation(game: Game, perspective: Perspective) -> timedelta:
    """Return the least time for which people see the computer think: longer the more captures and builds there are."""
    pause = settings.COMPUTER_PAUSE * BOT_PAUSES[game.table_settings.get("bot_speed", "natural")]
    if not pause:
        return timedelta()
    choices = sum(not isinstance(move, Trail) for move in legal_moves(perspective.position()))
    return timedelta(seconds=pause * min(MAX_DELIBERATION, 1 + log2(max(choices, 1)) / 2))


def choose_bot_move(seat: Seat, perspective: Perspective, seq: int) -> Decision:
    """Return the decision of the seat's strategy; if it fails, a legal move, so that the table is not blocked."""
    seed = bot_seed(seat, perspective)  # the same again when the task runs again
    try:
        if seat.bot in bots.SLOW_LEVELS:
            return think(seat.bot, perspective, seed)
        return bots.LEVELS[seat.bot].choose(perspective, Random(seed))  # noqa: S311  not a secret
    except Exception:
        logger.exception("%s failed in game %s at %s.", seat.bot, seat.game.public_id, seq)
        return first_legal_move(perspective)


def bot_seed(seat: Seat, perspective: Perspective) -> str:
    """Return the random seed of a computer's turn: the game's seed and the moment of the round.

    So its response to the same play is the same in games with the same cards.
    """
    moment = (perspective.round.number, perspective.round.plays) if perspective.round else ()
    return f"{decrypt_secret(seat.game).hex()}/{seat.number}/{moment}"


def first_legal_move(perspective: Perspective) -> Decision:
    return min(legal_moves(perspective.position()), key=write_move)


def execute_decision(seat: Seat, decision: Decision, seq: int) -> services.Outcome:
    match decision:
        case Claim():
            return services.claim(seat, seq)
        case CallOrange():
            return services.call_orange(seat, seq)
        case Trail() | Capture() | MakeBuild() | TableBuild() | AddAndPlay() | PluckAndPlay():
            return services.play(seat, write_move(decision), seq)
        case _:
            assert_never(decision)


def _person_to_play(public_id: str, seq: int) -> Seat | None:
    """Return the seat to play if a person plays it and the game has not advanced from this number."""
    seats = Seat.objects.filter(game__public_id=public_id, game__seq=seq, number=F("game__turn"), bot="")
    return seats.select_related("game").first()


def _bot_seats_to_play() -> QuerySet[Seat]:
    """Return the computer seats that are to play."""
    return Seat.objects.exclude(bot="").filter(game__status=Game.Status.PLAYING, number=F("game__turn"))
