"""Results for other programs, and times for calendars: what everyone may read, and nothing that cards would tell."""

import csv
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from accounts.models import Person
from casino.clock import now
from games.clubs import calendar
from games.clubs.models import Membership
from games.tournaments import services
from games.tournaments.models import Match, Tournament
from tests.games.clubs.test_members import OPEN, PRIVATE, club_of
from tests.games.tournaments.laid import beats, begin, entered, match_of, people
from tests.games.viewers import browser_of

pytestmark = pytest.mark.django_db


def read(row: Tournament, file: str, who: Person | None = None) -> Any:
    client = browser_of(who) if who else Client()
    return client.get(f"/tournaments/{row.public_id}/{file}")


def lines(row: Tournament) -> list[dict[str, str]]:
    text = read(row, "results.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


def entries_in(answer: Any) -> list[Any]:
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


# --- results ----------------------------------------------------------------------------------------------------------


def test_the_results_are_there_as_json() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    beats(row, "Ann", "Cara")
    data = read(row, "results.json").json()
    assert (data["name"], data["format"], data["state"]) == ("Autumn Cup", "swiss", "running")
    assert next((each["place"], each["name"], each["points"]) for each in data["standings"]) == (1, "Ann", 1.0)
    won, open_one = data["matches"]
    game = match_of(row, "Ann", "Cara").games.get().game.public_id
    assert (won["first"], won["second"], won["points"], won["games"]) == (
        "Ann",
        "Cara",
        [1.0, 0.0],
        [f"http://testserver/g/{game}/"],
    )
    assert (open_one["state"], open_one["points"], open_one["margin"]) == ("playing", None, None)


def test_the_results_are_there_as_a_table() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2))
    beats(row, "Ann", "Cara")
    found = lines(row)
    assert [each["kind"] for each in found] == ["standing"] * 4 + ["match"] * 2
    assert (found[0]["place"], found[0]["name"], found[0]["points"]) == ("1", "Ann", "1.0")
    assert (found[4]["round"], found[4]["name"], found[4]["opponent"], found[4]["points"]) == (
        "1",
        "Ann",
        "Cara",
        "1.0",
    )


@pytest.mark.parametrize("team", ["=HYPERLINK(1)", "+1", "-2", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(team: str) -> None:
    (ann,) = people("Ann")
    row = entered("swiss", host=ann, entry_size=2, level="beginner", fill_to=2)
    services.enter(row, ann, team=team)
    begin(row)
    names = {each["name"] for each in lines(row)} | {each["opponent"] for each in lines(row)}
    assert f"'{team}" in names
    assert team not in names


@pytest.mark.parametrize("kind", ["duplicate", "solo"])
def test_an_unfinished_round_of_the_same_cards_tells_no_result(kind: str) -> None:
    row = begin(entered(kind, *people("Ann Bob Cara Dan"), rounds=1, level="beginner"))
    match = Match.objects.filter(round__tournament=row).earliest("pk")
    Match.objects.filter(pk=match.pk).update(first_points=2, second_points=0, margin=7)
    data = read(row, "results.json").json()
    assert [each["state"] for each in data["matches"]].count("finished") == 1
    assert {str(each[key]) for each in data["matches"] for key in ("points", "margin", "games")} == {"None", "[]"}
    assert {each["points"] for each in data["standings"]} == {0.0}
    assert {each["margin"] for each in lines(row)} == {""}
    Match.objects.filter(round__tournament=row, first_points=None).update(first_points=0, second_points=2, margin=-3)
    assert {each["margin"] for each in read(row, "results.json").json()["matches"]} == {7, -3}


def test_before_the_start_there_are_no_results() -> None:
    row = entered("swiss", *people("Ann Bob"))
    assert read(row, "results.json").json()["standings"] == []
    assert lines(row) == []


@pytest.mark.parametrize("file", ["results.json", "results.csv", "calendar.ics"])
def test_of_a_private_club_only_its_members_read_them(file: str) -> None:
    olga, eve = people("Olga Eve")
    row = entered("swiss", host=olga, club=club_of(olga, PRIVATE))
    assert read(row, file, olga).status_code == 200
    assert (read(row, file, eve).status_code, read(row, file).status_code) == (404, 404)


# --- calendars --------------------------------------------------------------------------------------------------------


def test_the_start_is_in_the_calendar() -> None:
    starts = (now() + timedelta(days=2)).replace(microsecond=0)
    row = entered("swiss", *people("Ann Bob"), starts=starts, about="Bring snacks")
    (event,) = entries_in(read(row, "calendar.ics"))
    assert (str(event["summary"]), event.decoded("dtstart")) == ("Autumn Cup", starts)
    assert str(event["url"]) == f"http://testserver/tournaments/{row.public_id}/"
    assert str(event["description"]) == "Bring snacks"


def test_rounds_whose_times_are_known_are_in_the_calendar() -> None:
    row = begin(entered("swiss", *people("Ann Bob Cara Dan"), rounds=2, pause=600))
    assert [str(each["summary"]) for each in entries_in(read(row, "calendar.ics"))][1:] == ["Autumn Cup, round 1"]
    beats(row, "Ann", "Cara")
    beats(row, "Bob", "Dan")
    assert row.due
    events = entries_in(read(row, "calendar.ics"))
    assert (str(events[2]["summary"]), events[2].decoded("dtstart")) == (
        "Autumn Cup, round 2",
        row.due.replace(microsecond=0),
    )


def test_the_feed_of_a_club_has_the_starts_of_its_tournaments() -> None:
    (olga,) = people("Olga")
    club, starts = club_of(olga, OPEN), (now() + timedelta(days=2)).replace(microsecond=0)
    calendar.add_date(club, olga, "Thursday cards", "", starts)
    row = entered("swiss", host=olga, club=club, starts=starts)
    entered("swiss", host=olga, club=club_of(olga, OPEN), starts=starts)
    called_off = entered("swiss", host=olga, club=club, starts=starts)
    services.call_off(called_off, olga)
    token = calendar.feed_token(Membership.objects.get(club=club).pk)
    events = entries_in(Client().get(f"/clubs/{club.address}/calendar/{token}.ics"))
    assert [str(each["summary"]) for each in events] == ["Thursday cards", "Autumn Cup"]
    assert str(events[1]["url"]).endswith(f"/tournaments/{row.public_id}/")
