"""Somebody leaves a game that is being played: after a while the others need not wait any longer."""

from datetime import datetime

from django.conf import settings

from casino.clock import now
from casino.writes import write_transaction
from games import bots
from games.domain.commands import Abandon, Command, GiveSeat
from games.live import presence
from games.log.store import locked
from games.models import Game, Seat
from games.services.outcomes import Accepted, Outcome, Refused, refused
from games.services.recorder import Recorder
from games.services.turns import actor_of


def waits(seat: Seat) -> dict[int, float]:
    """The other seats whose players have gone, and for how many seconds this one still has to wait before it may act;
    nothing where a game is played over days."""
    game = seat.game
    patience = settings.LEAVING_WAIT.get(game.terms.get("clock", "none"))
    if game.status != Game.Status.PLAYING or patience is None or seat.bot:
        return {}
    here = presence.here_since(game, seat.number)
    others = game.taken_seats.filter(bot="", person__isnull=False).exclude(number=seat.number)
    gone = presence.gone_since(game, others.values_list("number", flat=True))
    return {number: _left(patience, since, here) for number, since in gone.items()}


def _left(patience: float, since: datetime, here: datetime | None) -> float:
    """Only time counts for which the one who waits has been here: nobody is found gone because the site was down."""
    if here is None:
        return patience
    return max(0.0, patience - (now() - max(since, here)).total_seconds())


def claim_abandoned(seat: Seat, number: int) -> Outcome:
    """The other of two has gone, and this seat wins."""
    return _settle(seat, number, Abandon(number), f"abandoned@{number}")


def seat_computer_for(seat: Seat, number: int) -> Outcome:
    """Let the computer play on for a player who has gone; they may come back to their seat."""
    return _settle(seat, number, GiveSeat(number, bots.DEFAULT, final=False), f"computer@{number}")


def _settle(seat: Seat, number: int, command: Command, entry: str) -> Outcome:
    with write_transaction():
        game = locked(seat.game_id)
        left = waits(game.taken_seats.get(pk=seat.pk)).get(number)
        if left is None:
            return refused("not-gone")
        if left:
            return refused("wait-longer")
        recorder = Recorder(game)
        refusal = recorder.ask(command, actor_of(seat.number), entry)
        if refusal:
            return Refused(refusal)
        if isinstance(command, GiveSeat):
            game.taken_seats.filter(number=number).update(bot=command.bot)
        recorder.record()
        return Accepted(game.seq)
