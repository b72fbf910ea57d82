"""The secret link that brings a guest back."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import services
from accounts.models import Person
from accounts.services import token_of
from casino.rate_limits import limiter
from games.services import move_games, start_game, take_seat
from tests.accounts.test_signup import guest_at_table, logged_in, sign_up
from tests.games.tables import RULES, person
from tests.sessions import session_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client: Client) -> Person:
    return guest_at_table(client)[0]


def link_on(client: Client, page: str) -> str:
    """Return the link that a page shows, without the host."""
    found = re.search(r'value="http://testserver(/back/[^"]+)"', client.get(page).content.decode())
    assert found, "no link back is shown"
    return found[1]


def test_the_table_shows_it_at_once_and_it_leads_back_to_the_seat(client: Client) -> None:
    guest, game = guest_at_table(client)
    table = reverse("games:table", args=[game.public_id])
    link = link_on(client, table)
    elsewhere = Client()
    assert str(guest) in elsewhere.get(link).content.decode()
    assert elsewhere.post(link).headers["Location"] == table
    assert logged_in(elsewhere) == guest


def test_looking_at_the_link_does_nothing(client: Client) -> None:
    _guest, game = guest_at_table(client)
    preview = Client()
    preview.get(link_on(client, reverse("games:table", args=[game.public_id])))
    assert logged_in(preview) is None


def test_who_only_looks_on_or_has_signed_up_sees_no_link(client: Client) -> None:
    _guest, game = guest_at_table(client)
    table = reverse("games:table", args=[game.public_id])
    assert "/back/" not in Client().get(table).content.decode()
    other = Client()
    guest_at_table(other)
    assert "/back/" not in other.get(table).content.decode()
    sign_up(client)
    assert "/back/" not in client.get(table).content.decode()


def test_after_signing_up_it_is_worth_nothing_and_says_so(client: Client, guest: Person) -> None:
    link = reverse("accounts:recover", args=[token_of(guest)])
    sign_up(client)
    elsewhere = Client()
    for answer in (elsewhere.get(link), elsewhere.post(link)):
        assert answer.status_code == 410
        assert "has since signed up" in answer.content.decode()
    assert logged_in(elsewhere) is None


def test_it_is_written_differently_each_time(client: Client, guest: Person) -> None:
    assert len({token_of(guest) for _ in range(5)}) == 5


def test_a_link_that_was_seen_can_be_replaced(client: Client, guest: Person) -> None:
    old = reverse("accounts:recover", args=[token_of(guest)])
    client.post(reverse("accounts:new_recovery_link"))
    elsewhere = Client()
    assert elsewhere.post(old).status_code == 410
    assert elsewhere.post(link_on(client, reverse("accounts:account"))).status_code == 302
    assert logged_in(elsewhere) == guest


@pytest.mark.parametrize("forged", ["{}x", "9{}", "{}.{}", "1-1", "x"])
def test_no_other_link_opens_anything(client: Client, forged: str, guest: Person) -> None:
    forged = reverse("accounts:recover", args=[forged.replace("{}", token_of(guest))])
    elsewhere = Client()
    assert elsewhere.post(forged).status_code == 410
    assert logged_in(elsewhere) is None


def test_it_never_leads_to_another_site(client: Client, guest: Person) -> None:
    link = reverse("accounts:recover", args=[token_of(guest)])
    for to in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert Client().post(f"{link}?to={to}").headers["Location"] == "/"


def test_who_is_somebody_else_here_is_told_first(client: Client, guest: Person) -> None:
    link = reverse("accounts:recover", args=[token_of(guest)])
    other = Client()
    sign_up(other)
    assert "logged in as anna" in other.get(link).content.decode()
    another = Client()
    rival, _game = guest_at_table(another)
    assert str(rival) in another.get(link).content.decode()


def test_who_is_another_guest_here_can_keep_that_ones_link_before_going_on(client: Client, guest: Person) -> None:
    another = Client()
    rival, _game = guest_at_table(another)
    way_back = link_on(another, reverse("accounts:recover", args=[token_of(guest)]))
    another.post(reverse("accounts:recover", args=[token_of(guest)]))
    assert logged_in(another) == guest
    another.post(way_back)
    assert logged_in(another) == rival


def test_a_closed_guest_does_not_come_back(client: Client, guest: Person) -> None:
    link = reverse("accounts:recover", args=[token_of(guest)])
    Person.objects.update(is_active=False)
    assert Client().post(link).status_code == 410


# --- a link that was stolen ------------------------------------------------------------------------------------------

NEW_LINK = reverse("accounts:new_recovery_link")


@pytest.fixture
def thief(guest: Person) -> Client:
    """A browser that has come in by the guest's link."""
    browser = Client()
    browser.post(reverse("accounts:recover", args=[token_of(Person.objects.get(pk=guest.pk))]))
    assert logged_in(browser) == guest
    return browser


