"""Identification of turns, so that each turn is notified once, and not after it has been played."""

from datetime import datetime
from typing import NamedTuple

from games.models import Game


class CurrentTurn(NamedTuple):
    """The sequence number and the time of the event that started the turn."""

    seq: int
    started: datetime


def current_turn(game: Game) -> CurrentTurn:
    passed = (
        game.events.filter(type__in=("turn_started", "rolled_back")).order_by("-seq").values_list("seq", "at").first()
    )
    return CurrentTurn(*passed) if passed else CurrentTurn(0, game.created)


def is_current_turn(game: Game, person_id: int, seq: int) -> bool:
    """True if this turn is still in progress and belongs to this person."""
    if game.status != Game.Status.PLAYING or current_turn(game).seq != seq:
        return False
    return game.taken_seats.filter(number=game.turn, person_id=person_id, bot="").exists()
