"""Several things done to a club at the same moment, by threads with connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from accounts.models import Person
from accounts.services import delete_account
from games import services
from games.clubs import services as clubs
from games.clubs.models import Admission, Club, Membership
from games.clubs.outcomes import UnknownClub
from games.models import Game
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member, place
from tests.games.clubs.test_tables import SHORT, opened

pytestmark = pytest.mark.django_db(transaction=True)

Role = Membership.Role


def at_once(*works: Callable[[], Any]) -> list[str]:
    """Do all of this at the same moment; return the case of each refusal, "unknown", or nothing."""
    start = Barrier(len(works))

    def do(work: Callable[[], Any]) -> str:
        start.wait(10)
        try:
            return case(work())
        except UnknownClub:
            return "unknown"
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(do, works))


def owners(club: Club) -> list[str]:
    return [row.person.username for row in Membership.objects.filter(club=club, role=Role.OWNER)]


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


@pytest.fixture
def ben(db: None) -> Person:
    return member("ben")


def test_the_last_owner_leaves_while_another_is_promoted(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    heir = place(club, ben)
    got = at_once(lambda: clubs.leave_club(club, owner), lambda: clubs.set_role(club, owner, heir, Role.OWNER))
    assert got in (["", ""], ["", "unknown"])
    assert owners(club) == ["ben"]


def test_owner_and_heir_leave_together(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    at_once(lambda: clubs.leave_club(club, owner), lambda: delete_account(ben))
    assert not Club.objects.exists()


def test_two_pass_the_club_on_at_once(owner: Person, ben: Person) -> None:
    cara = member("cara")
    club = club_of(owner, PRIVATE, ben, cara)
    places = [place(club, ben), place(club, cara)]
    got = at_once(*(lambda number=number: clubs.set_role(club, owner, number, Role.OWNER) for number in places))
    assert sorted(got) == ["", "club-not-owner"]
    assert len(owners(club)) == 1


def test_one_place_is_left_for_two(owner: Person, ben: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club, cara = club_of(owner), member("cara")
    monkeypatch.setattr(clubs, "MAX_MEMBERS", 2)
    got = at_once(*(lambda who=who: clubs.join_by_link(club, who, club.code) for who in (ben, cara)))
    assert sorted(got) == ["", "club-full"]


def test_the_same_request_twice_at_once_is_one(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN)
    assert at_once(*[lambda: clubs.ask_to_join(club, ben)] * 2) == ["", ""]
    asked = Admission.objects.get().pk
    got = at_once(*[lambda: clubs.answer_request(club, owner, asked, accepted=True)] * 2)
    assert sorted(got) == ["", "club-gone"]
    assert Membership.objects.filter(club=club, person=ben).count() == 1


def test_two_clubs_of_one_name_have_two_addresses(owner: Person, ben: Person) -> None:
    at_once(*(lambda who=who: clubs.create_club(who, OPEN) for who in (owner, ben)))
    assert Club.objects.values("address").distinct().count() == 2


def test_whoever_is_removed_while_sitting_down_does_not_sit(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    game, gone = opened(club, owner, SHORT._replace(seats=3)), place(club, ben)
    at_once(lambda: clubs.remove_member(club, owner, gone), lambda: services.take_seat(game, ben, 2))
    assert not Game.objects.get().taken_seats.filter(person=ben).exists()
