"""Identification of turns, so that each turn is notified once, and not after it has been played."""

from datetime import datetime
from typing import NamedTuple

from games.models import Game


class Turn(NamedTuple):
    """The sequence number and the time of the event that started the turn."""

    number: int
    begun: datetime


def latest_turn(game: Game) -> Turn:
    passed = game.events.filter(type__in=("turn_passed", "went_back")).order_by("-seq").values_list("seq", "at").first()
    return Turn(*passed) if passed else Turn(0, game.created)


def has_turn(game: Game, person_id: int, number: int) -> bool:
    """Return True if this turn is still in progress and belongs to this person."""
    if game.status != Game.Status.PLAYING or latest_turn(game).number != number:
        return False
    return game.taken_seats.filter(number=game.turn, person_id=person_id, bot="").exists()
