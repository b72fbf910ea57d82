"""Invitations to a rematch: its host automatically invites the players of the previous game."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from accounts.models import Person
from games.domain.events import Event, GameOpened
from games.invitations.asking import ask
from games.invitations.reading import willing
from games.live.broadcast import game_advanced
from games.models import Game, Seat


@receiver(game_advanced, dispatch_uid="invite again")
def hear(game: Game, seats: Sequence[Seat], facts: Sequence[Event], **_: Any) -> None:
    if game.rematch_of_id and game.host and any(isinstance(fact, GameOpened) for fact in facts):
        invite_again(game, game.host, {seat.person_id for seat in seats})


def invite_again(game: Game, host: Person, there: set[int | None]) -> None:
    """Invite the previous players, guests included, except those who refuse invitations."""
    before = Person.objects.filter(seats__game=game.rematch_of_id, is_active=True)
    others = [person for person in willing(before, host) if person.pk not in there]
    if others:
        ask(game, host, others)
