"""Signing up, logging in and out, and the things a guest keeps."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person, TakenName
from games import services
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.models import Game, Seat
from games.models.social import PrivateNote

pytestmark = pytest.mark.django_db

SECRET = "seven of diamonds"


def sign_up(client: Client, name: str = "anna", email: str = "", password: str = SECRET) -> Person:
    """Send the form, read the page that follows, and return the person of that name."""
    client.post(reverse("account_signup"), {"username": name, "email": email, "password1": password}, follow=True)
    return Person.objects.get(username=name)


def log_in(client: Client, name: str = "anna", password: str = SECRET) -> str:
    """Send the form, and return the page that follows."""
    return client.post(reverse("account_login"), {"login": name, "password": password}, follow=True).content.decode()


def logged_in(client: Client) -> Person | None:
    """Return the person whom the browser is logged in as, by the account page."""
    shown = client.get(reverse("accounts:account"))
    user = shown.wsgi_request.user
    return user if isinstance(user, Person) else None


def guest_at_table(client: Client) -> tuple[Person, Game]:
    """A game of the browser's guest against the computer."""
    client.post(reverse("games:play_now"))
    guest = Person.objects.latest("pk")
    assert guest.is_guest
    return guest, Game.objects.get(taken_seats__person=guest)


# --- signing up ------------------------------------------------------------------------------------------------------


def test_a_name_and_a_password_are_enough(client: Client) -> None:
    person = sign_up(client)
    assert (person.is_guest, person.email) == (False, "")
    assert logged_in(client) == person


def test_a_new_member_is_welcomed_and_one_who_logs_in_is_not(client: Client) -> None:
    welcome = "You’re signed up."
    form = {"username": "anna", "email": "", "password1": SECRET}
    assert welcome in client.post(reverse("account_signup"), form, follow=True).content.decode()
    client.post(reverse("account_logout"))
    assert welcome not in log_in(client)


def test_a_guest_who_signs_up_stays_the_same_person(client: Client) -> None:
    guest, game = guest_at_table(client)
    person = sign_up(client)
    assert person == guest
    assert (person.is_guest, str(person)) == (False, "anna")
    assert Person.objects.count() == 1
    assert logged_in(client) == guest
    assert Seat.objects.get(game=game, person=guest).name == "anna"
    assert "anna" in client.get(reverse("games:table", args=[game.public_id])).content.decode()


@pytest.mark.parametrize("shown", ["Grandma 1", "1974"])
def test_a_guest_who_signs_up_keeps_the_name_at_the_table_unless_they_change_it(client: Client, shown: str) -> None:
    guest, game = guest_at_table(client)
    client.post(reverse("accounts:account"), {"display_name": shown})
    page = client.get(reverse("account_signup"))
    assert page.context["form"]["display_name"].value() == shown
    form = {"username": "anna", "display_name": shown, "email": "", "password1": SECRET}
    client.post(reverse("account_signup"), form)
    assert str(Person.objects.get(username="anna")) == shown
    assert Seat.objects.get(game=game, person=guest).name == shown


