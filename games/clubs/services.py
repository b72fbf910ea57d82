"""Clubs, members and the door: their only writers.

Each service locks the rows of the person who acts and of the club, in this order, and reads rights anew under these
locks: what was on a page when it was drawn decides nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from typing import NamedTuple

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.text import slugify

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from casino.hooks import Hook
from casino.transactions import write_transaction
from games.clubs.models import ADDRESS_LENGTH, Admission, Club, Membership, new_code
from games.clubs.notices import INVITED, JOINED, OWNS, REMOVED, note_answer, tell_of, tell_of_request
from games.clubs.outcomes import UnknownClub, no
from games.domain.refusal import Refusal
from games.invitations.selectors import invitable
from games.live import broadcast
from games.models import Game, Seat
from games.models.game import PUBLIC_ID_LETTERS
from games.models.social import ChatMessage
from games.presenters.cards import join_with_and
from games.services import leave_seat

MAX_OWNED, MAX_CLUBS = 10, 50
MAX_MEMBERS, MAX_ORGANIZERS = 5000, 30
MAX_ASKED, MAX_INVITED = 100, 100
"""Maximum numbers of people who wait for an answer of one club, and whose answer it waits for."""
MAX_ASKS = 20
"""Maximum number of clubs from which one person waits for an answer."""

RESERVED = frozenset({"new", "search", "club", "clubs", "admin", "calendar", "api"})
"""Addresses that no club has: pages beside those of clubs have them, or may have them one day."""

unfinished: Hook[[Club], list[str]] = Hook()
"""Return the names of what has to be over before the club is deleted, if it can be chosen."""

club_left: Hook[[Person, Club], None] = Hook()
"""Called under the club's lock with whoever is no longer a member."""

club_ending: Hook[[Club], None] = Hook()
"""Called under the club's lock, before it is deleted with all that is the club's."""

TAIL_LENGTH = 4
Role, State = Membership.Role, Admission.State
RANKS = (Role.MEMBER, Role.ORGANIZER, Role.OWNER)


class ClubValues(NamedTuple):
    """What the owner chooses."""

    name: str
    about: str = ""
    crest: str = Club.Crest.SPADES
    private: bool = True
    guests: bool = True


def create_club(person: Person, values: ClubValues) -> Club | Refusal:
    try:
        return _create(person, values)
    except IntegrityError:  # at the same moment another club has taken the address
        return _create(person, values)


def _create(person: Person, values: ClubValues) -> Club | Refusal:
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if Membership.objects.filter(person=person, role=Role.OWNER).count() >= MAX_OWNED:
            return no("club-own-many", most=MAX_OWNED)
        if problem := _clubs_refusal(person):
            return problem
        club = Club.objects.create(**values._asdict(), address=_free_address(values), created=now())
        Membership.objects.create(club=club, person=person, role=Role.OWNER, since=now())
    return club


def _free_address(values: ClubValues) -> str:
    """The name as an address. That of a private club ends by chance: if it could be taken, a stranger who asks for it
    would learn of the club."""
    base = slugify(values.name)[: ADDRESS_LENGTH - TAIL_LENGTH - 1].strip("-_") or "club"
    tails = repeat(None) if values.private else chain([""], repeat(None))
    for tail in tails:
        address = base if tail == "" else f"{base}-{get_random_string(TAIL_LENGTH, PUBLIC_ID_LETTERS)}"
        if address not in RESERVED and not Club.objects.filter(address=address).exists():
            break
    return address


def change_club(club: Club, person: Person, values: ClubValues) -> Refusal | None:
    with locked_club(club, person) as (locked, mine):
        if not mine.owns:
            return no("club-not-owner")
        Club.objects.filter(pk=locked.pk).update(**values._asdict())
        broadcast.publish_club_changed(locked.pk)
        if not values.guests:
            Admission.objects.filter(club=locked, person__is_guest=True).exclude(state=State.REMOVED).delete()
    return None


def renew_link(club: Club, person: Person) -> Refusal | None:
    """Make a new link; the old one stops working."""
    with locked_club(club, person) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        Club.objects.filter(pk=locked.pk).update(code=new_code())
    return None


def end_club(club: Club, person: Person) -> Refusal | None:
    """Delete the club. Its games stay with those who played in them."""
    with locked_club(club, person) as (locked, mine):
        if not mine.owns:
            return no("club-not-owner")
        if problem := end_refusal(locked):
            return problem
        broadcast.publish_club_changed(locked.pk)
        _delete(locked)
    return None


def end_refusal(club: Club) -> Refusal | None:
    """Why the club can't be deleted now: people who have entered a tournament are told of its end first."""
    names = [isolate(name) for name in chain(*unfinished(club))]
    return no("club-unfinished", names=join_with_and(names)) if names else None


# --- the door -------------------------------------------------------------------------------------------------------


def join_by_link(club: Club, person: Person, code: str) -> Refusal | None:
    """Let in whoever has the link that works now, unless they were removed."""
    with _at_the_door(club, person) as (locked, state):
        if not constant_time_compare(code, locked.code) or state == State.REMOVED:
            raise UnknownClub
        return _let_in(locked, person)


