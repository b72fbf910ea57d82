"""Tasks triggered by a move: computers' turns, timeouts, and forced moves."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import log2
from random import Random
from typing import Any, assert_never

from django.conf import settings
from django.db.models import F, QuerySet
from django.tasks import Task, task
from django.utils import timezone

from accounts.person_preferences import preferences_of
from casino.clock import clock_offset, now
from casino.transactions import do_each, write_transaction
from games import bots, services
from games.bots.base import Decision
from games.domain.commands import CallOrange, Claim
from games.domain.events import CardsDealt, Event, RoundStarted
from games.domain.move_generation import legal_moves
from games.domain.moves import AddAndPlay, Capture, MakeBuild, PluckAndPlay, TableBuild, Trail
from games.domain.notation import read_move, write_move
from games.domain.perspective import SPECTATOR, Perspective, perspective_of
from games.domain.table import Table
from games.log.encryption import decrypt_secret, decrypt_state, encrypt_state
from games.log.store import load
from games.models import Game, Seat
from games.services import conditional_moves
from games.tasks.thinking import think

logger = logging.getLogger(__name__)

STALE_AFTER = timedelta(minutes=1)
"""Time after which a computer's pending turn is enqueued again."""

SLOW_QUEUE = "thinking"
"""The queue of computer players that compute for long."""

BOT_PAUSES = {"at_once": 0, "natural": 1, "slow": 4}
"""Number of standard pauses before a computer's turn (`TableSettings.bot_speed`)."""

DELIBERATION = 1 / 4
"""Share of such a pause that each doubling of the piles on the table adds."""

DEAL_PAUSES = 3
"""Further pauses after a deal: people see the cards dealt, and have a second to look at them."""


CLAIM, ORANGE = "claim", "orange"
"""Decisions that are no moves, as they are written between choosing and making them."""


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


