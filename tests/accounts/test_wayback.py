"""The secret link that brings a guest back."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from accounts.wayback import token_of
from tests.accounts.test_signing_up import guest_at_table, logged_in, sign_up

pytestmark = pytest.mark.django_db


def link_on(client: Client, page: str) -> str:
    """The link as a page shows it, without the host."""
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


def test_after_signing_up_it_is_worth_nothing_and_says_so(client: Client) -> None:
    guest, _game = guest_at_table(client)
    link = reverse("accounts:back", args=[token_of(guest)])
    sign_up(client)
    elsewhere = Client()
    for answer in (elsewhere.get(link), elsewhere.post(link)):
        assert answer.status_code == 410
        assert "has signed up since" in answer.content.decode()
    assert logged_in(elsewhere) is None


def test_it_is_written_differently_each_time(client: Client) -> None:
    guest, _game = guest_at_table(client)
    assert len({token_of(guest) for _ in range(5)}) == 5


def test_a_link_that_was_seen_can_be_replaced(client: Client) -> None:
    guest, _game = guest_at_table(client)
    old = reverse("accounts:back", args=[token_of(guest)])
    client.post(reverse("accounts:new_way_back"))
    elsewhere = Client()
    assert elsewhere.post(old).status_code == 410
    assert elsewhere.post(link_on(client, reverse("accounts:account"))).status_code == 302
    assert logged_in(elsewhere) == guest


@pytest.mark.parametrize("forged", ["{}x", "9{}", "{}.{}", "1-1", "x"])
def test_no_other_link_opens_anything(client: Client, forged: str) -> None:
    guest, _game = guest_at_table(client)
    forged = reverse("accounts:back", args=[forged.replace("{}", token_of(guest))])
    elsewhere = Client()
    assert elsewhere.post(forged).status_code == 410
    assert logged_in(elsewhere) is None


def test_it_never_leads_to_another_site(client: Client) -> None:
    guest, _game = guest_at_table(client)
    link = reverse("accounts:back", args=[token_of(guest)])
    for to in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert Client().post(f"{link}?to={to}").headers["Location"] == "/"


def test_who_is_somebody_else_here_is_told_first(client: Client) -> None:
    guest, _game = guest_at_table(client)
    link = reverse("accounts:back", args=[token_of(guest)])
    other = Client()
    sign_up(other)
    assert "logged in as anna" in other.get(link).content.decode()
    another = Client()
    rival, _game = guest_at_table(another)
    assert str(rival) in another.get(link).content.decode()


def test_who_is_another_guest_here_can_keep_that_ones_link_before_going_on(client: Client) -> None:
    guest, _game = guest_at_table(client)
    another = Client()
    rival, _game = guest_at_table(another)
    way_back = link_on(another, reverse("accounts:back", args=[token_of(guest)]))
    another.post(reverse("accounts:back", args=[token_of(guest)]))
    assert logged_in(another) == guest
    another.post(way_back)
    assert logged_in(another) == rival


def test_a_closed_guest_does_not_come_back(client: Client) -> None:
    guest, _game = guest_at_table(client)
    link = reverse("accounts:back", args=[token_of(guest)])
    Person.objects.update(is_active=False)
    assert Client().post(link).status_code == 410
