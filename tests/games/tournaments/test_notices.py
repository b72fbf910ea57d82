"""Who is told of a tournament: before it begins, of a challenge, and of its end; and that no one is told twice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Person
from casino.clock import now
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.notifications.models import Notification
from games.notifications.texts import line_of
from games.tournaments import notices, services
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.results import places_of
from tests.games.clubs.test_members import PRIVATE, club_of, press
from tests.games.clubs.test_talk import told
from tests.games.recipients import Messages, reachable
from tests.games.timed import Passing, standing_time
from tests.games.tournaments.laid import LIVE, RULES, beats, begin, entered, name_of
from tests.games.viewers import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


@pytest.fixture
def ann(db: None) -> Person:
    return reachable("Ann")


@pytest.fixture
def bob(db: None) -> Person:
    return reachable("Bob")


def latest(person: Person, kind: str = "tournament") -> Any:
    return line_of(person, Notification.objects.filter(person=person, kind=kind).latest("pk"))


# --- before it begins -------------------------------------------------------------------------------------------------


def test_those_who_are_in_are_told_an_hour_before_and_once(
    ann: Person, bob: Person, sent: Messages, time: Passing
) -> None:
    row = entered("swiss", ann, bob, starts=now() + timedelta(hours=3))
    services.withdraw(row, bob)
    notices.tell_of_starts()
    assert Notification.objects.count() == 0
    time.passes(125 * 60)
    notices.tell_of_starts()
    notices.tell_of_starts()
    assert [row.person for row in Notification.objects.all()] == [ann]
    assert latest(ann).title == "Autumn Cup begins soon"
    assert latest(ann).link.endswith(f"/tournaments/{row.public_id}/")


def test_what_is_planned_within_the_hour_is_known(ann: Person, sent: Messages) -> None:
    entered("swiss", ann, starts=now() + timedelta(minutes=50))
    notices.tell_of_starts()
    assert not Notification.objects.exists()


def test_a_start_that_was_moved_is_told_at_its_own_time(
    ann: Person, bob: Person, sent: Messages, time: Passing
) -> None:
    row = entered("swiss", ann, bob, starts=now() + timedelta(hours=3))
    time.passes(125 * 60)
    notices.tell_of_starts()
    later = now() + timedelta(days=1)
    values = services.TournamentValues("Autumn Cup", "swiss", RULES, "casino", LIVE, starts=later)
    assert services.change_tournament(row, ann, values) is None
    assert told(sent) == []
    time.passes(23.5 * 3600)
    notices.tell_of_starts()
    assert {person for person, _kind in told(sent)} == {"ann", "bob"}


# --- games ------------------------------------------------------------------------------------------------------------


def test_of_a_game_between_people_its_own_notification_tells(ann: Person, bob: Person, sent: Messages) -> None:
    begin(entered("swiss", ann, bob, rounds=1))
    assert sorted(kind for _person, kind in told(sent)) == ["my_turn", "started"]


def test_whoever_plays_a_computer_is_told_because_the_round_waits(ann: Person, sent: Messages) -> None:
    begin(entered("swiss", ann, rounds=1, level="beginner", fill_to=2))
    assert Notification.objects.filter(kind="tournament").count() == 1
    assert latest(ann).title == "Your tournament game has started"
    assert "/g/" in latest(ann).link


# --- the ladder -------------------------------------------------------------------------------------------------------


def ladder(ann: Person, bob: Person) -> tuple[Tournament, Match]:
    row = begin(entered("ladder", ann, bob))
    assert services.challenge(row, bob, Entry.objects.get(players__person=ann).pk) is None
    return row, Match.objects.get()


def test_a_challenge_waits_for_an_answer(ann: Person, bob: Person, sent: Messages) -> None:
    ladder(ann, bob)
    assert latest(ann).title == "You have been challenged: Autumn Cup"
    assert told(sent) == [("ann", "tournament")]


def test_a_challenge_that_is_answered_is_told_to_no_one(ann: Person, bob: Person, sent: Messages) -> None:
    row, match = ladder(ann, bob)
    services.answer_challenge(row, ann, match.pk, accepted=False)
    assert told(sent) == []


# --- the end ----------------------------------------------------------------------------------------------------------


def test_everyone_is_told_their_place(ann: Person, bob: Person, sent: Messages) -> None:
    beats(begin(entered("swiss", ann, bob, rounds=1)), "Ann", "Bob")
    assert (latest(ann).title, latest(ann).details) == ("Autumn Cup is over", ("Your place: 1 of 2.",))
    assert latest(bob).details == ("Your place: 2 of 2.",)


def test_a_knockout_places_by_its_last_matches(ann: Person, bob: Person, sent: Messages) -> None:
    row = begin(entered("knockout", ann, bob, reachable("Cara"), reachable("Dan")))
    for winner, loser in (("Dan", "Ann"), ("Bob", "Cara"), ("Ann", "Cara"), ("Dan", "Bob")):
        beats(row, winner, loser)
    names = {entry.number: name_of(entry) for entry in row.entries.all()}
    places = {names[number]: place for number, place in places_of(row).items()}
    assert places == {"Dan": 1, "Bob": 2, "Ann": 3, "Cara": 4}
    assert latest(bob).details == ("Your place: 2 of 4.",)
    standings = browser_of(ann).get(f"/tournaments/{row.public_id}/results.json").json()["standings"]
    assert [each["name"] for each in standings] == ["Dan", "Bob", "Ann", "Cara"]


def test_those_who_are_in_are_told_that_it_is_called_off(ann: Person, bob: Person, sent: Messages) -> None:
    row = entered("swiss", bob, host=ann)
    services.call_off(row, ann)
    assert told(sent) == [("bob", "tournament")]
    assert latest(bob).title == "Autumn Cup has been canceled"


# --- clubs ------------------------------------------------------------------------------------------------------------


def test_members_are_told_of_a_new_tournament_with_the_news(ann: Person, bob: Person, sent: Messages) -> None:
    cara, dan = reachable("Cara"), reachable("Dan")
    club = club_of(ann, PRIVATE, bob, cara, dan)
    press(cara, club, "notify/", off="1")
    entered("swiss", host=ann, club=club)
    assert latest(bob, "club_news").title == "A new tournament: Autumn Cup"
    clubs.leave_club(club, dan)
    assert told(sent) == [("bob", "club_news")]


def test_whoever_has_left_a_private_club_hears_nothing_more(ann: Person, bob: Person, sent: Messages) -> None:
    club = club_of(ann, PRIVATE, bob)
    row = entered("swiss", bob, host=ann, club=club)
    Membership.objects.filter(person=bob).delete()
    services.call_off(row, ann)
    assert told(sent) == []
