"""Tables of clubs: for members alone, and in a private club unknown to everyone else."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.clubs import services as clubs
from games.clubs import tables
from games.clubs.models import Club, ClubGame, Membership
from games.contexts.lobby import games_to_join, open_tables
from games.contexts.watch import watched_games
from games.domain.presets import resolve_rules
from games.invitations import services as invitation_services
from games.invitations import takeovers
from games.live import presence
from games.models import Game, Seat, SeatResult
from games.services import Accepted, GameSetup, Refused, join_rematch
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member, outsiders, place, press
from tests.games.finished import play_out
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

SHORT = GameSetup(resolve_rules({"preset": "casino", "target": 11}), "casino", 2, False)


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


@pytest.fixture
def ben(db: None) -> Person:
    return member("ben")


@pytest.fixture
def cara(db: None) -> Person:
    return member("cara")


def opened(club: Club, host: Person, setup: GameSetup = SHORT) -> Game:
    game = tables.open_club_table(club, host, setup)
    assert isinstance(game, Game)
    return game


def playing(club: Club, host: Person, other: Person) -> Game:
    game = opened(club, host)
    assert isinstance(services.take_seat(game, other, 2), Seat)
    return Game.objects.get(pk=game.pk)


def finished(club: Club, host: Person, other: Person) -> Game:
    game = playing(club, host, other)
    play_out(game)
    return Game.objects.get(pk=game.pk)


# --- opening ----------------------------------------------------------------------------------------------------------


def test_a_table_is_open_after_one_tap_and_another_member_sits_down_from_the_page(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    page = Page(browser_of(owner).get(f"/clubs/{club.address}/"))
    assert page.buttons["Open a table"]["fields"] == f"/clubs/{club.address}/table/"
    press(owner, club, "table/")
    game = Game.objects.get()
    assert (game.public, game.table_settings["spectators"], game.club_game.club) == (False, False, club)
    assert f"/g/{game.public_id}/seat/" in Page(browser_of(ben).get(f"/clubs/{club.address}/")).forms
    browser_of(ben).post(f"/g/{game.public_id}/seat/")
    assert Game.objects.get().status == Game.Status.PLAYING


def test_only_so_many_tables_wait(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    club = club_of(owner)
    monkeypatch.setattr(tables, "MAX_OPEN", 1)
    opened(club, owner)
    assert case(tables.open_club_table(club, owner, SHORT)) == "club-tables-many"


def test_a_game_that_was_put_together_is_opened_for_the_club(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    there = f"/new/casino/?club={club.address}&duty=free"
    page = Page(browser_of(owner).get(there))
    fields = [field for field in page.inputs if field["form"] == "/new/casino/" and field.get("name") == "club"]
    assert [field["value"] for field in fields] == [club.address]
    sent = {"club": club.address, "seating": "2", "opponents": "friends", "duty": "free", "public": "yes"}
    browser_of(owner).post("/new/casino/", sent)
    game = Game.objects.get()
    assert (game.options["duty"], game.public, game.club_game.club) == ("free", False, club)
    assert browser_of(member("sam")).post("/new/casino/", sent).status_code == 404


def test_a_member_is_challenged_in_one_tap(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    press(owner, club, f"members/{place(club, ben)}/challenge/")
    game = Game.objects.get()
    assert (game.is_challenge, game.club_game.club, game.table_settings["spectators"]) == (True, club, False)
    assert browser_of(cara).get(f"/g/{game.public_id}/").status_code == 404
    assert isinstance(services.take_seat(game, ben, None), Seat)
    assert browser_of(cara).get(f"/g/{game.public_id}/").status_code == 200


def test_not_everyone_is_challenged(owner: Person, ben: Person) -> None:
    guest = create_guest()
    club = club_of(owner, PRIVATE, ben, guest)
    gone = place(club, ben)
    clubs.leave_club(club, ben)
    assert case(tables.challenge_member(club, owner, gone)) == "club-gone"
    assert case(tables.challenge_member(club, owner, place(club, owner))) == "club-gone"
    assert case(tables.challenge_member(club, owner, place(club, guest))) == "club-guest-challenge"
    assert not Game.objects.exists()


def test_blocks_hold_in_a_club_as_everywhere(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    game = opened(club, owner)
    invitation_services.block(ben, owner)
    assert case(tables.challenge_member(club, owner, place(club, ben))) == "not-invitable"
    assert isinstance(services.take_seat(game, ben, 2), Refused)
    assert game.public_id not in browser_of(ben).get(f"/clubs/{club.address}/").content.decode()


# --- who sits down ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [PRIVATE, OPEN])
def test_seats_are_for_members(owner: Person, ben: Person, values: clubs.ClubValues) -> None:
    club = club_of(owner, values)
    game = opened(club, owner)
    assert isinstance(services.take_seat(game, ben, 2), Refused)
    assert isinstance(invitation_services.invite(game, owner, "ben"), Refused)
    clubs.join_by_link(club, ben, club.code)
    assert isinstance(services.take_seat(game, ben, 2), Seat)


def test_who_leaves_the_club_leaves_the_tables_that_wait(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    waiting = opened(club, ben)
    three = opened(club, owner, SHORT._replace(seats=3))
    services.take_seat(three, cara, 2)
    running = playing(club, owner, ben)
    clubs.leave_club(club, ben)
    clubs.remove_member(club, owner, place(club, cara))
    assert Game.objects.get(pk=waiting.pk).status == Game.Status.CANCELLED
    assert list(three.taken_seats.values_list("person", flat=True)) == [owner.pk]
    assert running.taken_seats.filter(person=ben).exists()
    assert browser_of(ben).get(f"/g/{running.public_id}/").status_code == 200


def test_a_rematch_stays_in_the_club(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    rematch = join_rematch(finished(club, owner, ben), owner)
    assert isinstance(rematch, Game)
    assert rematch.club_game.club == club
    clubs.leave_club(club, ben)
    assert isinstance(services.take_seat(rematch, ben, None), Refused)


def test_no_seat_is_taken_over_from_outside(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara, member("dora"))
    game = opened(club, owner, SHORT._replace(seats=3))
    for person in (ben, Person.objects.get(username="dora")):
        services.take_seat(game, person, None)
    game = Game.objects.get(pk=game.pk)
    services.resign(Seat.objects.select_related("game").get(game=game, person=owner), game.seq)
    assert isinstance(takeovers.ask_for_seat(game, member("sam"), 1), Refused)
    assert isinstance(takeovers.ask_for_seat(game, cara, 1), Accepted)
    clubs.leave_club(club, cara)
    for number in (2, 3):
        seat = Seat.objects.select_related("game").get(game=game, number=number)
        outcome = takeovers.answer_request(seat, 1, agreed=True)
    assert isinstance(outcome, Refused)


# --- who sees what ----------------------------------------------------------------------------------------------------


def pages_of(game: Game) -> list[str]:
    parts = "", "rules/", "options/", "replay/", "fair/", "record.txt", "record.json", "result.png", "invitation.png"
    more = "people/", "variation/", "analysis/", "disputes/", "notifications/"
    return [*(f"/g/{game.public_id}/{part}" for part in (*parts, *more)), f"/g/{game.public_id}/?news"]


@pytest.mark.parametrize("stage", ["open", "playing", "over"])
def test_a_private_clubs_game_does_not_exist_for_outsiders(owner: Person, ben: Person, stage: str) -> None:
    club = club_of(owner, PRIVATE, ben)
    game = {"open": lambda: opened(club, owner), "playing": lambda: playing(club, owner, ben)}.get(
        stage, lambda: finished(club, owner, ben)
    )()
    for client in outsiders(owner, club):
        for there in pages_of(game):
            answer = client.get(there)
            other = client.get(there.replace(game.public_id, "neverwas22"))
            assert (answer.status_code, len(answer.content)) == (404, len(other.content)), there
        for part in ("seat/", "say/", "takeover/", "invite/", "report/"):
            assert client.post(f"/g/{game.public_id}/{part}", {"seat": "2"}).status_code == 404, part
    assert game.taken_seats.count() == (1 if stage == "open" else 2)


def test_the_invited_see_no_game_of_a_private_club_before_they_have_joined(owner: Person, ben: Person) -> None:
    club, sam = club_of(owner, PRIVATE, ben), member("sam")
    game = finished(club, owner, ben)
    clubs.invite_to_club(club, owner, "sam")
    page = browser_of(sam).get(f"/clubs/{club.address}/").content.decode()
    assert "Quai Street" in page
    assert not {game.public_id, "ben", "Leaderboard"} & set(re.findall(r"[\w-]+", page))
    for part in ("games/", "news/", "calendar/", "talk/", "members/"):
        assert browser_of(sam).get(f"/clubs/{club.address}/{part}").status_code == 404
    assert browser_of(sam).get(f"/g/{game.public_id}/").status_code == 404


def test_members_watch_and_read_the_games_of_their_club(owner: Person, ben: Person, cara: Person) -> None:
    club = club_of(owner, PRIVATE, ben, cara)
    running, over, watching = playing(club, owner, ben), finished(club, owner, ben), browser_of(cara)
    for there in (f"/g/{running.public_id}/", f"/g/{over.public_id}/replay/", f"/g/{over.public_id}/record.txt"):
        assert watching.get(there).status_code == 200
    page = watching.get(f"/clubs/{club.address}/").content.decode()
    assert running.public_id in page
    assert over.public_id in page
    assert over.public_id in watching.get(f"/clubs/{club.address}/games/").content.decode()
    assert (
        watching.post(f"/g/{running.public_id}/say/", {"text": "Well played", "audience": "spectators"}).status_code
        == 302
    )
    clubs.remove_member(club, owner, place(club, cara))
    assert watching.get(f"/g/{running.public_id}/").status_code == 404


def test_anyone_watches_the_games_of_an_open_club_until_it_is_private(owner: Person, ben: Person) -> None:
    club = club_of(owner, OPEN, ben)
    game = playing(club, owner, ben)
    assert Client().get(f"/g/{game.public_id}/").status_code == 200
    assert game.public_id in Client().get(f"/clubs/{club.address}/").content.decode()
    clubs.change_club(club, owner, OPEN._replace(private=True))
    assert Client().get(f"/g/{game.public_id}/").status_code == 404


def test_a_clubs_games_are_in_no_public_list(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    waiting, running, over = opened(club, owner), playing(club, owner, ben), finished(club, owner, ben)
    for seat in (1, 2):
        presence.connect(running, seat, f"{running.pk}/{seat}")
    assert open_tables(None).rows == []
    assert watched_games() == []
    assert games_to_join(None) == []
    assert not SeatResult.objects.filter(game=over, public=True).exists()
    stranger = browser_of(member("sam"))
    for page in ("/", "/lobby/", "/watch/", "/search/?game=casino", "/people/ben/", "/people/olga/"):
        shown = stranger.get(page).content.decode()
        assert not {game.public_id for game in (waiting, running, over)} & set(re.findall(r"/g/(\w+)/", shown))


def test_games_without_a_club_cost_no_query_for_it(owner: Person, ben: Person) -> None:
    game = services.open_game(owner, SHORT)
    for check in (lambda: tables.keeps_seats(game, ben), lambda: tables.in_private_club(game)):
        with CaptureQueriesContext(connection) as queries:
            check()
        assert len(queries) == 0


def test_a_table_without_spectators_is_still_one_without_a_club(owner: Person, ben: Person) -> None:
    terms = SHORT.table_settings._replace(spectators=False)
    game = services.open_game(owner, SHORT._replace(table_settings=terms))
    assert isinstance(services.take_seat(game, ben, 2), Seat)
    assert Client().get(f"/g/{game.public_id}/").status_code == 403


# --- the leaderboard --------------------------------------------------------------------------------------------------


def board(viewer: Person, club: Club) -> list[Any]:
    return list(browser_of(viewer).get(f"/clubs/{club.address}/").context["leaders"])


def test_the_leaderboard_counts_the_clubs_own_games_of_its_members(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    game = finished(club, owner, ben)
    elsewhere = services.open_game(owner, SHORT)
    services.take_seat(elsewhere, ben, 2)
    play_out(Game.objects.get(pk=elsewhere.pk))
    won = SeatResult.objects.get(game=game, outcome="won").person
    rows = board(owner, club)
    assert [(row.won, row.played) for row in rows] == [(1, 1), (0, 1)]
    assert str(won) in rows[0].face.name
    clubs.leave_club(club, ben)
    assert [row.mine for row in board(owner, club)] == [True]


def test_lists_cost_no_more_queries_with_more_games(owner: Person, ben: Person) -> None:
    club, counts = club_of(owner, PRIVATE, ben), []
    for _ in range(2):
        opened(club, owner), playing(club, owner, ben), finished(club, owner, ben)
        browser_of(ben).get(f"/clubs/{club.address}/")
        with CaptureQueriesContext(connection) as queries:
            browser_of(ben).get(f"/clubs/{club.address}/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_games_stay_when_the_club_ends(owner: Person, ben: Person) -> None:
    club = club_of(owner, PRIVATE, ben)
    game = finished(club, owner, ben)
    clubs.end_club(club, owner)
    assert not ClubGame.objects.exists()
    assert not Membership.objects.exists()
    assert browser_of(ben).get(f"/g/{game.public_id}/").status_code == 200
    assert Client().get(f"/g/{game.public_id}/").status_code == 403
