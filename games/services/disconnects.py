"""Players who leave a game in progress: after a while the others may claim it or have a computer play on."""

from datetime import datetime

from django.conf import settings

from casino.clock import now
from casino.transactions import write_transaction
from games import bots
from games.domain.commands import ClaimForfeit, Command, SubstituteBot
from games.live import presence
from games.log.store import lock_game, seat_actor
from games.models import Game, Seat
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Outcome, refused


def claim_wait_times(seat: Seat) -> dict[int, float]:
    """Return the other seats whose players have gone, with the seconds this seat must still wait before it may act.

    Empty where a game is played over days.
    """
    game = seat.game
    patience = settings.ABANDON_AFTER.get(game.table_settings.get("clock", "none"))
    if game.status != Game.Status.PLAYING or patience is None or seat.bot:
        return {}
    here = presence.present_since(game, seat.number)
    others = game.taken_seats.filter(bot="", person__isnull=False).exclude(number=seat.number)
    gone = presence.gone_since(game, others.values_list("number", flat=True))
    return {number: _left(patience, since, here) for number, since in gone.items()}


def _left(patience: float, since: datetime, here: datetime | None) -> float:
    """Return the remaining wait; only time during which the waiting player was connected counts, not an outage."""
    if here is None:
        return patience
    return max(0.0, patience - (now() - max(since, here)).total_seconds())


def claim_forfeit(seat: Seat, number: int) -> Outcome:
    """Let this seat win a game of two whose other player has gone."""
    return _claim(seat, number, ClaimForfeit(number), f"abandoned@{number}")


def seat_computer_for(seat: Seat, number: int) -> Outcome:
    """Let the computer play on for a player who has gone, and who may return to the seat."""
    return _claim(seat, number, SubstituteBot(number, bots.DEFAULT_LEVEL, final=False), f"computer@{number}")


def _claim(seat: Seat, number: int, command: Command, entry: str) -> Outcome:
    with write_transaction():
        game = lock_game(seat.game_id)
        left = claim_wait_times(game.taken_seats.get(pk=seat.pk)).get(number)
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