def schedule_planned_move(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Enqueue the conditional moves of the player to move, once those that the events made void are gone."""
    if game.turn in conditional_moves.delete_void_plans(game, seats, events):
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
    """Make the move if it is the only one of a last card and the game has not advanced from this number.

    With more cards in the hand, a move that is played by itself would tell the others what these cards cannot do.
    """
    seat = _person_to_play(public_id, seq)
    round_ = load(seat.game)[0].round if seat else None
    if seat and round_ and len(round_.hands[seat.number - 1]) == 1:
        services.play_forced(seat, seq)


def requeue_bot_turns() -> int:
    """Enqueue the turn of every computer that is to play, and return their number; repeating this is harmless."""
    with write_transaction():
        seats = list(_bot_seats_to_play().select_related("game"))
        for seat in seats:
            bot_turn_task(seat.bot).enqueue(seat.game.public_id, seat.game.seq)
    return len(seats)


def enqueue_bot_turn(game: Game, bot: str, *, dealt: bool, wait: float = 0) -> None:
    """Enqueue the computer's turn, which begins after `wait` seconds, and after a deal once people have seen it."""
    begins = now() + timedelta(seconds=wait + settings.COMPUTER_PAUSE * (DEAL_PAUSES if dealt else 0))
    bot_turn_task(bot).enqueue(game.public_id, game.seq, begins=begins.timestamp())


def bot_turn_task(bot: str) -> Task[..., None]:
    """The task of a turn. Levels that compute for long have a separate queue, so no other table waits."""
    return play_bot_turn.using(queue_name=SLOW_QUEUE) if bot in bots.SLOW_LEVELS else play_bot_turn


@task
def play_bot_turn(public_id: str, seq: int, begins: float = 0) -> None:
    """Choose the computer's move at once, unless the game has advanced from this number, and make it when it is due.

    That moment is fixed before the move is chosen, from what every viewer sees: a pause that depended on the choice
    would show the hand. The turn `begins` at this time, or with the move before.
    """
    seat = _bot_seat_to_play(public_id, seq)
    if seat is None:
        return
    state, _ = load(seat.game)
    perspective = perspective_of(state, seat.number)
    begun = datetime.fromtimestamp(begins, UTC) if begins else seat.game.updated
    due = begun + deliberation(seat.game, perspective_of(state, SPECTATOR))
    decision = choose_bot_move(seat, perspective, seq)
    missing = due - now()
    if missing <= timedelta():
        make_bot_move(seat, decision, seq)
        return
    chosen = encrypt_state(seat.game, {"decision": write_decision(decision)})
    with write_transaction():
        make_chosen_move.using(run_after=timezone.now() + missing).enqueue(public_id, seq, chosen)


@task
def make_chosen_move(public_id: str, seq: int, chosen: dict[str, Any]) -> None:
    """Make the move that the computer has chosen, unless the game has advanced from this number."""
    seat = _bot_seat_to_play(public_id, seq)
    if seat:
        make_bot_move(seat, read_decision(decrypt_state(seat.game, chosen)["decision"], seat.number), seq)


def make_bot_move(seat: Seat, decision: Decision, seq: int) -> None:
    """Make the move, or another one if it is refused."""
    outcome = execute_decision(seat, decision, seq)
    if isinstance(outcome, services.Refused):
        logger.error("%s was refused in game %s at %s: %s", seat.bot, seat.game.public_id, seq, outcome.refusal)
        execute_decision(seat, first_legal_move(perspective_of(load(seat.game)[0], seat.number)), seq)


def deliberation(game: Game, public: Perspective) -> timedelta:
    """The time for which people see the computer think: longer the more lies on the table. Only what every
    viewer sees may count."""
    pause = settings.COMPUTER_PAUSE * BOT_PAUSES[game.table_settings.get("bot_speed", "natural")]
    table = public.round.table if public.round else Table()
    piles = len(table.loose) + len(table.builds)
    return timedelta(seconds=pause * (1 + DELIBERATION * log2(max(piles, 1))))


def choose_bot_move(seat: Seat, perspective: Perspective, seq: int) -> Decision:
    """The decision of the seat's strategy; if it fails, a legal move, so that the table is not blocked."""
    seed = bot_seed(seat, perspective)  # the same again when the task runs again
    try:
        if seat.bot in bots.SLOW_LEVELS:
            return think(seat.bot, perspective, seed)
        return bots.LEVELS[seat.bot].choose(perspective, Random(seed))  # noqa: S311  not a secret
    except Exception:
        logger.exception("%s failed in game %s at %s.", seat.bot, seat.game.public_id, seq)
        return first_legal_move(perspective)


def bot_seed(seat: Seat, perspective: Perspective) -> str:
    """The random seed of a computer's turn: the game's seed and the moment of the round.

    So its response to the same play is the same in games with the same cards.
    """
    moment = (perspective.round.number, perspective.round.plays) if perspective.round else ()
    return f"{decrypt_secret(seat.game).hex()}/{seat.number}/{moment}"


def first_legal_move(perspective: Perspective) -> Decision:
    return min(legal_moves(perspective.position()), key=write_move)


def write_decision(decision: Decision) -> str:
    match decision:
        case Claim():
            return CLAIM
        case CallOrange():
            return ORANGE
        case _:
            return write_move(decision)


def read_decision(text: str, seat: int) -> Decision:
    if text == CLAIM:
        return Claim(seat)
    return CallOrange(seat) if text == ORANGE else read_move(text)


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
    """The seat to play if a person plays it and the game has not advanced from this number."""
    seats = Seat.objects.filter(game__public_id=public_id, game__seq=seq, number=F("game__turn"), bot="")
    return seats.select_related("game").first()


def _bot_seat_to_play(public_id: str, seq: int) -> Seat | None:
    """The seat to play if a computer plays it and the game has not advanced from this number."""
    return _bot_seats_to_play().filter(game__public_id=public_id, game__seq=seq).select_related("game").first()


def _bot_seats_to_play() -> QuerySet[Seat]:
    """The computer seats that are to play."""
    return Seat.objects.exclude(bot="").filter(game__status=Game.Status.PLAYING, number=F("game__turn"))
