"""Invitations to a rematch: its host automatically invites the players of the previous game."""

from collections.abc import Sequence

from accounts.models import Person
from games.domain.events import Event
from games.domain.setup_events import GameOpened
from games.invitations.selectors import invitable
from games.invitations.services import create_invitations
from games.models import Game, Seat


def invite_previous_players(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Invite the players of the previous game, guests included, except those who refuse invitations."""
    if not (game.rematch_of_id and game.host and any(isinstance(event, GameOpened) for event in events)):
        return
    seated = {seat.person_id for seat in seats}
    previous = Person.objects.filter(seats__game=game.rematch_of_id, is_active=True)
    others = [person for person in invitable(previous, game.host) if person.pk not in seated]
    if others:
        create_invitations(game, game.host, others)
