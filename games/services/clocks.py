"""Timeouts, the player of a seat after one, and the first deal when promised client seeds do not arrive."""

from django.db.models import F

from casino.clock import now
from casino.writes import write_transaction
from games import bots
from games.bots.least import least_costly
from games.domain.commands import ExpireTurn, Play, ReturnToSeat
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective
from games.log.store import load, locked
from games.models import Game, Seat
from games.services.alive import is_alive, is_late
from games.services.outcomes import Accepted, Outcome, Refused
from games.services.recorder import Recorder
from games.services.seeds import begin_without
from games.services.turns import actor_of

MOST_AT_ONCE = 200


def overdue() -> list[tuple[str, int]]:
    """Return address and sequence number of the games in which the time of a person, or for seeds, has run out.

    Empty while the server was down.
    """
    if not is_alive():
        return []
    found = Game.objects.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING), deadline__lte=now())
    computers = Seat.objects.exclude(bot="").filter(number=F("game__turn"))
    rows = found.exclude(taken_seats__in=computers).order_by("deadline")
    return list(rows.values_list("public_id", "seq")[:MOST_AT_ONCE])


def run_out(public_id: str, seq: int) -> bool:
    """Apply the terms to a seat whose time has run out, unless the game has advanced from `seq`; True if done."""
    game = Game.objects.filter(public_id=public_id, seq=seq).first()
    if game is None or not _is_due(game):
        return False
    card = _cheapest(game) if game.turn and game.terms["timeout"] == "card" else ""
    with write_transaction():
        game = locked(game.pk)
        if game.seq != seq or not _is_due(game):
            return False
        if game.status == Game.Status.OPEN:
            begin_without(game)
        else:
            _expire(game, card)
        return True


def _is_due(game: Game) -> bool:
    """Return True if a person's time has run out by a clock that can be trusted."""
    if not is_late(game) or not is_alive():
        return False
    return game.status == Game.Status.OPEN or (
        game.status == Game.Status.PLAYING and game.taken_seats.filter(number=game.turn, bot="").exists()
    )


def _expire(game: Game, card: str) -> None:
    recorder, seat = Recorder(game), game.turn
    recorder.order(ExpireTurn(seat, bots.DEFAULT))
    if card:
        recorder.order(Play(seat, read_move(card)), actor_of(seat), card)
    if seat in recorder.state.left:
        game.taken_seats.filter(number=seat).update(bot=bots.DEFAULT)
    recorder.record()


def _cheapest(game: Game) -> str:
    """Return the least costly move, computed before the game is locked so that no one has to wait for it."""
    return write_move(least_costly(perspective(load(game)[0], game.turn)))


def return_to_seat(seat: Seat) -> Outcome:
    """Give the seat back from the computer to its player."""
    with write_transaction():
        game = locked(seat.game_id)
        recorder = Recorder(game)
        refusal = recorder.ask(ReturnToSeat(seat.number), actor_of(seat.number))
        if refusal:
            return Refused(refusal)
        game.taken_seats.filter(number=seat.number).update(bot="")
        recorder.record()
        return Accepted(game.seq)