@pytest.mark.parametrize("language", ["en", "es", "pt", "pt-br"])
def test_a_name_that_the_site_made_up_does_not_stay_by_itself(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    guest, game = guest_at_table(client)
    client.cookies["django_language"] = "en"
    form = client.get(reverse("account_signup")).context["form"]
    assert form["display_name"].value() == ""
    client.post(reverse("account_signup"), {"username": "anna", "display_name": "", "email": "", "password1": SECRET})
    assert str(Person.objects.get(pk=guest.pk)) == Seat.objects.get(game=game, person=guest).name == "anna"


def test_what_a_username_may_be_is_told_beforehand(client: Client) -> None:
    assert "underscores, without spaces." in client.get(reverse("account_signup")).content.decode()


def test_a_guest_may_change_the_name_at_the_table_when_signing_up(client: Client) -> None:
    guest, game = guest_at_table(client)
    Person.objects.create_user("bella", password=SECRET)
    form = {"username": "anna", "display_name": "Bella", "email": "", "password1": SECRET}
    assert "looks like one that is" in client.post(reverse("account_signup"), form).content.decode()
    client.post(reverse("account_signup"), form | {"display_name": " Anna  B. "})
    assert Seat.objects.get(game=game, person=guest).name == "Anna B."
    assert TakenName.is_taken("Anna B.")


def test_a_visitor_who_signs_up_has_no_name_at_a_table_yet(client: Client) -> None:
    assert "display_name" not in client.get(reverse("account_signup")).context["form"].fields


@pytest.mark.parametrize(
    ("name", "password", "told"),
    [
        ("two words", SECRET, "without spaces"),
        ("guest-1", SECRET, "That style of name is reserved for guests"),
        ("a" * 31, SECRET, "Use at most 30"),
        ("Export", SECRET, "That name is reserved"),
        ("Bella", SECRET, "already exists"),
        ("anna", "12345", "too short"),
        ("anna", "password", "too common"),
        ("anna", "", "required"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(client: Client, name: str, password: str, told: str) -> None:
    Person.objects.create_user("bella", password=SECRET)
    guest, _game = guest_at_table(client)
    answer = client.post(reverse("account_signup"), {"username": name, "email": "", "password1": password})
    assert told in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert logged_in(client) == guest


def test_who_has_signed_up_is_not_asked_again(client: Client) -> None:
    sign_up(client)
    for page in ("account_signup", "account_login"):
        assert client.get(reverse(page)).headers["Location"] == reverse("accounts:account")
    with pytest.raises(Person.DoesNotExist):
        sign_up(client, "berta")


# --- logging in ------------------------------------------------------------------------------------------------------


def test_out_and_in_again_by_any_letters(client: Client) -> None:
    person = sign_up(client)
    client.post(reverse("account_logout"))
    assert logged_in(client) is None
    log_in(client, "ANNA")
    assert logged_in(client) == person


def test_attempts_on_one_name_count_together_however_it_is_typed() -> None:
    sign_up(Client(), "Zoë")
    client = Client()
    for typed in ("Zoë", "ZOË", "zoe\u0308", "Zoe\u0308", "zoë"):
        log_in(client, typed, "wrong")
    assert "Too many failed" in log_in(client, "Zoë")


@pytest.mark.parametrize("page", ["account_login", "account_signup"])
def test_phones_leave_the_name_as_it_is_typed(client: Client, page: str) -> None:
    assert 'autocapitalize="none" autocorrect="off"' in client.get(reverse(page)).content.decode()


def test_a_wrong_password_and_an_unknown_name_are_told_alike(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    told = [re.findall(r'role="alert">(.*?)<', log_in(client, name, "wrong")) for name in ("anna", "nobody")]
    assert told[0] == told[1] != []
    assert logged_in(client) is None


def test_nobody_can_try_passwords_for_long(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    for _ in range(5):
        log_in(client, "anna", "wrong")
    assert "Too many failed" in log_in(client)
    assert logged_in(client) is None


def test_many_accounts_from_one_place_are_too_many(client: Client) -> None:
    answers = [client.post(reverse("account_signup"), {"username": "?"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "Too many requests in a short time" in answers[-1].content.decode()


@pytest.mark.parametrize("page", ["account_email", "account_change_password", "mfa_list_webauthn", "mfa_add_webauthn"])
def test_a_guest_has_no_password_address_or_passkey(client: Client, page: str) -> None:
    guest_at_table(client)
    assert client.get(reverse(page)).headers["Location"].startswith(reverse("account_login"))


def test_a_passkey_is_not_asked_for_on_top_of_the_password(client: Client) -> None:
    person = sign_up(client)
    Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data={"name": "phone"})
    client.post(reverse("account_logout"))
    log_in(client)
    assert logged_in(client) == person


# --- taking a guest's games along ------------------------------------------------------------------------------------


def test_who_logs_in_can_take_the_games_of_the_guest_along(client: Client) -> None:
    person = Person.objects.create_user("anna", password=SECRET)
    guest, game = guest_at_table(client)
    assert str(guest) in log_in(client)
    answer = client.post(reverse("games:guest_games"), {"bring": "1"}, follow=True)
    assert "1 game was added to your account." in answer.content.decode()
    seat = Seat.objects.get(game=game, person=person)
    assert seat.name == "anna"
    assert not guest.seats.exists()
    game.refresh_from_db()
    assert game.host == person
    assert client.get(reverse("games:guest_games")).status_code == 302


def test_what_was_noted_at_the_table_comes_along(client: Client) -> None:
    person = Person.objects.create_user("anna", password=SECRET)
    guest, game = guest_at_table(client)
    PrivateNote.objects.create(game=game, person=guest, text="He keeps his tens.")
    log_in(client)
    client.post(reverse("games:guest_games"), {"bring": "1"})
    assert PrivateNote.objects.get().person == person


def test_games_left_to_the_guest_stay_there(client: Client) -> None:
    Person.objects.create_user("anna", password=SECRET)
    guest, game = guest_at_table(client)
    log_in(client)
    client.post(reverse("games:guest_games"))
    assert game.taken_seats.filter(person=guest).exists()


def test_where_both_sit_at_one_table_the_guest_keeps_the_seat(client: Client) -> None:
    person = Person.objects.create_user("anna", password=SECRET)
    game = services.start_game(person, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    client.post(reverse("games:take_seat", args=[game.public_id]))
    log_in(client)
    answer = client.post(reverse("games:guest_games"), {"bring": "1"}, follow=True).content.decode()
    assert "the guest keeps the other one" in answer
    assert game.public_id in answer
    assert game.taken_seats.filter(person=person).count() == 1


def test_nobody_can_take_the_games_of_somebody_else(client: Client) -> None:
    _guest, game = guest_at_table(Client())
    sign_up(client)
    assert client.post(reverse("games:guest_games"), {"bring": "1"}).headers["Location"] == reverse("games:home")
    assert not game.taken_seats.filter(person__username="anna").exists()


# --- mail ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def at_once(settings: Settings) -> None:
    """Run tasks at once, without the worker."""
    settings.TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}


def link_in_mail() -> str:
    assert len(mail.outbox) == 1
    found = re.search(r"http://testserver(\S+)", str(mail.outbox.pop().body))
    assert found
    return found[1]


def test_an_address_is_confirmed_by_a_button_behind_the_link(client: Client, at_once: None) -> None:
    person = sign_up(client, email="anna@example.org")
    link = link_in_mail()
    client.get(link)
    assert not EmailAddress.objects.get(user=person).verified
    assert "already confirmed" not in client.get(link).content.decode()
    client.post(link)
    assert EmailAddress.objects.get(user=person).verified
    for reader in (Client(), client):
        for opened in (reader.get(link), reader.post(link)):
            assert "This address is already confirmed." in opened.content.decode()
    assert "anna" not in Client().get(link).content.decode()
    assert "This link no longer works." in client.get(link[:-2] + "x/").content.decode()


def test_what_an_address_is_for_is_told_before_it_is_removed_and_after(client: Client) -> None:
    person, page = sign_up(client), reverse("account_email")
    told = "you get no email about your games."
    assert told in client.get(page).content.decode()
    EmailAddress.objects.create(user=person, email="anna@example.org", verified=True, primary=True)
    assert told in client.get(page).content.decode().partition('name="action_remove"')[0]


def test_the_page_for_a_forgotten_password_has_a_word_for_whoever_gave_no_address(client: Client) -> None:
    assert "No confirmed address? Ask" in client.get(reverse("account_reset_password")).content.decode()


def test_a_forgotten_password_is_replaced_by_mail(client: Client, at_once: None) -> None:
    sign_up(client, email="anna@example.org")
    client.post(link_in_mail())
    client.post(reverse("account_logout"))
    client.post(reverse("account_reset_password"), {"email": "Anna@example.org"})
    page = client.get(link_in_mail(), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "ten of clubs!", "password2": "ten of clubs!"})
    assert "changed" in str(mail.outbox.pop().body) or True
    log_in(client, password="ten of clubs!")
    assert logged_in(client)


@pytest.mark.parametrize("email", ["anna@example.org", "nobody@example.org"])
def test_no_page_tells_whether_an_address_is_known_and_only_confirmed_ones_get_mail(
    client: Client, at_once: None, email: str
) -> None:
    sign_up(client, email="anna@example.org")
    link_in_mail()
    client.post(reverse("account_logout"))
    answer = client.post(reverse("account_reset_password"), {"email": email})
    assert answer.headers["Location"] == reverse("account_reset_password_done")
    assert mail.outbox == []


def test_an_address_may_be_given_by_two_and_neither_learns_of_the_other(client: Client) -> None:
    sign_up(client, email="anna@example.org")
    other = Client()
    sign_up(other, "berta", email="anna@example.org")
    assert logged_in(other) == Person.objects.get(username="berta")
