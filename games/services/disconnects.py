"""Players who leave a game that waits for them: after a while the others may claim it or have a computer play on."""

from django.conf import settings

from casino.clock import now
from casino.transactions import write_transaction
from games import bots
from games.domain.commands import ClaimForfeit, Command, SubstituteBot
from games.live import presence
from games.log.store import lock_game, seat_actor, turn_began
from games.models import Game, Seat
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Outcome, refused
from games.services.suspensions import suspension_refusal


def claim_wait(seat: Seat) -> float | None:
    """Return the seconds that this seat must still wait before it may act for the seat to play, whose player has gone.

    None where there is nothing to wait for: that player is here, the seat itself is to play, or the game is played over
    days. Only time counts in which the other was to play and gone, and this seat's player connected: not an outage.
    """
    game = seat.game
    patience = settings.ABANDON_AFTER.get(game.table_settings.get("clock", "none"))
    if game.status != Game.Status.PLAYING or patience is None or seat.bot or game.turn == seat.number:
        return None
    if not game.taken_seats.filter(number=game.turn, bot="", person__isnull=False).exists():
        return None
    gone = presence.gone_since(game, game.turn)
    if gone is None:
        return None
    here = presence.present_since(game, seat.number)
    if here is None:
        return patience
    return max(0.0, patience - (now() - max(gone, here, turn_began(game))).total_seconds())


def claim_forfeit(seat: Seat, number: int) -> Outcome:
    """Let this seat win a game of two whose other player has gone."""
    return _claim(seat, number, ClaimForfeit(number), f"abandoned@{number}")


def seat_computer_for(seat: Seat, number: int) -> Outcome:
    """Let the computer play on for a player who has gone, and who may return to the seat."""
    return _claim(seat, number, SubstituteBot(number, bots.DEFAULT_LEVEL, final=False), f"computer@{number}")


def _claim(seat: Seat, number: int, command: Command, entry: str) -> Outcome:
    with write_transaction():
        game = lock_game(seat.game_id)
        if barred := suspension_refusal(seat.person_id):
            return barred
        if number != game.turn:
            return refused("not-awaited")
        left = claim_wait(game.taken_seats.get(pk=seat.pk))
        if left is None:
            return refused("not-gone")
        if left:
            return refused("wait-longer")
        tx = GameTransaction(game)
        if refusal := tx.execute(command, seat_actor(seat.number), entry):
            return refusal
        if isinstance(command, SubstituteBot):
            game.taken_seats.filter(number=number).update(bot=command.bot)
        tx.commit()
        return Accepted(game.seq)
