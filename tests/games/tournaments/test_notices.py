"""Who is told of a tournament: before it begins, of a challenge, and of its end; and that no one is told twice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Person
from casino.clock import now
from games import services as services_of_games
from games.clubs import services as clubs
from games.clubs.models import Membership
from games.community.models import Block
from games.domain.disputes import Ruling
from games.notifications.models import Notification
from games.notifications.texts import line_of
from games.rulings import ruling_service
from games.tournaments import notices, services
from games.tournaments.models import Entry, Match, Tournament
from games.tournaments.results import places_of
from tests.games.clubs.test_members import PRIVATE, club_of, press
from tests.games.clubs.test_talk import told
from tests.games.disputed import director
from tests.games.recipients import Messages, reachable
from tests.games.timed import Passing, standing_time
from tests.games.tournaments.laid import LIVE, RULES, beats, begin, entered, match_of, name_of, pairs, step
from tests.games.viewers import Page, browser_of

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


# --- byes, absences, what organizers decide, and rulings --------------------------------------------------------------


def test_a_bye_is_told_and_shown(ann: Person, bob: Person, sent: Messages) -> None:
    row = begin(entered("swiss", ann, bob, reachable("Cara"), rounds=3))
    [idle] = [first for first, second in pairs(row, 1) if not second]
    assert [each.person.display_name for each in Notification.objects.filter(kind="tournament")] == [idle]
    someone = Person.objects.get(display_name=idle)
    assert latest(someone).title == "No game for you in round 1: Autumn Cup"
    page = Page(browser_of(someone).get(f"/tournaments/{row.public_id}/")).text
    assert "You have a bye in round 1 1 table is still playing." in page


def test_a_no_show_is_told_how_to_come_back(ann: Person, bob: Person, sent: Messages, time: Passing) -> None:
    row = begin(entered("swiss", ann, bob, reachable("Cara"), reachable("Dan"), rounds=3))
    game = match_of(row, "Bob", "Dan").games.get().game
    time.passes(3600)
    services_of_games.enforce_timeout(game.public_id, game.seq)
    [gone] = Entry.objects.filter(tournament=row, state=Entry.State.ABSENT)
    person = gone.players.get().person or ann
    line, note = latest(person), Notification.objects.filter(person=person, kind="tournament").latest("pk")
    assert line.title == "You missed your game: Autumn Cup"
    assert line.details == ("You aren’t paired anymore. To play on, press “I’m back” on this page.",)
    assert notices.reason_to_drop(note) == ""
    services.enter(row, person)
    assert notices.reason_to_drop(note) == "is so no longer"
    for points in ((1, 1), None):
        services.correct_result(row, ann, match_of(row, "Bob", "Dan").pk, points, "why")
    gone.refresh_from_db()
    assert gone.state == Entry.State.IN


def test_who_is_removed_and_let_in_again_is_told_once_a_day(
    ann: Person, bob: Person, sent: Messages, time: Passing
) -> None:
    row = entered("swiss", bob, host=ann)
    for back in (False, True):
        for each in (back, not back, back):
            assert services.remove_entry(row, ann, Entry.objects.get().pk, back=each) is None
            time.passes(1)
        time.passes(86400)
    titles = [line_of(bob, each).title for each in Notification.objects.order_by("pk")]
    assert titles == [f"{words} Autumn Cup" for words in
                      ("You have been removed from", "You are in again:", "You are in again:",
                       "You have been removed from")]  # fmt: skip
    dropped = [notices.reason_to_drop(each) for each in Notification.objects.order_by("pk")]
    assert dropped == ["is so no longer", "", "", "is so no longer"]


@pytest.mark.usefixtures("time")
def test_players_are_told_of_a_result_that_is_entered(ann: Person, bob: Person, sent: Messages) -> None:
    row = begin(entered("swiss", ann, bob, rounds=2))
    services.correct_result(row, ann, match_of(row, "Ann", "Bob").pk, (1, 1), "The power was out")
    services.correct_result(row, ann, match_of(row, "Ann", "Bob").pk, (2, 0), "It was not")
    services.correct_result(row, ann, match_of(row, "Ann", "Bob").pk, (1, 1), "The power was out")
    assert [each.person for each in Notification.objects.filter(kind="tournament")] == [bob]
    assert latest(bob).title == "An organizer has entered a result: Autumn Cup"
    assert latest(bob).details == ("Ann – Bob: ½ – ½ (The power was out)",)


def test_no_organizer_reaches_whoever_has_blocked_them(ann: Person, bob: Person, sent: Messages) -> None:
    row = begin(entered("swiss", bob, reachable("Cara"), host=ann, rounds=1))
    Block.objects.create(person=bob, blocked=ann)
    services.remove_entry(row, ann, Entry.objects.get(players__person=bob).pk)
    services.correct_result(row, ann, match_of(row, "Bob").pk, (1, 1), "You are a fool")
    assert [str(each.person) for each in Notification.objects.filter(kind="tournament")] == ["Cara"]


@pytest.mark.parametrize(("form", "ended"), [("swiss", "time"), ("knockout", "time"), ("arena", "time"),
                                             ("swiss", "organizer")])  # fmt: skip
def test_who_still_plays_is_told_that_it_no_longer_counts(
    ann: Person, bob: Person, sent: Messages, time: Passing, form: str, ended: str
) -> None:
    row = step(begin(entered(form, ann, bob, rounds=1, minutes=5, host=reachable("Olga"))))
    game = match_of(row, "Ann", "Bob").games.get().game
    if ended == "time":
        time.passes(301)
        step(row)
    else:
        assert row.host
        services.call_off(row, row.host)
    assert row.state == "finished" or ended == "organizer"
    told_of = Notification.objects.filter(kind="tournament", dedup_key__contains="uncounted")
    assert {each.person for each in told_of} == {ann, bob}
    line = line_of(ann, told_of[0])
    assert line.title == "Your game no longer counts: Autumn Cup"
    if form != "arena":
        assert "no longer counts" in browser_of(ann).get(f"/g/{game.public_id}/").content.decode()


@pytest.mark.parametrize(("form", "entered_by_hand", "changed"),
                         [("swiss", False, True), ("swiss", True, False)])  # fmt: skip
def test_organizers_are_told_of_a_ruling_and_what_it_changes(
    ann: Person, bob: Person, sent: Messages, form: str, entered_by_hand: bool, changed: bool
) -> None:
    olga = reachable("Olga")
    club = club_of(olga, PRIVATE, ann, bob)
    row = begin(entered(form, ann, bob, club=club, host=olga, rounds=1))
    match = match_of(row, "Ann", "Bob")
    beats(row, "Ann", "Bob")
    if entered_by_hand:
        services.correct_result(row, olga, match.pk, (1, 1), "why")
    else:
        Match.objects.update(played=True)
    game = match.games.get().game
    made = ruling_service.rule(game, director(), Ruling("annulled", "A move was wrong."))
    assert isinstance(made, services_of_games.Accepted)
    line = latest(olga)
    assert line.title == "A director has ruled on a game: Autumn Cup"
    assert line.link.endswith(f"/tournaments/{row.public_id}/organize/")
    told_what = "The standings have changed." if changed else "The standings stay as they are."
    names = "Ann – Bob" if name_of(match.first) == "Ann" else "Bob – Ann"
    assert line.details == (f"Round 1, table 1: {names}", told_what)
    assert not Notification.objects.filter(person=ann, dedup_key__contains="rul", kind="tournament").exists()
    [note] = Notification.objects.filter(person=olga, dedup_key__regex="rul")
    assert notices.reason_to_drop(note) == ""
    note.person = ann
    assert notices.reason_to_drop(note) == "organizes it no longer"


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