def answer_invitation(club: Club, person: Person, accepted: bool) -> Refusal | None:
    with _at_the_door(club, person) as (locked, state):
        if state != State.INVITED:
            raise UnknownClub
        if accepted:
            return _let_in(locked, person)
        Admission.objects.filter(club=locked, person=person).delete()
    return None


def ask_to_join(club: Club, person: Person) -> Refusal | None:
    """Ask the organizers, at a club that anyone may see. Asking twice is asking once."""
    with _at_the_door(club, person) as (locked, state):
        if locked.private:
            raise UnknownClub
        if state == State.ASKED or _is_member(locked, person):
            return None
        if state == State.INVITED:
            return _let_in(locked, person)
        if state == State.REMOVED:
            return no("club-closed")
        if problem := _entry_refusal(locked, person):
            return problem
        if Admission.objects.filter(club=locked, state=State.ASKED).count() >= MAX_ASKED:
            return no("club-asked-many")
        if Admission.objects.filter(person=person, state=State.ASKED).count() >= MAX_ASKS:
            return no("club-asks-many", most=MAX_ASKS)
        Admission.objects.create(club=locked, person=person, state=State.ASKED, since=now())
        tell_of_request(locked)
    return None


def withdraw_request(club: Club, person: Person) -> None:
    with write_transaction():
        Admission.objects.filter(club=club, person=person, state=State.ASKED).delete()


def answer_request(club: Club, organizer: Person, admission: int, accepted: bool) -> Refusal | None:
    """Let in whoever has asked, or send them away."""
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        asked = Admission.objects.filter(club=locked, pk=admission, state=State.ASKED).select_related("person").first()
        if asked is None:
            return no("club-gone")
        note_answer(locked)
        if accepted:
            return _accept(locked, asked.person)
        asked.delete()
    return None


def invite_to_club(club: Club, organizer: Person, name: str) -> Refusal | None:
    """Invite a registered person. This lifts an earlier removal, and accepts a request."""
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        person, words = Person.named(name.strip()), isolate(name.strip())
        if person is None or person.is_guest or not person.is_active:
            return no("club-nobody", name=words)
        if _is_member(locked, person):
            return no("club-member-already", name=words)
        before = Admission.objects.filter(club=locked, person=person).first()
        if before and before.state == State.ASKED:
            note_answer(locked)
            return _accept(locked, person)
        if not invitable(Person.objects.filter(pk=person.pk), organizer).exists():
            return no("club-not-invitable", name=words)
        if Admission.objects.filter(club=locked, state=State.INVITED).count() >= MAX_INVITED:
            return no("club-invited-many", most=MAX_INVITED)
        invited = {"state": State.INVITED, "since": now()}
        Admission.objects.update_or_create(club=locked, person=person, defaults=invited)
        tell_of(INVITED, locked, person.pk)
        broadcast.publish_people_changed([person.pk])
    return None


def forget_admission(club: Club, organizer: Person, admission: int) -> Refusal | None:
    """Withdraw an invitation; or let someone who was removed come by the link again."""
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        Admission.objects.filter(club=locked, pk=admission).exclude(state=State.ASKED).delete()
    return None


# --- members --------------------------------------------------------------------------------------------------------


def leave_club(club: Club, person: Person) -> Refusal | None:
    """Leave the club, which passes to another if it was the person's, or ends if no one is left."""
    with locked_club(club, person) as (locked, mine):
        alone = not Membership.objects.filter(club=locked).exclude(pk=mine.pk).exists()
        if alone and (problem := end_refusal(locked)):
            return problem
        _depart(locked, mine)
    _vacate(club, person)
    return None


def leave_clubs(person: Person) -> None:
    """Leave all clubs, before the account is deleted."""
    with write_transaction():
        for club in _locked_clubs(person):
            _depart(club, Membership.objects.get(club=club, person=person))


def move_memberships(guest: Person, person: Person) -> None:
    """Let an account take the guest's place in clubs, and at their doors; in the same club the higher role stays."""
    for club in _locked_clubs(guest):
        mine = Membership.objects.get(club=club, person=guest)
        own = Membership.objects.filter(club=club, person=person).first()
        if own is None:
            Membership.objects.filter(pk=mine.pk).update(person=person)
            Admission.objects.filter(club=club, person=person).delete()
        else:
            mine.delete()
            Membership.objects.filter(pk=own.pk).update(role=max(own.role, mine.role, key=RANKS.index))
    inside = Membership.objects.filter(person=person).values("club")
    known = Admission.objects.filter(person=person).values("club")
    Admission.objects.filter(person=guest).exclude(club__in=inside).exclude(club__in=known).update(person=person)


