"""The list of a person's sessions, and ending them from another browser."""

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from accounts.devices import device_name
from accounts.models import Person
from accounts.services import token_of
from tests.accounts.test_signup import SECRET, guest_at_table, log_in, logged_in, sign_up

pytestmark = pytest.mark.django_db

PAGE, END = reverse("accounts:sessions"), reverse("accounts:end_sessions")
PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
COMPUTER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"


@pytest.fixture
def anna(client: Client) -> Person:
    """Anna, who signed up at the computer."""
    client.defaults["HTTP_USER_AGENT"] = COMPUTER
    return sign_up(client)


@pytest.fixture
def phone(anna: Person) -> Client:
    phone = Client(headers={"user-agent": PHONE})
    log_in(phone)
    return phone


def told(client: Client) -> list[str]:
    return re.findall(r"<b>(.*?)</b>", client.get(PAGE).content.decode())


def session_at(client: Client) -> int:
    return int(UserSession.objects.get(session_key=client.cookies["sessionid"].value).pk)


def test_all_are_told_the_latest_first(client: Client, phone: Client) -> None:
    assert told(client) == told(phone) == ["Firefox, Android", "Chrome, Windows"]
    assert client.get(PAGE).content.decode().count("Log out</button>") == 1  # this one has its own button elsewhere


def test_one_that_was_not_begun_by_our_login_is_there_too(anna: Person) -> None:
    tablet = Client(headers={"user-agent": PHONE})
    tablet.force_login(anna)
    assert told(tablet) == ["Firefox, Android", "Chrome, Windows"]


def test_one_is_ended_from_the_other(client: Client, phone: Client) -> None:
    answer = client.post(END, {"session": session_at(phone)}, follow=True)
    assert "Logged out." in answer.content.decode()
    assert logged_in(phone) is None
    assert told(client) == ["Chrome, Windows"]


def test_all_others_are_ended_at_once(anna: Person, client: Client, phone: Client) -> None:
    tablet = Client()
    log_in(tablet)
    client.post(END)
    assert (logged_in(phone), logged_in(tablet), logged_in(client)) == (None, None, anna)
    assert Session.objects.count() == 1


def test_ones_own_can_be_ended_too(client: Client, phone: Client, anna: Person) -> None:
    client.post(END, {"session": session_at(client)})
    assert (logged_in(client), logged_in(phone)) == (None, anna)


@pytest.mark.parametrize("named", ["another's", "999999", "x", "-1"])
def test_nobody_ends_the_session_of_somebody_else(anna: Person, client: Client, named: str) -> None:
    stranger = Client()
    sign_up(stranger, "berta")
    stranger.post(END, {"session": str(session_at(client)) if named == "another's" else named})
    assert logged_in(client) == anna


def test_one_that_has_ended_otherwise_is_told_no_more(client: Client, phone: Client) -> None:
    phone.post(reverse("account_logout"))
    assert told(client) == ["Chrome, Windows"]


def test_a_new_password_leaves_this_one_alone(client: Client, phone: Client) -> None:
    client.post(
        reverse("account_change_password"),
        {"oldpassword": SECRET, "password1": "nine of spades", "password2": "nine of spades"},
    )
    assert told(client) == ["Chrome, Windows"]
    assert logged_in(phone) is None


# --- guests ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def guest(client: Client) -> Person:
    client.defaults["HTTP_USER_AGENT"] = COMPUTER
    return guest_at_table(client)[0]


def by_link(guest: Person) -> Client:
    """Another browser that has come in by the guest's link."""
    other = Client(headers={"user-agent": PHONE})
    assert other.post(reverse("accounts:recover", args=[token_of(Person.objects.get(pk=guest.pk))])).status_code == 302
    return other


def test_a_guest_sees_where_the_link_has_been_used(guest: Person, client: Client) -> None:
    by_link(guest)
    assert told(client) == ["Firefox, Android", "Chrome, Windows"]
    assert "Make a new link and log out everywhere else" in client.get(PAGE).content.decode()


def test_a_guest_ends_one_or_all_others(guest: Person, client: Client) -> None:
    first, second, third = by_link(guest), by_link(guest), by_link(guest)
    client.post(END, {"session": session_at(first)})
    assert [logged_in(each) for each in (first, second, third, client)] == [None, guest, guest, guest]
    client.post(END)
    assert [logged_in(each) for each in (second, third, client)] == [None, None, guest]


def test_a_guest_does_not_end_the_session_of_another(guest: Person, client: Client) -> None:
    other = Client()
    guest_at_table(other)
    other.post(END, {"session": session_at(client)})
    other.post(END)
    assert logged_in(client) == guest


def test_whom_nobody_knows_is_asked_to_log_in(client: Client) -> None:
    assert client.post(END).headers["Location"] == reverse("account_login")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (PHONE, "Firefox, Android"),
        (COMPUTER, "Chrome, Windows"),
        (COMPUTER + " Edg/140.0", "Edge, Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("curl/8.0 Linux", "Linux"),
        ("", ""),
        ("<script>", ""),
    ],
)
def test_a_browser_is_told_in_two_words(said: str, words: str) -> None:
    assert device_name(said) == words
