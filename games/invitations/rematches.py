"""Rematches: whoever offers one automatically invites the players of the previous game, who join or decline."""

from collections.abc import Sequence

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from casino.transactions import write_transaction
from games.community.blocks import blocked_among
from games.domain.events import Event
from games.domain.setup_events import GameOpened
from games.invitations.models import Invitation
from games.invitations.selectors import invitable
from games.invitations.services import create_invitations, decline
from games.log.store import lock_game
from games.models import DELETED_PLAYER, Game, Seat
from games.services import leave_seat
from games.services.outcomes import Accepted, Refused, refused


def invite_previous_players(game: Game, seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Invite the players of the previous game, guests included, except those who refuse invitations."""
    if not (game.rematch_of_id and game.host and any(isinstance(event, GameOpened) for event in events)):
        return
    seated = {seat.person_id for seat in seats}
    previous = Person.objects.filter(seats__game=game.rematch_of_id, is_active=True)
    others = [person for person in invitable(previous, game.host) if person.pk not in seated]
    if others:
        create_invitations(game, game.host, others)


def rematch_of(game: Game) -> Game | None:
    """The rematch that was offered and not canceled."""
    return Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED).first()


def offer_refusal(game: Game, person: Person) -> Refused | None:
    """Why the person can't offer a rematch of this game: all others have declined it, or none can be invited, or
    one of them has deleted the account."""
    if gone := next((seat for seat in game.seats_with_people if seat.name == DELETED_PLAYER), None):
        return refused("not-invitable", name=isolate(gone.table_name))
    others = [seat for seat in game.seats_with_people if seat.person and seat.person_id != person.pk]
    answers = Invitation.objects.filter(game__rematch_of=game, game__host=person)
    if answers.exists() and not answers.filter(declined=False).exists():
        return refused("rematch-declined", player=isolate(others[0].person))
    people = Person.objects.filter(pk__in=[seat.person_id for seat in others], is_active=True)
    if not others or invitable(people, person).exists():
        return None
    if blocked := blocked_among(person, game.people):
        return refused("blocked-by-you", name=isolate(blocked))
    return refused("not-invitable", name=isolate(others[0].person))


def decline_rematch(rematch: Game, person: Person) -> Accepted | Refused:
    """Take the person out of a rematch that has not begun: whoever has joined leaves."""
    with write_transaction():
        rematch = lock_game(rematch.pk)
        if rematch.taken_seats.filter(person=person).exists():
            outcome = leave_seat(rematch, person)
            if isinstance(outcome, Refused):
                return outcome
        rematch.refresh_from_db()
        if rematch.status == Game.Status.OPEN and rematch.host:
            Invitation.objects.get_or_create(
                game=rematch, person=person, defaults={"host": rematch.host, "invited_at": now()}
            )
            decline(rematch, person)
        return Accepted(rematch.seq)
