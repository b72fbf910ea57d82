"""A director warns or suspends a person apart from any game: the person reads it, and it is on record."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from games import services
from games.models import ChatBan, Game, Seat, Suspension
from games.rulings.models import Sanction
from games.rulings.sanctions import sanction
from games.services.suspensions import SuspendedError
from tests.games.disputed import director
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of
from tests.rulings.cases import refused

pytestmark = pytest.mark.django_db

PAGE = reverse("moderation:person")
WHY = "You called Bob <names>."
TOMORROW = (timezone.localdate() + timedelta(days=1)).isoformat()


@pytest.fixture
def ann() -> Person:
    return Person.objects.create_user("ann", password="x")


@pytest.fixture
def dora() -> Person:
    return director()


def tell(dora: Person, **sent: Any) -> Page:
    fields = {"name": "Ann", "kind": "warned", "reason": WHY} | sent
    return Page(browser_of(dora).post(PAGE, fields, follow=True))


def read_by(person: Person) -> str:
    return Page(browser_of(person).get(reverse("games:my_games"))).text


def may_open(person: Person) -> bool:
    try:
        services.start_game(person, RULES, "casino", 2, False, "friends")
    except SuspendedError:
        return False
    return True


def on_record() -> list[tuple[str, str, str]]:
    entries = LogEntry.objects.select_related("user")
    return [(str(each.user), each.object_repr, each.change_message) for each in entries]


def test_who_is_warned_reads_it_and_plays_on(ann: Person, dora: Person) -> None:
    assert "Sent and recorded." in tell(dora).text
    assert "A director has warned you." in read_by(ann)
    assert "You called Bob <names>." in read_by(ann)
    assert may_open(ann)
    assert on_record() == [(str(dora), "ann", f"Gave notice (warned): {WHY}")]


def test_who_is_suspended_opens_no_table_until_that_day_or_until_it_is_ended(ann: Person, dora: Person) -> None:
    tell(dora, kind="suspended", until=TOMORROW)
    assert "A director has suspended you until" in read_by(ann)
    assert not may_open(ann)
    assert Suspension.objects.get().until.astimezone(timezone.get_current_timezone()).date().isoformat() == TOMORROW
    tell(dora, kind="lifted")
    assert "A director has ended your suspension." in read_by(ann)
    assert may_open(ann)
    assert len(on_record()) == 2


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"name": "nobody"}, "No player has this name."),
        ({"reason": " "}, "This field is required."),
        ({"kind": "suspended"}, "Give the last day of the suspension"),
        ({"kind": "suspended", "until": "2020-01-01"}, "Give the last day of the suspension"),
        ({"kind": "hanged"}, "Select a valid choice"),
    ],
)
def test_what_makes_no_sense_is_said_and_nothing_is_lost(ann: Person, dora: Person, sent: Any, told: str) -> None:
    page = tell(dora, **sent)
    assert told in page.text
    assert sent.get("reason", WHY).strip() in page.text
    assert not Sanction.objects.exists()
    assert on_record() == []


def test_nobody_but_a_director_tells_and_nobody_themselves(ann: Person, dora: Person) -> None:
    staff = Person.objects.create_user("stan", password="x", is_staff=True)
    assert browser_of(staff).get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302
    assert refused(sanction(ann, staff, "warned", WHY)) == "no-director"
    assert refused(sanction(dora, dora, "warned", WHY)) == "about-oneself"
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("kind", ["suspended", "muted", "warned", "lifted"])
def test_nobody_tells_those_they_are_playing_with(kind: str, dora: Person) -> None:
    """A suspended opponent cannot move, and loses on time."""
    game = services.start_game(dora, RULES, "casino", 2, False, "friends")
    ann = browser_of(person("Ann"))
    ann.post(reverse("games:take_seat", args=[game.public_id]))
    page = tell(dora, kind=kind, until=TOMORROW)
    assert "You’re playing a game with this player, so another director must decide." in page.text
    assert not any(rows.objects.exists() for rows in (Sanction, Suspension, ChatBan))
    services.resign(Seat.objects.exclude(person=dora).get(game=game), Game.objects.get(pk=game.pk).seq)
    assert "Sent and recorded." in tell(dora, kind=kind, until=TOMORROW).text


def test_a_notice_is_read_for_thirty_days(ann: Person, dora: Person) -> None:
    tell(dora)
    Sanction.objects.update(made=timezone.now() - timedelta(days=31))
    assert "A director has warned you." not in read_by(ann)
    assert "ann" in Page(browser_of(dora).get(reverse("admin:rulings_sanction_changelist"))).text


def test_another_is_given_from_the_list(dora: Person) -> None:
    assert browser_of(dora).get(reverse("admin:rulings_sanction_add")).headers["Location"] == PAGE
