"""Actions of a seat in a game in progress."""

from collections.abc import Callable, Collection
from contextlib import suppress
from copy import copy

from django.db import transaction

from casino.transactions import write_transaction
from games import bots
from games.domain.commands import CallOrange, Claim, Command, LeaveGame, Play, PlayConditional, PlayForced, Resign
from games.domain.moves import Move
from games.domain.notation import NotationError, read_move, write_move
from games.domain.refusal import Refusal, refuse
from games.log.recent_states import cache_game
from games.log.store import GameChangedError, load, lock_game, seat_actor, turn_start
from games.models import ACTION_TEXT_LENGTH, Game, Seat
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Outcome, Refused, Stale, refused
from games.services.suspensions import seat_refusal
from games.services.uptime import is_late, record_heartbeat, server_is_up

type CommandBuilder = Callable[[Game], Command | Refusal]


def play(seat: Seat, move_text: str, expected_seq: int) -> Outcome:
    """Make a move (12.5)."""
    try:
        move = read_move(move_text[: ACTION_TEXT_LENGTH + 1])
    except NotationError as error:
        return Refused(refuse("bad-request", "12.5", "unreadable", why=error))
    return perform(seat, lambda _: Play(seat.number, move), write_move(move), expected_seq)


def play_forced(seat: Seat, expected_seq: int) -> Outcome:
    """Play the seat's only move for it."""
    return perform(seat, lambda _: PlayForced(seat.number), "", expected_seq)


def play_conditional(seat: Seat, move: Move, expected_seq: int) -> Outcome:
    """Play a move that the seat's player had planned."""
    return perform(seat, lambda _: PlayConditional(seat.number, move), write_move(move), expected_seq)


def claim(seat: Seat, expected_seq: int) -> Outcome:
    """Claim that the seat's side has reached the target (7.6)."""
    return perform(seat, lambda _: Claim(seat.number), f"claim@{seat.number}", expected_seq)


def call_orange(seat: Seat, expected_seq: int) -> Outcome:
    """Call another player's orange (8.6)."""
    return perform(seat, lambda _: CallOrange(seat.number), f"orange@{seat.number}", expected_seq)


def resign(seat: Seat, expected_seq: int) -> Outcome:
    """Give the game up (7.8): leave it where `others_play_on`, else end it. A suspended player may do so too, so that
    the others need not wait."""

    def command(game: Game) -> Command:
        leaves = others_play_on(game, load(game)[0].forfeited_seats, seat.number)
        return LeaveGame(seat.number, bots.DEFAULT_LEVEL) if leaves else Resign(seat.number)

    return perform(seat, command, f"resign@{seat.number}", expected_seq, while_suspended=True)


def others_play_on(game: Game, forfeited: Collection[int], leaver: int) -> bool:
    """True if a game of three or more goes on without this seat's player: another person plays, or may return."""
    gone = {leaver, *forfeited}
    return game.seats > 2 and any(seat.person_id and seat.number not in gone for seat in game.seats_with_people)


def cards_shown(seat: Seat) -> bool:
    """At pass and play: whether this seat is to play and its player has asked for the cards in this very turn.

    The row is read again before that is denied: `seat` may come from a cache.
    """
    if seat.number != seat.game.turn:
        return False
    start, event = turn_start(seat.game)
    if event is None:
        return False
    return seat.seen_seq >= start or Seat.objects.filter(pk=seat.pk, seen_seq__gte=start).exists()


def show_cards(seat: Seat, expected_seq: int) -> Outcome:
    """At pass and play: show the cards of the seat to play until its turn is over."""
    with write_transaction():
        seat.game = lock_game(seat.game_id)
        if (seat.game.seq, seat.game.turn) != (expected_seq, seat.number):
            return Stale(seat.game.seq)
        Seat.objects.filter(pk=seat.pk).update(seen_seq=expected_seq)
        seat.seen_seq = expected_seq
        return Accepted(expected_seq)


def perform(
    seat: Seat, build_command: CommandBuilder, text: str, expected_seq: int, while_suspended: bool = False
) -> Outcome:
    """Execute the command if the game is still at `expected_seq`. Then `seat.game` is up to date.

    A game that was read at `expected_seq` is written without being read again: the write fails if it has changed. All
    else is decided in the locked game.
    """
    if seat.game.seq == expected_seq and not is_late(seat.game):
        own = copy(seat)
        own.game = copy(seat.game)  # other threads may share both
        with suppress(GameChangedError), write_transaction():
            outcome = _execute(own, build_command, text, expected_seq, while_suspended)
            if isinstance(outcome, Accepted):
                seat.game = own.game
                return outcome
    with write_transaction():
        table, seat.game = seat.game, lock_game(seat.game_id)
        if seat.game.seq == table.seq:  # seats change only with the log
            seat.game.share_seats(table)
        if not is_late(seat.game) or server_is_up():
            return _execute(seat, build_command, text, expected_seq, while_suspended)
    record_heartbeat("beat")  # gives back time during which no server was up
    return perform(seat, build_command, text, expected_seq, while_suspended)


def _execute(seat: Seat, build_command: CommandBuilder, text: str, expected_seq: int, while_suspended: bool) -> Outcome:
    if refusal := seat_refusal(seat, while_suspended):
        return refusal
    game, actor = seat.game, seat_actor(seat.number)
    if game.seq != expected_seq:  # perhaps by this very request, sent again
        done = game.events.filter(seq=expected_seq + 1, actor=actor, action_text=text).exists()
        return Accepted(game.seq) if done else Stale(game.seq)
    if game.status == Game.Status.OPEN:
        return refused("not-started")
    command, game_transaction = build_command(game), GameTransaction(game)
    if isinstance(command, Refusal):
        return Refused(command)
    if refusal := game_transaction.execute(command, actor, text):
        return refusal
    if isinstance(command, LeaveGame):
        game.taken_seats.filter(number=command.seat).update(bot=command.bot)
        vars(game).pop("seats_with_people", None)
    game_transaction.commit()
    transaction.on_commit(lambda: cache_game(game))
    return Accepted(game.seq)