def test_a_new_link_ends_every_other_session_however_it_began(client: Client, guest: Person, thief: Client) -> None:
    unlisted = Client()
    unlisted.cookies["sessionid"] = session_of(guest)  # in no list of sessions
    client.post(NEW_LINK)
    assert [logged_in(each) for each in (thief, unlisted, client)] == [None, None, guest]


def test_who_was_logged_out_so_does_nothing_more(client: Client, guest: Person, thief: Client) -> None:
    client.post(NEW_LINK)
    link = token_of(Person.objects.get(pk=guest.pk))
    thief.post(NEW_LINK)
    assert Client().post(reverse("accounts:recover", args=[link])).status_code == 302
    assert logged_in(client) == guest


def test_signing_up_ends_the_sessions_of_who_came_by_the_link(client: Client, guest: Person, thief: Client) -> None:
    sign_up(client)
    assert (logged_in(thief), logged_in(client)) == (None, guest)


@pytest.mark.parametrize("both_sit_there", [False, True])
def test_so_does_moving_the_games_to_an_account(guest: Person, thief: Client, both_sit_there: bool) -> None:
    """Else the guest that came by the link could still play there for as long as a server kept the seats of the game. A
    guest who keeps a seat, because the account has another at that table, keeps the link as well."""
    link, member = reverse("accounts:recover", args=[token_of(guest)]), person("Member")
    if both_sit_there:
        game = start_game(guest, RULES, "casino", 3, False, "friends")
        take_seat(game, member, None)
    move_games(guest, member)
    assert logged_in(thief) is None
    assert Client().post(link).status_code == (302 if both_sit_there else 410)


def test_looking_at_the_address_makes_no_new_link(client: Client, guest: Person, thief: Client) -> None:
    for look in (client.get, client.head, client.options):
        assert look(NEW_LINK).status_code == 405
    assert logged_in(thief) == guest
    assert Person.objects.get(pk=guest.pk).recovery_link_version == 1


def test_who_has_signed_up_or_is_nobody_makes_no_link(client: Client) -> None:
    anna = sign_up(client)
    password = anna.password
    client.post(NEW_LINK)
    Client().post(NEW_LINK)
    anna.refresh_from_db()
    assert (anna.recovery_link_version, anna.password) == (1, password)
    assert logged_in(client) == anna


def test_new_links_are_limited(client: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"recovery_link": "2/hour"}
    limiter().storage.reset()
    guest_at_table(client)
    assert [client.post(NEW_LINK).status_code for _ in range(3)] == [302, 302, 429]


@pytest.mark.django_db(transaction=True)
def test_of_owner_and_thief_who_make_a_new_link_at_once_one_stays(
    client: Client, guest: Person, thief: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sorted(at_once(monkeypatch, client, thief)) == [False, True]
    assert Person.objects.get(pk=guest.pk).recovery_link_version == 2
    assert sum(logged_in(each) == guest for each in (client, thief)) == 1


@pytest.mark.django_db(transaction=True)
def test_who_presses_twice_stays(client: Client, monkeypatch: pytest.MonkeyPatch, guest: Person) -> None:
    """Whichever answer the browser receives, or none."""
    twins = [Client(), Client()]
    for twin in twins:
        twin.cookies["sessionid"] = client.cookies["sessionid"].value
    assert at_once(monkeypatch, *twins) == [True, True]
    assert logged_in(client) == guest
    assert Session.objects.count() == 1


def at_once(monkeypatch: pytest.MonkeyPatch, *browsers: Client) -> list[bool]:
    """Let all ask for a new link once each of them has been let in, and return which of them got one."""
    all_let_in, make, made = Barrier(len(browsers), timeout=20), services.revoke_recovery_link, []

    def together(request: HttpRequest, guest: Person) -> bool:
        all_let_in.wait()
        made.append(make(request, guest))
        return made[-1]

    def run(post: Callable[[], object]) -> None:
        try:
            post()
        finally:
            connection.close()

    monkeypatch.setattr(services, "revoke_recovery_link", together)
    with ThreadPoolExecutor(len(browsers)) as threads:
        list(threads.map(run, [partial(each.post, NEW_LINK) for each in browsers]))
    return made
