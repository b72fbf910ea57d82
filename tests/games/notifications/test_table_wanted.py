"""Being told, once, of the next table that needs a player."""

from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.community import follows
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.models import Game
from games.notifications.kinds import NotificationKind
from games.notifications.models import Device, NotificationPreferences
from games.notifications.services import want_table
from tests.games.recipients import Messages, do_tasks, reachable
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

OPEN = (NotificationKind.TABLE_OPEN,)
AWAKE = {"quiet_from": None, "quiet_until": None}


def opened(host: Person, **settings: Any) -> Game:
    return services.start_game(host, RULES, "casino", 2, False, "friends", TableSettings(**{"public": True} | settings))


def waiting(name: str) -> Person:
    """A person who has asked to be told, and has no quiet hours."""
    who = reachable(name)
    want_table(who, True)
    NotificationPreferences.objects.filter(person=who).update(**AWAKE)
    return who


@pytest.mark.parametrize("clock", [{}, {"clock": "live", "time": 600}])
def test_who_has_asked_is_told_once_of_a_table_in_the_lobby(clock: dict[str, Any], sent: Messages) -> None:
    waiting("Ann")
    reachable("Cleo")
    bob = waiting("Bob")
    for _ in range(2):
        opened(bob, **clock)
        do_tasks()
    assert sent.to("Ann") == [OPEN]
    assert sent.to("Cleo") == sent.to("Bob") == []


def test_a_follower_who_has_asked_too_is_told_once(sent: Messages) -> None:
    ann, bob = waiting("Ann"), person("Bob")
    follows.follow(ann, bob)
    follows.set_notify(ann, bob, True)
    opened(bob)
    do_tasks()
    assert sent.to("Ann") == [OPEN]


def test_nothing_is_told_of_a_table_by_link_or_one_that_is_taken(sent: Messages) -> None:
    waiting("Ann")
    opened(person("Bob"), public=False)
    do_tasks()
    assert sent == []
    services.take_seat(opened(person("Cleo")), person("Dan"), 2)
    do_tasks()
    assert OPEN not in sent.to("Ann")


def test_after_some_hours_or_a_change_of_mind_nothing_is_told(sent: Messages) -> None:
    want_table(waiting("Ann"), False)
    waiting("Cleo")
    with time_machine.travel(timezone.now() + timedelta(hours=5)):
        opened(person("Bob"))
        do_tasks()
    assert sent == []


def test_a_block_keeps_it_from_either_side(sent: Messages) -> None:
    ann, bob = waiting("Ann"), person("Bob")
    invitation_services.block(bob, ann)
    opened(bob)
    do_tasks()
    assert sent == []


def test_quiet_hours_hold_it_back_and_a_guest_hears_of_no_rated_table(sent: Messages) -> None:
    ann, guest = waiting("Ann"), create_guest()
    Device.objects.create(person=guest, endpoint="https://push.example/gus", p256dh="-", auth="-", name="Firefox")
    want_table(guest, True)
    NotificationPreferences.objects.filter(person=ann).update(quiet_from=time(22), quiet_until=time(7))
    with time_machine.travel("2026-11-24 23:10:00+00:00", tick=False):
        NotificationPreferences.objects.update(table_wanted_until=timezone.now() + timedelta(hours=1))
        opened(person("Bob"), rated=True)
        do_tasks()
        assert sent == []
        assert NotificationPreferences.objects.get(person=guest).table_wanted_until


def test_the_lobby_without_tables_offers_it(sent: Messages) -> None:
    page = Page(Client().get(reverse("games:lobby")))
    assert "Notifications" in Page(Client().post(reverse("games:want_table"), follow=True)).text
    ann = reachable("Ann")
    client = browser_of(ann)
    assert "Tell me when someone is waiting" in page.buttons
    asked = Page(client.post(reverse("games:want_table"), {"wanted": "yes"}, follow=True))
    assert "We’ll tell you once when someone is waiting for a player" in asked.text
    client.post(reverse("games:want_table"), {"wanted": "no"})
    assert NotificationPreferences.objects.get(person=ann).table_wanted_until is None
