"""After logging in or signing up, people return to the page they came from, and never to another site."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person
from accounts.next_page import is_local_url, page_to_return_to
from games.models import Game, Seat

pytestmark = pytest.mark.django_db

SECRET = "seven of diamonds"
TRICKS = [
    "https://evil.example/",
    "http://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "////evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "\x00//evil.example",
    "http:evil.example",
    "http:///evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://testserver/",
    "http://testserver/games/",
    "https://testserver/games/",
    "http://testserver:8001/",
    "http://testserver@evil.example/",
    "//testserver/games/",
    "//trusted.example/",
    "evil.example",
    "games/",
    "?next=/games/",
    "http://[::1/",
    "/" * 3000 + "evil.example",
]


@pytest.fixture
def anna() -> Person:
    return Person.objects.create_user("anna", password=SECRET)


@pytest.fixture
def table(client: Client) -> str:
    """A game of the browser's guest against the computer."""
    client.post(reverse("games:play_now"))
    return reverse("games:table", args=[Game.objects.get().public_id])


def follow(client: Client, page: str, words: str) -> str:
    """Return the target of the page's link with these words."""
    shown = client.get(page).content.decode()
    for address, inside in re.findall(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', shown, re.DOTALL):
        if words in re.sub(r"<[^>]+>", "", inside):
            return unescape(address)
    raise AssertionError(f"{page} has no link “{words}”")


def send(client: Client, page: str, **fields: str) -> str:
    """Submit the form as the page shows it, with its hidden fields, and return the target of the redirect."""
    shown, address = client.get(page).content.decode(), page.partition("?")[0]
    form = re.search(rf'<form class="panel" method="post" action="{address}">.*?</form>', shown, re.DOTALL)
    assert form
    hidden = dict(re.findall(r'<input type="hidden" name="(next)" value="([^"]*)"', form[0]))
    answer = client.post(address, {name: unescape(value) for name, value in hidden.items()} | fields)
    assert answer.status_code == 302, answer.content.decode()
    return answer.headers["Location"]


def log_in(client: Client, page: str) -> str:
    return send(client, page, login="anna", password=SECRET)


def sign_up(client: Client, page: str) -> str:
    return send(client, page, username="berta", email="", password1=SECRET)


# --- from a table ----------------------------------------------------------------------------------------------------


def test_a_stranger_at_a_table_logs_in_and_is_there_again(table: str, anna: Person) -> None:
    stranger = Client()
    entrance = follow(stranger, table, "Log in")
    assert log_in(stranger, entrance) == table
    assert stranger.get(table).wsgi_request.user == anna


def test_a_stranger_at_a_table_signs_up_over_the_login_page_and_is_there_again(table: str) -> None:
    stranger = Client()
    way = follow(stranger, follow(stranger, table, "Log in"), "Sign up")
    assert sign_up(stranger, way) == table


def test_a_guest_in_the_middle_of_a_game_signs_up_and_sits_there_again(client: Client, table: str) -> None:
    guest = Seat.objects.get(person__isnull=False).person
    account = follow(client, table, str(guest))
    way = follow(client, account, "Sign up and keep your games")
    assert sign_up(client, way) == table
    assert "berta" in client.get(table).content.decode()
    assert Seat.objects.get(person__isnull=False).person == guest


def test_a_guest_who_changes_name_before_signing_up_is_there_again(client: Client, table: str) -> None:
    account = follow(client, table, str(Seat.objects.get(person__isnull=False).person))
    account = client.post(account, {"display_name": "Bertha the Great"}).headers["Location"]
    assert sign_up(client, follow(client, account, "Sign up and keep your games")) == table


@pytest.mark.parametrize("what", [{"bring": "1"}, {}])
def test_a_guest_who_logs_in_is_asked_about_the_games_and_then_is_there_again(
    client: Client, table: str, anna: Person, what: dict[str, str]
) -> None:
    account = follow(client, table, str(Seat.objects.get(person__isnull=False).person))
    asked = log_in(client, follow(client, account, "Log in"))
    assert asked.startswith(reverse("games:guest_games"))
    assert client.get(asked).status_code == 200
    assert client.post(asked, what).headers["Location"] == table
    assert Seat.objects.filter(person=anna).exists() == bool(what)


def test_a_wrong_password_first_changes_nothing(table: str, anna: Person) -> None:
    stranger = Client()
    entrance = follow(stranger, table, "Log in")
    page = stranger.post("/account/login/", {"login": "anna", "password": "wrong", "next": table}).content.decode()
    assert f'name="next" value="{table}"' in page
    assert log_in(stranger, entrance) == table


def test_who_has_logged_in_in_another_window_goes_there_at_once(client: Client, table: str, anna: Person) -> None:
    member = Client()
    entrance = follow(member, table, "Log in")
    member.force_login(anna)
    assert member.get(entrance).headers["Location"] == table


@pytest.mark.parametrize("page", ["/", "/lobby/", "/rules/", "/lobby/?page=2&kind=a%26b", "/settings/?next=/rules/"])
def test_the_header_of_every_page_leads_back_to_it(page: str, anna: Person, client: Client) -> None:
    assert log_in(client, follow(client, page, "Log in")) == page


@pytest.mark.parametrize(
    "page",
    [
        *("/account/", "/account/email/", "/account/passkeys/", "/account/sessions/", "/account/delete/"),
        *("/account/holidays/", "/games/", "/games/?after=x%26y", "/statistics/"),
    ],
)
def test_a_page_of_members_leads_through_the_login_back_to_it(page: str, anna: Person, client: Client) -> None:
    assert log_in(client, client.get(page).headers["Location"]) == page


def test_the_way_in_does_not_lead_to_itself(anna: Person, client: Client) -> None:
    deeper = follow(client, "/account/login/?next=/rules/", "Log in")
    assert deeper == "/account/login/?next=%2Frules%2F"
    assert follow(client, "/account/login/", "Log in") == "/account/login/"
    assert log_in(client, "/account/login/") == "/"


def test_a_secret_link_is_never_named(client: Client) -> None:
    assert follow(client, "/back/1:secret/", "Log in") == "/account/login/"


# --- nowhere else ----------------------------------------------------------------------------------------------------


@pytest.fixture
def trusting(settings: Settings) -> None:
    """Let the site answer to other names too, and accept their forms."""
    settings.ALLOWED_HOSTS = ["testserver", "trusted.example", "*"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_leads_to_another_site(trick: str, trusting: None) -> None:
    Person.objects.create_user("anna", password=SECRET)
    fields = {"login": "anna", "password": SECRET, "next": trick}
    assert Client().post("/account/login/", fields).headers["Location"] == "/"
    fields = {"username": "berta", "email": "", "password1": SECRET, "next": trick}
    assert Client().post("/account/signup/", fields).headers["Location"] == "/"


@pytest.mark.parametrize("trick", TRICKS)
def test_no_trick_in_an_address_leads_to_another_site(trick: str, trusting: None, anna: Person) -> None:
    named = f"?next={quote(trick, safe='')}"
    assert Client().post(f"/account/login/{named}", {"login": "anna", "password": SECRET}).headers["Location"] == "/"
    member = Client()
    member.force_login(anna)
    assert member.get(f"/account/login/{named}").headers["Location"] == "/account/"
    assert member.get(f"/people/bring/{named}").headers["Location"] == "/"
    for words in ("Log in", "Sign up"):
        assert "next" not in follow(Client(), f"/account/login/{named}", words)


def test_two_pages_named_are_the_last_one_and_still_ours(anna: Person) -> None:
    named = "?next=/rules/&next=//evil.example/"
    assert Client().post(f"/account/login/{named}", {"login": "anna", "password": SECRET}).headers["Location"] == "/"


@pytest.mark.parametrize("page", ["/g/abc/", "/lobby/?a=b&c=d", "/games/?next=//evil.example/", "/rules/#5", "/é/"])
def test_pages_of_ours_are_taken(page: str) -> None:
    assert is_local_url(page)


def test_a_page_that_answers_a_form_is_nowhere_to_return_to() -> None:
    request: HttpRequest = RequestFactory().post("/lobby/")
    assert page_to_return_to(request) == ""
