"""Timeouts, the player of a seat after one, and the first deal when promised client seeds do not arrive."""

from django.db.models import F

from casino.clock import now
from casino.transactions import write_transaction
from games import bots
from games.bots.timeout_move import timeout_move
from games.domain.commands import ExpireTurn, Play, ReturnToSeat
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.log.store import load, lock_game, seat_actor
from games.models import Game, Seat
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Outcome
from games.services.seeds import start_without_seeds
from games.services.uptime import is_late, server_is_up

BATCH_SIZE = 200


def overdue_games() -> list[tuple[str, int]]:
    """Return address and sequence number of the games in which the time of a person, or for seeds, has run out.

    Empty while the server was down.
    """
    if not server_is_up():
        return []
    found = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING), deadline__lte=now())
    computers = Seat.objects.exclude(bot="").filter(number=F("game__turn"))
    rows = found.exclude(taken_seats__in=computers).order_by("deadline")
    return list(rows.values_list("public_id", "seq")[:BATCH_SIZE])


def enforce_timeout(public_id: str, seq: int) -> bool:
    """Apply the terms to a seat whose time has run out, unless the game has advanced from `seq`; True if done."""
    game = Game.objects.filter(public_id=public_id, seq=seq).first()
    if game is None or not _is_due(game):
        return False
    card = _least_costly_move(game) if game.turn and game.table_settings["timeout"] == "card" else ""
    with write_transaction():
        game = lock_game(game.pk)
        if game.seq != seq or not _is_due(game):
            return False
        if game.status == Game.Status.OPEN:
            start_without_seeds(game)
        else:
            _expire_turn(game, card)
        return True


def _is_due(game: Game) -> bool:
    """Return True if a person's time has run out by a clock that can be trusted."""
    if not is_late(game) or not server_is_up():
        return False
    return game.status == Game.Status.OPEN or (
        game.status == Game.Status.PLAYING and game.taken_seats.filter(number=game.turn, bot="").exists()
    )


def _expire_turn(game: Game, card: str) -> None:
    tx, seat = GameTransaction(game), game.turn
    tx.execute_trusted(ExpireTurn(seat, bots.DEFAULT_LEVEL))
    if card:
        tx.execute_trusted(Play(seat, read_move(card)), seat_actor(seat), card)
    if seat in tx.state.bot_seats:
        game.taken_seats.filter(number=seat).update(bot=bots.DEFAULT_LEVEL)
    tx.commit()


def _least_costly_move(game: Game) -> str:
    """Return the least costly move, computed before the game is locked so that no one has to wait for it."""
    return write_move(timeout_move(perspective_of(load(game)[0], game.turn)))


def return_to_seat(seat: Seat) -> Outcome:
    """Give the seat back from the computer to its player."""
    with write_transaction():
        game = lock_game(seat.game_id)
        tx = GameTransaction(game)
        if refusal := tx.execute(ReturnToSeat(seat.number), seat_actor(seat.number)):
            return refusal
        game.taken_seats.filter(number=seat.number).update(bot="")
        tx.commit()
        return Accepted(game.seq)
