"""Services of invitations and blocks: their only writers."""

from collections.abc import Sequence

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from casino.transactions import write_transaction
from games.community.blocks import blocked_among, blocked_either_way
from games.community.models import Block, Follow
from games.domain.events import Event
from games.domain.setup_events import ClientSeedsCollected, GameCancelled, SeatLeft, SeatsSwapped, SeatTaken
from games.invitations.models import Invitation, InvitationOptOut
from games.invitations.selectors import invitable
from games.live import broadcast
from games.log.store import lock_game
from games.models import Game, Seat, TableBan
from games.notifications.current_turn import NEWS
from games.notifications.destinations import reachable
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.services import leave_seat
from games.services.outcomes import Accepted, Refused, refused
from games.services.tables import seat_keepers

BEFORE_PLAY = (SeatTaken, SeatLeft, SeatsSwapped, GameCancelled, ClientSeedsCollected)
"""Events that change what an invitation says, or end it."""

MAX_INVITATIONS_PER_GAME = 20
"""Maximum number of invitations to one table: more than a few for each of its seats."""


def invite(game: Game, host: Person, name: str) -> Accepted | Refused:
    """Invite a registered person, once. An invitation lifts an earlier removal from the table."""
    with write_transaction():
        game = lock_game(game.pk)
        if problem := _host_refusal(game, host):
            return refused(problem)
        person = Person.named(name.strip())
        if person is None or person.is_guest or not person.is_active:
            return refused("nobody-so-called", name=isolate(name.strip()))
        if problem := _guest_refusal(game, host, person):
            return refused(problem, name=isolate(person))
        TableBan.objects.filter(game=game, person=person).delete()
        create_invitations(game, host, [person])
    return Accepted(game.seq)


def _host_refusal(game: Game, host: Person) -> str:
    if game.host_id != host.pk:
        return "not-host"
    if host.is_guest:
        return "guests-invite-by-link"
    if game.status != Game.Status.OPEN:
        return "called-off" if game.status == Game.Status.CANCELLED else "started"
    if game.is_challenge and game.invitations.exists():
        return "challenge-fixed"
    return "asked-many" if Invitation.objects.filter(game=game).count() >= MAX_INVITATIONS_PER_GAME else ""


def _guest_refusal(game: Game, host: Person, person: Person) -> str:
    """The reason why the person cannot be invited; it does not reveal if invitations are refused or blocked."""
    if game.taken_seats.filter(person=person).exists():
        return "sits-already"
    if Invitation.objects.filter(game=game, person=person).exists():
        return "asked-already"
    if not all(seat_keepers(game, person)):
        return "not-invitable"
    if blocked_among(host, [person.pk]):
        return "blocked-by-you"
    if blocked_either_way(person.pk).intersection(game.taken_seats.values_list("person_id", flat=True)):
        return "not-invitable"
    return "" if invitable(Person.objects.filter(pk=person.pk), host).exists() else "not-invitable"


def create_invitations(game: Game, host: Person, people: list[Person]) -> None:
    """Save the invitations, notify these people, and update the pages concerned. Inside a transaction."""
    common = {"game": game, "host": host, "invited_at": now()}
    Invitation.objects.bulk_create(Invitation(person=person, **common) for person in people)
    kind, recipients = NotificationKind.INVITATION, reachable([person.pk for person in people])
    notify(kind, game, recipients, dedup_key=f"{kind}:{game.public_id}")
    _announce(game, people)


def decline(game: Game, person: Person, *, quietly: bool = False) -> bool:
    """Decline the invitation; return True if there was one. The host is told, unless `quietly`. A rematch is canceled
    when no one is left to join whoever waits there alone."""
    with write_transaction():
        declined = bool(Invitation.objects.filter(game=game, person=person).update(declined=True))
        if declined:
            _announce(game, [person])
        if declined and not quietly:
            kind, host = NotificationKind.INVITATION, {game.host_id or person.pk} - {person.pk}
            notify(kind, game, reachable(host), dedup_key=f"{kind}:{game.public_id}:{person.pk}{NEWS}")
        if declined and game.rematch_of_id and not game.invitations.filter(declined=False).exists():
            waiting = Person.objects.filter(seats__game=game, seats__bot="").exclude(pk=person.pk)
            if len(waiting) == 1:
                leave_seat(game, waiting[0])
    return declined


def tell_invited(game: Game, _seats: Sequence[Seat], events: Sequence[Event]) -> None:
    """Tell the pages of those who are invited that the table has changed, or that its game has begun or been canceled.

    The lists of those who have sat down are told anyway.
    """
    if any(isinstance(event, BEFORE_PLAY) for event in events):
        invited = Invitation.objects.filter(game=game, declined=False)
        broadcast.publish_people_changed(invited.values_list("person_id", flat=True))
        _tell_finished_table(game)


def block(person: Person, other: Person) -> None:
    """Keep the two apart from now on: delete invitations between them, hide messages at once, and end the follow of
    the person who blocks. The other's follow stays, silenced, so that it does not reveal the block.

    Games in progress continue. Only the pages of the person who blocks are updated.
    """
    with write_transaction():
        Block.objects.get_or_create(person=person, blocked=other, defaults={"blocked_at": now()})
        Follow.objects.filter(person=person, followed=other).delete()
        broadcast.publish_blocks_changed(person.pk)
        for invitation in Invitation.objects.filter(person=other, host=person).select_related("game"):
            invitation.delete()
            _announce(invitation.game, [other])
        for invitation in Invitation.objects.filter(person=person, host=other, declined=False).select_related("game"):
            decline(invitation.game, person, quietly=True)


def unblock(person: Person, other: Person) -> None:
    with write_transaction():
        Block.objects.filter(person=person, blocked=other).delete()
        broadcast.publish_blocks_changed(person.pk)


def set_opted_out(person: Person, opted_out: bool) -> None:
    """Stop all invitations to the person, or allow them again."""
    with write_transaction():
        if opted_out:
            InvitationOptOut.objects.get_or_create(person=person)
        else:
            InvitationOptOut.objects.filter(person=person).delete()


def _announce(game: Game, people: list[Person]) -> None:
    """Announce the change to these people and the host; it is not part of the log, whose number is unchanged."""
    told = {person.pk for person in people} | ({game.host_id} if game.host_id else set())
    broadcast.publish_game_changed(game.public_id, game.seq, people=told)
    _tell_finished_table(game)


def _tell_finished_table(rematch: Game) -> None:
    """Tell the pages of the game before, where the rematch was offered."""
    if rematch.rematch_of:
        broadcast.publish_game_changed(rematch.rematch_of.public_id, rematch.rematch_of.seq)
