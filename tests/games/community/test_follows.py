"""Following: who is seen online and playing, who is notified of a table, and what a block leaves of it."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from accounts.services import create_guest, delete_account
from games import services
from games.community import follows
from games.community.models import Follow
from games.contexts.personal_data import export_personal_data
from games.domain.refusal import Refusal
from games.domain.table_settings import TableSettings
from games.invitations import services as invitation_services
from games.live import online, presence
from games.live.online import mark_online, online_among
from games.models import Game
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification, NotificationPreferences
from tests.games.recipients import Messages, do_tasks, reachable
from tests.games.tables import RULES, person
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

PUBLIC = TableSettings(public=True)
NEWS = (NotificationKind.FOLLOWED_TABLE,)
ONLINE = 'class="online"'
"""The sign beside a player; the page's links speak of being online as well."""


@pytest.fixture(autouse=True)
def nobody_online(settings: Settings, request: pytest.FixtureRequest) -> None:
    """Use a cache of each test's own, whose clock is the test's."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": request.node.nodeid}}


def opened(host: Person, table_settings: TableSettings = PUBLIC, opponents: Any = "friends") -> Game:
    return services.start_game(host, RULES, "casino", 2, False, opponents, table_settings)


def playing(*people: Person, public: bool = True, **table_settings: Any) -> Game:
    """Return a game in progress of these two, with their pages open."""
    game = opened(people[0], TableSettings(public=public, **table_settings))
    services.take_seat(game, people[1], 2)
    for seat in (1, 2):
        presence.connect(game, seat, f"{game.pk}/{seat}")
    return game


def press(who: Person, other: Person, action: str) -> int:
    response = browser_of(who).post(f"/people/{other.username}/follow/", {"action": action})
    return int(response.status_code)


def page_of(who: Person) -> Page:
    return Page(browser_of(who).get("/following/"))


def following(*names: str) -> tuple[Person, ...]:
    """Return people of whom the first follows the others, and wants to be notified."""
    first, *others = [reachable(name) for name in names]
    for other in others:
        assert follows.follow(first, other) is None
        follows.set_notify(first, other, True)
    return first, *others


# --- following and its end ---------------------------------------------------------------------------------------


def test_a_player_is_followed_and_no_longer_from_their_page(ann: Person, bob: Person) -> None:
    profile = Page(browser_of(ann).get("/people/bob/"))
    assert "Follow" in profile.buttons
    assert press(ann, bob, "follow") == press(ann, bob, "follow") == 302
    assert Follow.objects.count() == 1
    assert "Unfollow" in Page(browser_of(ann).get("/people/bob/")).buttons
    assert "Bob" in page_of(ann).text
    press(ann, bob, "unfollow")
    assert "You don’t follow anyone yet." in page_of(ann).text


def test_nothing_on_the_page_of_the_followed_tells_of_it(ann: Person, bob: Person) -> None:
    before = Page(browser_of(bob).get("/people/bob/")).text
    follows.follow(ann, bob)
    assert Page(browser_of(bob).get("/people/bob/")).text == before
    assert "Ann" not in page_of(bob).text


@pytest.mark.parametrize("action", ["follow", "unfollow", "notify", "quiet"])
def test_oneself_a_guest_and_nobody_cannot_be_followed(action: str, ann: Person) -> None:
    guest = create_guest()
    assert press(ann, ann, action) == 404
    assert press(ann, guest, action) == 404
    assert browser_of(ann).post("/people/nobody/follow/", {"action": action}).status_code == 404
    assert not Follow.objects.exists()


def test_guests_and_strangers_follow_no_one(bob: Person) -> None:
    assert press(create_guest(), bob, "follow") == 302
    assert browser_of().post("/people/bob/follow/", {"action": "follow"}).status_code == 302
    assert not Follow.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"action": "admire"}, {"action": ["follow", "x"]}, {"action": "f" * 99_999}])
def test_what_makes_no_sense_changes_nothing(sent: dict[str, Any], ann: Person, bob: Person) -> None:
    assert browser_of(ann).post("/people/bob/follow/", sent).status_code == 404
    assert not Follow.objects.exists()


def test_the_number_of_follows_is_bounded(monkeypatch: pytest.MonkeyPatch, ann: Person) -> None:
    monkeypatch.setattr(follows, "MAX_FOLLOWS", 3)
    others = [person(f"Other{number}") for number in range(4)]
    outcomes = [follows.follow(ann, other) for other in [*others[:3], others[0], others[3]]]
    assert outcomes[:4] == [None] * 4
    assert isinstance(outcomes[4], Refusal)
    response = browser_of(ann).post(f"/people/{others[3].username}/follow/", {"action": "follow"}, follow=True)
    assert "which is the limit" in response.content.decode()
    assert Follow.objects.count() == 3


# --- online, and playing -------------------------------------------------------------------------------------------


def test_who_has_a_page_open_is_online_for_a_while(ann: Person, bob: Person) -> None:
    follows.follow(ann, bob)
    away = page_of(ann)
    assert "Bob" in away.text
    assert ONLINE not in away.html
    mark_online([bob.pk])
    here = page_of(ann)
    assert "Bob online" in here.text
    assert here.html.count(ONLINE) == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=4)):
        assert online_among([bob.pk]) == set()
        assert ONLINE not in page_of(ann).html


def test_games_of_the_followed_are_shown_while_they_are_at_the_table(ann: Person, bob: Person) -> None:
    cleo = person("Cleo")
    follows.follow(ann, bob)
    game = playing(cleo, bob)
    assert f"/g/{game.public_id}/" in page_of(ann).html
    presence.disconnect(game.public_id, f"{game.pk}/2")
    assert f"/g/{game.public_id}/" not in page_of(ann).html


@pytest.mark.parametrize("hidden", [{"public": False}, {"spectators": False}])
def test_games_by_link_and_games_without_spectators_are_not(hidden: dict[str, bool], ann: Person, bob: Person) -> None:
    follows.follow(ann, bob)
    game = playing(person("Cleo"), bob, **hidden)
    assert f"/g/{game.public_id}/" not in page_of(ann).html


def test_who_hides_it_is_seen_neither_online_nor_playing_nor_at_a_new_table(sent: Messages) -> None:
    ann, bob = following("Ann", "Bob")
    save_preferences(bob, show_online=False)
    mark_online([bob.pk])
    game = playing(person("Cleo"), bob)
    opened(Person.objects.get(pk=bob.pk))
    do_tasks()
    page = page_of(ann)
    assert f"/g/{game.public_id}/" not in page.html
    assert "Bob online" not in page.text
    assert sent.to("Ann") == []


def test_without_the_cache_all_count_as_offline(monkeypatch: pytest.MonkeyPatch, ann: Person, bob: Person) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ConnectionError("the cache is away")

    follows.follow(ann, bob)
    mark_online([bob.pk])
    monkeypatch.setattr(online, "cache", SimpleNamespace(get_many=fail, set_many=fail))
    mark_online([bob.pk])
    assert "Bob" in page_of(ann).text
    assert "Bob online" not in page_of(ann).text


# --- a table in the lobby ------------------------------------------------------------------------------------------


def test_who_wants_it_is_notified_of_a_table_in_the_lobby(sent: Messages) -> None:
    _ann, bob = following("Ann", "Bob")
    cleo = reachable("Cleo")
    follows.follow(cleo, bob)  # without asking for notifications
    opened(bob)
    do_tasks()
    assert sent.to("Ann") == [NEWS]
    assert sent.to("Cleo") == sent.to("Bob") == []


@pytest.mark.parametrize("table_settings", [TableSettings(), TableSettings(public=False, rated=True, clock="turn")])
def test_tables_by_link_are_never_told(table_settings: TableSettings, sent: Messages) -> None:
    _, bob = following("Ann", "Bob")
    opened(bob, table_settings)
    opened(bob, table_settings, "computer") if not table_settings.rated else None
    do_tasks()
    assert sent == []


def test_a_host_who_opens_many_tables_is_told_once_an_hour(sent: Messages) -> None:
    _, bob = following("Ann", "Bob")
    with time_machine.travel("2026-11-24 12:10:00+00:00", tick=False):
        for _ in range(5):
            opened(bob)
        do_tasks()
    with time_machine.travel("2026-11-24 13:10:00+00:00", tick=False):
        opened(bob)
        do_tasks()
    assert sent.to("Ann") == [NEWS, NEWS]


def test_a_table_that_is_taken_or_canceled_before_is_not_told(sent: Messages) -> None:
    _, bob = following("Ann", "Bob")
    services.take_seat(opened(bob), person("Cleo"), 2)
    do_tasks()
    assert NEWS not in sent.to("Ann")


def test_who_stops_following_before_it_is_sent_is_not_told(sent: Messages) -> None:
    ann, bob = following("Ann", "Bob")
    opened(bob)
    follows.unfollow(ann, bob)
    do_tasks()
    assert sent == []


def test_in_quiet_hours_it_waits(sent: Messages) -> None:
    ann, bob = following("Ann", "Bob")
    NotificationPreferences.objects.create(person=ann, quiet_from="22:00", quiet_until="07:00")
    with time_machine.travel("2026-11-24 23:10:00+00:00", tick=False):
        opened(bob)
        do_tasks()
    assert sent == []
    assert Notification.objects.get().status == Notification.Status.DEFERRED


# --- blocks --------------------------------------------------------------------------------------------------------


def test_a_block_silences_both_and_does_not_show(sent: Messages) -> None:
    ann, bob = following("Ann", "Bob")
    follows.follow(bob, ann)
    follows.set_notify(bob, ann, True)
    unblocked = page_of(ann).text
    invitation_services.block(bob, ann)
    mark_online([ann.pk, bob.pk])
    playing(person("Cleo"), bob)
    for host in (ann, bob):
        opened(host)
    do_tasks()
    assert {each.about for each in sent} <= {(NotificationKind.STARTED,), (NotificationKind.MY_TURN,)}
    assert page_of(ann).text == unblocked  # as if Bob were offline
    assert "You don’t follow anyone yet." in page_of(bob).text


def test_who_is_blocked_follows_anew_as_if_nothing_were(ann: Person, bob: Person) -> None:
    invitation_services.block(bob, ann)
    assert follows.follow(ann, bob) is None
    assert "Bob" in page_of(ann).text
    assert isinstance(follows.follow(bob, ann), Refusal)


def test_a_block_after_the_table_was_opened_still_counts(sent: Messages) -> None:
    ann, bob = following("Ann", "Bob")
    opened(bob)
    invitation_services.block(bob, ann)
    do_tasks()
    assert sent == []


# --- bounds, and people who leave ----------------------------------------------------------------------------------


def test_the_page_takes_the_same_queries_for_one_followed_and_for_many(ann: Person) -> None:
    counts = []
    for number in range(4):
        bob, cleo = person(f"Bob{number}"), person(f"Cleo{number}")
        follows.follow(ann, bob)
        playing(bob, cleo)
        client = browser_of(ann)
        client.get("/following/")
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/following/").content.count(b'<span class="name">') == 2 * (number + 1)
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
    assert counts[0] <= 17


def test_what_a_person_follows_is_theirs_and_goes_with_them(ann: Person, bob: Person) -> None:
    follows.follow(ann, bob)
    assert [row["followed"] for row in export_personal_data(ann)["community.Follow.person"]] == [bob.pk]
    assert not any("community.Follow" in name and rows for name, rows in export_personal_data(bob).items())
    delete_account(bob)
    assert not Follow.objects.exists()
