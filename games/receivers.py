"""Signal receivers that update games when people or games change."""

from typing import Any

from django.dispatch import receiver

from accounts.models import Person
from accounts.signals import leaving, preferred, renamed, way_in_ended
from games import ratings, services
from games.live import broadcast
from games.live.broadcast import game_advanced
from games.models import Game
from games.rulings import disputes


@receiver(game_advanced, dispatch_uid="rate game")
def rate_game(game: Game, **_: Any) -> None:
    """Rate the game in the transaction in which it ended."""
    if game.status == Game.Status.OVER and game.terms.get("rated"):
        ratings.rate(game)


@receiver(renamed, dispatch_uid="call seats")
def call_seats(person: Person, **_: Any) -> None:
    services.call_seats(person)


@receiver(preferred, dispatch_uid="tell open pages")
def tell_open_pages(person: Person, **_: Any) -> None:
    broadcast.preferences_changed(person.pk)


@receiver(way_in_ended, dispatch_uid="tell open sockets")
def tell_open_sockets(person_id: int, **_: Any) -> None:
    broadcast.way_in_ended(person_id)


@receiver(leaving, dispatch_uid="leave games")
def leave_games(person: Person, **_: Any) -> None:
    disputes.forget_person(person)
    services.leave_games(person)
