"""A dispute for a director to decide."""

from typing import NamedTuple

from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.models import Game
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from tests.games.made_once import played_once
from tests.games.viewers import Viewer, browser_of, laid

WHY = "Ann had a nine, but did she <keep> it?"


class Case(NamedTuple):
    """A director's browser, and the dispute to decide."""

    client: Client
    director: Person
    dispute: Dispute
    players: list[Viewer]

    def address(self, name: str = "dispute", *more: str) -> str:
        return reverse(f"moderation:{name}", args=[self.dispute.pk, *more])

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.dispute.game_id)


def director(name: str = "dora") -> Person:
    """Return a member of staff in the group of directors and no other."""
    taken = Person.objects.filter(username__startswith=name).count()
    person = Person.objects.create_user(f"{name}{taken or ''}", password="x", is_staff=True)
    group, _ = Group.objects.get_or_create(name="Directors")
    person.groups.add(group)
    return person


def disputed() -> tuple[Dispute, list[Viewer]]:
    """Play a game in which Ann (9♠ 2♣ 3♣ 4♣) has built a nine, and Bob (9♥ 2♥ 3♥ 4♥) has taken it and disputes that it
    could be built."""
    game = played_once("disputed", disputed_game)
    return Dispute.objects.get(game=game), [Viewer(game, seat.person) for seat in game.taken_seats.order_by("number")]


def disputed_game() -> Game:
    game = laid("casino", "9S 2C 3C 4C", "9H 2H 3H 4H", table="AD 5D 6D 7D")[0].game
    for number, move in ((1, "3C+6D=9"), (2, "9Hx[3C6D]")):
        game.refresh_from_db()
        seat = game.taken_seats.get(number=number)
        assert isinstance(services.play(seat, move, game.seq), services.Accepted)
    opened = open_dispute(seat, game.events.get(type="build_made").seq, WHY)
    assert isinstance(opened, Dispute), opened
    return game


def open_case() -> Case:
    dispute, players = disputed()
    dora = director()
    return Case(browser_of(dora), dora, dispute, players)
