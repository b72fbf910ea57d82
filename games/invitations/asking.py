"""Services of invitations and blocks: their only writers."""

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.invitations.blocks import apart_from, blocked_among
from games.invitations.models import Block, Invitation, Uninvitable
from games.invitations.reading import willing
from games.live import broadcast
from games.log.store import locked
from games.models import Game, ShutOut
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.notifications.places import reachable
from games.services.outcomes import Accepted, Refused, refused

MOST_ASKED = 20
"""Maximum number of invitations to one table: more than a few for each of its seats."""


def invite(game: Game, host: Person, name: str) -> Accepted | Refused:
    """Invite a registered person, once. An invitation lifts an earlier removal from the table."""
    with write_transaction():
        game = locked(game.pk)
        if problem := _may_not_ask(game, host):
            return refused(problem)
        person = Person.objects.filter(username__iexact=name.strip(), is_guest=False, is_active=True).first()
        if person is None:
            return refused("nobody-so-called", name=name.strip())
        if problem := _not_to_be_asked(game, host, person):
            return refused(problem, name=str(person))
        ShutOut.objects.filter(game=game, person=person).delete()
        ask(game, host, [person])
    return Accepted(game.seq)


def _may_not_ask(game: Game, host: Person) -> str:
    if game.host_id != host.pk:
        return "not-host"
    if host.is_guest:
        return "guests-invite-by-link"
    if game.status != Game.Status.OPEN:
        return "called-off" if game.status == Game.Status.CANCELLED else "started"
    return "asked-many" if Invitation.objects.filter(game=game).count() >= MOST_ASKED else ""


def _not_to_be_asked(game: Game, host: Person, person: Person) -> str:
    """Return the reason why the person cannot be invited; it does not reveal if invitations are refused or blocked."""
    if game.taken_seats.filter(person=person).exists():
        return "sits-already"
    if Invitation.objects.filter(game=game, person=person).exists():
        return "asked-already"
    if blocked_among(host, [person.pk]):
        return "blocked-by-you"
    if apart_from(person.pk).intersection(game.taken_seats.values_list("person_id", flat=True)):
        return "not-invitable"
    return "" if willing(Person.objects.filter(pk=person.pk), host).exists() else "not-invitable"


def ask(game: Game, host: Person, people: list[Person]) -> None:
    """Save the invitations, notify these people, and update the pages concerned. Inside a transaction."""
    at = now()
    Invitation.objects.bulk_create(Invitation(game=game, person=person, host=host, at=at) for person in people)
    there = reachable([person.pk for person in people])
    notify(Happening.INVITATION, game, there, occasion=f"{Happening.INVITATION}:{game.public_id}")
    _tell(game, people)


def decline(game: Game, person: Person) -> bool:
    """Decline the invitation; return True if there was one."""
    with write_transaction():
        found = Invitation.objects.filter(game=game, person=person).update(declined=True)
        if found:
            _tell(game, [person])
    return bool(found)


def block(person: Person, other: Person) -> None:
    """Keep the two apart from now on: delete invitations between them, and hide messages at once.

    Games in progress continue. Only the pages of the person who blocks are updated.
    """
    with write_transaction():
        Block.objects.get_or_create(person=person, blocked=other, defaults={"at": now()})
        broadcast.blocks_changed(person.pk)
        for invitation in Invitation.objects.filter(person=other, host=person).select_related("game"):
            invitation.delete()
            _tell(invitation.game, [other])
        for invitation in Invitation.objects.filter(person=person, host=other, declined=False).select_related("game"):
            decline(invitation.game, person)


def unblock(person: Person, other: Person) -> None:
    with write_transaction():
        Block.objects.filter(person=person, blocked=other).delete()
        broadcast.blocks_changed(person.pk)


def refuse_all(person: Person, refuses: bool) -> None:
    """Stop all invitations to the person, or allow them again."""
    with write_transaction():
        if refuses:
            Uninvitable.objects.get_or_create(person=person)
        else:
            Uninvitable.objects.filter(person=person).delete()


def _tell(game: Game, people: list[Person]) -> None:
    """Announce the change; the sequence number is unchanged, since it is not part of the log."""
    broadcast.game_changed(game.public_id, game.seq, people=[person.pk for person in people])