def remove_member(club: Club, organizer: Person, membership: int) -> Refusal | None:
    """Remove a member, who comes back only if let in again. Organizers remove members, the owner organizers too."""
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        gone = _member(locked, membership)
        if gone is None:
            return no("club-gone")
        if gone.owns or (gone.organizes and not mine.owns):
            return no("club-own-role")
        gone.delete()
        Admission.objects.create(club=locked, person=gone.person, state=State.REMOVED, since=now())
        _note_departure(locked, gone.person)
        tell_of(REMOVED, locked, gone.person_id)
    _vacate(club, gone.person)
    return None


def set_role(club: Club, owner: Person, membership: int, role: str) -> Refusal | None:
    """Make a member an organizer, or the other way round; or pass the club on: the owner stays as an organizer."""
    with locked_club(club, owner) as (locked, mine):
        if not mine.owns:
            return no("club-not-owner")
        other = _member(locked, membership)
        if other is None or other.owns:
            return no("club-gone")
        organizers = Membership.objects.filter(club=locked, role=Role.ORGANIZER).exclude(pk=other.pk)
        if role != Role.MEMBER and organizers.count() >= MAX_ORGANIZERS:
            return no("club-organizers-many", most=MAX_ORGANIZERS)
        if role == Role.OWNER:
            Membership.objects.filter(pk=mine.pk).update(role=Role.ORGANIZER)
            tell_of(OWNS, locked, other.person_id)
        Membership.objects.filter(pk=other.pk).update(role=Role(role))
    return None


def _vacate(club: Club, person: Person) -> None:
    """Take someone who is no longer a member off the tables that wait for players. What has begun is played on."""
    seats = Seat.objects.filter(person=person, game__club_game__club=club, game__status=Game.Status.OPEN)
    for seat in seats.select_related("game"):
        leave_seat(seat.game, person)


# --- steps ----------------------------------------------------------------------------------------------------------


@contextmanager
def locked_club(club: Club, person: Person) -> Iterator[tuple[Club, Membership]]:
    """The club, locked, and the person's membership as it is now. Raises UnknownClub if either is gone. Whatever has
    the club's key may be written meanwhile (`no_key`): a tournament, which is locked after the club."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
        mine = Membership.objects.filter(club=locked, person=person).first() if locked else None
        if locked is None or mine is None:
            raise UnknownClub
        yield locked, mine


def _locked_clubs(person: Person) -> QuerySet[Club]:
    clubs = Club.objects.filter(memberships__person=person).order_by("pk")
    return clubs.select_for_update(of=("self",), no_key=True)


@contextmanager
def _at_the_door(club: Club, person: Person) -> Iterator[tuple[Club, str]]:
    """The club, locked, and how the person stands at its door. Raises UnknownClub if the club is gone."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
        if locked is None:
            raise UnknownClub
        admission = Admission.objects.filter(club=locked, person=person).first()
        yield locked, admission.state if admission else ""


def _let_in(club: Club, person: Person) -> Refusal | None:
    if _is_member(club, person):
        return None
    if problem := _entry_refusal(club, person):
        return problem
    Membership.objects.create(club=club, person=person, since=now())
    Admission.objects.filter(club=club, person=person).delete()
    broadcast.publish_club_changed(club.pk)
    return None


def _accept(club: Club, person: Person) -> Refusal | None:
    """Let in a person who has asked, and is told."""
    problem = _let_in(club, person)
    if problem is None:
        tell_of(JOINED, club, person.pk)
    return problem


def _entry_refusal(club: Club, person: Person) -> Refusal | None:
    if person.is_guest and not club.guests:
        return no("club-no-guests")
    if Membership.objects.filter(club=club).count() >= MAX_MEMBERS:
        return no("club-full", most=MAX_MEMBERS)
    return _clubs_refusal(person)


def _clubs_refusal(person: Person) -> Refusal | None:
    many = Membership.objects.filter(person=person).count() >= MAX_CLUBS
    return no("club-many", most=MAX_CLUBS) if many else None


def _is_member(club: Club, person: Person) -> bool:
    return Membership.objects.filter(club=club, person=person).exists()


def _member(club: Club, membership: int) -> Membership | None:
    return Membership.objects.filter(club=club, pk=membership).select_related("person").first()


def _depart(club: Club, mine: Membership) -> None:
    mine.delete()
    _note_departure(club, mine.person)
    if not mine.owns:
        return
    rest = Membership.objects.filter(club=club).order_by("pk")
    heir = rest.filter(role=Role.ORGANIZER).first() or rest.first()
    if heir is None:
        _delete(club)
    else:
        Membership.objects.filter(pk=heir.pk).update(role=Role.OWNER)
        tell_of(OWNS, club, heir.person_id)


def _delete(club: Club) -> None:
    ChatMessage.objects.filter(room=broadcast.club_group(club.pk)).delete()
    club_ending(club)
    club.delete()


def _note_departure(club: Club, person: Person) -> None:
    """End what needs a member; let the open pages of the person and of the club look again at what they may show."""
    club_left(person, club)
    broadcast.publish_club_changed(club.pk)
    broadcast.publish_people_changed([person.pk])
    broadcast.publish_blocks_changed(person.pk)
