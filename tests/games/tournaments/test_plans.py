"""The form of a tournament's plan: what is chosen, what the plan comes to, and what is refused."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import Person
from accounts.person_preferences import save_preferences
from casino.clock import now
from games import services as games
from games.clubs import favorites
from games.domain.options import write_options
from games.domain.presets import resolve_rules
from games.domain.table_settings import DAY, TableSettings
from games.models import HouseRules
from games.tournaments import services
from games.tournaments.estimate import Estimate, estimate
from games.tournaments.models import Tournament
from games.tournaments.services import TournamentValues, create_tournament, planned
from tests.games.clubs.test_members import OPEN, PRIVATE, case, club_of, member
from tests.games.tournaments.laid import LIVE, RULES, people
from tests.games.tournaments.laid import entered as laid
from tests.games.viewers import HTMX, Page, browser_of

pytestmark = pytest.mark.django_db

CASINO = resolve_rules("casino")
CUP = {"name": "Autumn Cup", "format": "swiss", "game": "casino"}


@pytest.fixture
def owner(db: None) -> Person:
    return member("olga")


def sent(who: Person, there: str = "/tournaments/new/", **fields: Any) -> Any:
    return browser_of(who).post(there, CUP | fields)


def made(who: Person, **fields: Any) -> Tournament:
    answer = sent(who, **fields)
    row = Tournament.objects.get()
    assert answer.headers["Location"] == f"/tournaments/{row.public_id}/"
    return row


def values(**changes: Any) -> TournamentValues:
    return TournamentValues("Cup", "swiss", RULES, "casino", LIVE)._replace(**changes)


# --- the form ---------------------------------------------------------------------------------------------------------


def test_a_name_and_a_format_are_enough(owner: Person) -> None:
    row = made(owner)
    assert (row.host, row.name, row.format, row.access, row.starts) == (owner, "Autumn Cup", "swiss", "open", None)
    assert (row.preset, row.options) == ("casino", write_options(CASINO))
    assert (row.table_settings["clock"], row.table_settings["time"], row.pause) == ("live", 300, 0)


def opened(answer: Any) -> list[str]:
    """The parts of the form that are open, by their titles."""
    return re.findall(r'<details class="house" open>\s*<summary>([^<]*)', answer.content.decode())


def test_a_new_plan_asks_only_what_everyone_chooses(owner: Person) -> None:
    answer = browser_of(owner).get("/tournaments/new/")
    assert opened(answer) == []
    assert 'value="olga’s tournament"' in answer.content.decode()
    assert opened(sent(owner, name="")) == []
    assert opened(sent(owner, people="4")) == ["More options"]
    assert opened(sent(owner, name="", format="duplicate")) == ["More formats"]
    row = made(owner, format="ladder")
    assert opened(browser_of(owner).get(f"/tournaments/{row.public_id}/edit/")) == ["More formats", "More options"]


def test_fields_that_the_format_does_not_use_change_nothing(owner: Person) -> None:
    row = made(owner, format="arena", length="90", rounds="7", round_time="3600", pause="300", ends="2099-01-01T20:00")
    assert (row.minutes, row.rounds, row.pause, row.ends) == (90, 0, 0, None)


def test_the_start_is_by_the_clocks_of_the_organizer(owner: Person) -> None:
    save_preferences(owner, time_zone="Europe/Madrid")
    day = (now() + timedelta(days=10)).date()
    row = made(Person.objects.get(pk=owner.pk), starts=f"{day}T20:00")
    assert row.starts is not None
    zone = row.starts.astimezone(ZoneInfo("Europe/Madrid"))
    assert (zone.hour, zone.date(), row.due) == (20, day, row.starts)
    page = Page(browser_of(Person.objects.get(pk=owner.pk)).get(f"/tournaments/{row.public_id}/edit/"))
    assert next(each["value"] for each in page.inputs if each.get("name") == "starts") == f"{day}T20:00"


def test_it_is_played_by_house_rules_of_the_organizer(owner: Person) -> None:
    games.save_rules(owner, "Grandma’s table", "casino", {"duty": "free", "target": 11})
    row = made(owner, game=f"rules-{HouseRules.objects.get().pk}")
    assert (row.options["duty"], row.options["target"], row.preset) == ("free", 11, "casino")


def test_house_rules_of_others_are_not_offered(owner: Person) -> None:
    games.save_rules(member("ben"), "Ben’s", "casino", {"target": 11})
    answer = sent(owner, game=f"rules-{HouseRules.objects.get().pk}")
    assert 'class="errorlist' in answer.content.decode()
    assert not Tournament.objects.exists()


def test_a_club_offers_its_favorites_and_its_members(owner: Person) -> None:
    club = club_of(owner, OPEN)
    favorites.add_favorite(club, owner, "casino", "Quick", {"target": 11})
    there = f"/tournaments/new/?club={club.address}"
    page = Page(browser_of(owner).get(there))
    assert page.offered("access") == ["club", "open", "link"]
    choice = next(value for value in (each.get("value", "") for each in page.inputs) if value.startswith("favorite-"))
    assert sent(owner, there, game=choice).status_code == 302
    row = Tournament.objects.get()
    assert (row.club, row.access, row.options["target"]) == (club, "club", 11)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": ""}, "Give the tournament a name."),
        ({"rounds": "31"}, "30"),
        ({"fill_to": "65"}, "64"),
        ({"format": "arena", "length": "241"}, "240"),
        ({"people": "4"}, "so many people"),
        ({"clock": "none"}, "none"),
        ({"starts": "soon"}, "2026-12-24 20:00"),
        ({"starts": "2020-01-01T20:00"}, "within the next year"),
        ({"format": "ladder", "ends": "2020-01-01T20:00"}, "later than the start"),
        ({"game": "casino-en-deux", "people": "2"}, "players"),
        ({"format": "duplicate", "rated": "on"}, "aren’t rated"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(owner: Person, wrong: dict[str, str], words: str) -> None:
    answer = sent(owner, **({"about": "Bring snacks"} | wrong))
    page = answer.content.decode()
    assert page.count('class="errorlist') == 1
    assert words in page
    assert "Bring snacks" in page
    assert not Tournament.objects.exists()


def test_house_rules_are_not_rated(owner: Person) -> None:
    games.save_rules(owner, "Quick", "casino", {"target": 11})
    answer = sent(owner, game=f"rules-{HouseRules.objects.get().pk}", rated="on")
    assert "Rated games use the standard rules" in answer.content.decode()
    assert made(owner, rated="on").table_settings["rated"] is True


def test_strangers_and_guests_sign_up_first() -> None:
    answer = Client().get("/tournaments/new/?club=quai-street")
    assert answer.headers["Location"] == "/account/signup/?next=%2Ftournaments%2Fnew%2F%3Fclub%3Dquai-street"


def test_only_organizers_plan_one_for_a_club(owner: Person) -> None:
    ben = member("ben")
    club = club_of(owner, PRIVATE, ben)
    for who in (ben, member("cara")):
        assert sent(who, f"/tournaments/new/?club={club.address}").status_code == 404
    assert case(create_tournament(ben, values(), club)) == "tournament-not-organizer"


# --- the preview ------------------------------------------------------------------------------------------------------


def test_the_preview_says_how_many_rounds_and_how_long(owner: Person) -> None:
    answer = browser_of(owner).post("/tournaments/new/", CUP | {"name": "", "format": "round_robin"}, headers=HTMX)
    page = Page(answer)
    assert "With 8 players: 7 rounds, about 3 hours 10 minutes. Everyone plays 7 matches." in page.text
    assert "name" not in page.text
    assert "<html" not in page.html
    assert not Tournament.objects.exists()


def test_without_javascript_a_button_shows_it_and_keeps_what_was_typed(owner: Person) -> None:
    page = Page(sent(owner, preview="yes", format="knockout"))
    assert "The winner plays 3 matches." in page.text
    assert next(each["value"] for each in page.inputs if each.get("name") == "name") == "Autumn Cup"
    assert not Tournament.objects.exists()


def test_the_preview_says_what_is_wrong(owner: Person) -> None:
    answer = browser_of(owner).post("/tournaments/new/", CUP | {"rounds": "99"}, headers=HTMX)
    assert "less than or equal to 30" in answer.content.decode()


def plan(**changes: Any) -> Tournament:
    return planned(values(rules=CASINO, **changes))


def test_a_live_game_takes_the_time_of_its_turns() -> None:
    long = LIVE._replace(time=3600)
    assert estimate(plan(format="knockout", table_settings=long), 2).seconds == 2 * 104 * 8
    assert estimate(plan(format="knockout"), 8) == Estimate(8, 3, 3, 3 * 2 * (300 + 104 * 5))
    slow = LIVE._replace(time=60, increment=0)
    assert estimate(plan(format="knockout", table_settings=slow), 8).seconds == 3 * 2 * 60


def test_pauses_and_limits_count() -> None:
    assert estimate(plan(rounds=4, pause=120, minutes=10), 9) == Estimate(9, 4, 4, 4 * 600 + 3 * 120)


def test_an_arena_lasts_as_long_as_planned() -> None:
    assert estimate(plan(format="arena", minutes=60), 8) == Estimate(8, 0, 2, 3600)


def test_games_over_days_take_days() -> None:
    days = TableSettings(clock="turn", time=DAY)
    assert 20 * DAY < estimate(plan(format="knockout", table_settings=days), 2).seconds < 40 * DAY


# --- what the service refuses -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": " "}, "tournament-name"),
        ({"name": "x" * 61}, "tournament-name"),
        ({"about": "x" * 1001}, "tournament-name"),
        ({"rounds": 31}, "tournament-rounds-many"),
        ({"format": "arena", "minutes": 241}, "tournament-arena-long"),
        ({"format": "arena", "minutes": 0}, "tournament-arena-long"),
        ({"minutes": 60 * 24 * 60 + 1}, "tournament-round-long"),
        ({"pause": 7 * DAY + 1}, "tournament-pause-long"),
        ({"fill_to": 65, "level": "easy"}, "tournament-filled"),
        ({"fill_to": 8}, "tournament-level"),
        ({"fill_to": 8, "level": "genius"}, "tournament-level"),
        ({"entry_size": 4}, "tournament-people"),
        ({"format": "solo", "entry_size": 2}, "tournament-people"),
        ({"access": "club"}, "tournament-no-club"),
        ({"table_settings": TableSettings()}, "tournament-no-clock"),
        ({"starts": now() - timedelta(hours=1)}, "tournament-start-wrong"),
        ({"ends": now() - timedelta(hours=1)}, "tournament-end-wrong"),
        ({"ends": now() + timedelta(days=800)}, "tournament-end-wrong"),
    ],
)
def test_a_form_is_not_the_only_way(owner: Person, changes: dict[str, Any], why: str) -> None:
    assert case(create_tournament(owner, values(**changes))) == why
    row = create_tournament(owner, values())
    assert isinstance(row, Tournament)
    assert case(services.change_tournament(row, owner, values(**changes))) == why


def test_a_private_clubs_tournament_is_for_its_members(owner: Person) -> None:
    row = create_tournament(owner, values(access="open"), club_of(owner, PRIVATE))
    assert isinstance(row, Tournament)
    assert row.access == "club"


# --- changing it ------------------------------------------------------------------------------------------------------


def test_everything_can_be_changed_until_it_starts() -> None:
    ann, bob = people("Ann Bob")
    row = laid("swiss", ann, bob, rounds=3, pause=90, rules=resolve_rules({"preset": "casino", "target": 11}))
    there = f"/tournaments/{row.public_id}/edit/"
    page = Page(browser_of(ann).get(there))
    assert (page.chosen("format"), next(i["value"] for i in page.inputs if i.get("name") == "rounds")) == (
        ["swiss"],
        "3",
    )
    fields = {"name": "Winter Cup", "format": "swiss", "game": "now", "rounds": "4", "pause": "90", "clock": "live-10"}
    assert browser_of(ann).post(there, fields).headers["Location"] == f"/tournaments/{row.public_id}/"
    row.refresh_from_db()
    assert (row.name, row.rounds, row.pause, row.options["target"]) == ("Winter Cup", 4, 90, 11)
    assert row.table_settings["time"] == 600


def test_who_has_entered_keeps_the_size_of_the_teams() -> None:
    ann, bob = people("Ann Bob")
    row = laid("swiss", ann, bob)
    assert case(services.change_tournament(row, ann, values(entry_size=2))) == "tournament-people-stay"
    for entry in row.entries.all():
        services.remove_entry(row, ann, entry.pk)
    assert services.change_tournament(row, ann, values()) is None
    assert row.entries.count() == 2
    assert services.change_tournament(row, ann, values(entry_size=2)) is None
    assert not row.entries.exists()


def test_a_game_without_a_name_is_kept(owner: Person) -> None:
    row = made(owner, clock="live-own", live_time="7", live_increment="3", live_reserve="0")
    page = Page(browser_of(owner).get(f"/tournaments/{row.public_id}/edit/"))
    assert next(each["value"] for each in page.inputs if each.get("name") == "live_time") == "7"
    assert sum("selected" in each and each.get("value") == "live-own" for each in page.inputs) == 1
