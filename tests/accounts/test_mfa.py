"""Staff need a second factor for their pages, where the settings require it."""

import time
from pathlib import Path

import pytest
import time_machine
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.mfa import VERIFIED_FOR
from accounts.models import Person
from tests.accounts.test_signup import SECRET, log_in
from tests.casino.test_settings import setting

pytestmark = pytest.mark.django_db

STAFF, ENTRANCE, SET_UP, CHECK, REMOVE = (
    reverse(name)
    for name in ("admin:index", "admin:login", "mfa_activate_totp", "mfa_reauthenticate", "mfa_deactivate_totp")
)


@pytest.fixture
def root() -> Person:
    return Person.objects.create_superuser("root", password=SECRET)


@pytest.fixture
def browser(root: Person, settings: Settings) -> Client:
    """A browser logged in with the password alone, where a second factor is required."""
    settings.STAFF_SECOND_FACTOR = True
    client = Client()
    log_in(client, "root")
    return client


def code_of(secret: str, later: int = 0) -> str:
    """Return the code that the app would show."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later)))


def set_up_app(browser: Client) -> str:
    """Set the app up on its page, with the password once more, and return the secret of its codes."""
    browser.post(reverse("account_reauthenticate"), {"password": SECRET})
    secret = str(browser.get(SET_UP).context["form"].secret)
    answer = browser.post(SET_UP, {"code": code_of(secret)})
    assert answer.status_code == 302, answer.content.decode()
    return secret


def prove(browser: Client, secret: str, later: int = 0) -> None:
    answer = browser.post(CHECK, {"code": code_of(secret, later), "next": STAFF})
    assert answer.headers["Location"] == STAFF


def shown(browser: Client, page: str = STAFF) -> str:
    return browser.get(page, follow=True).content.decode()


def closed(browser: Client) -> bool:
    return browser.get(STAFF).headers.get("Location", "").startswith(ENTRANCE)


# --- who comes in ---------------------------------------------------------------------------------------------------


def test_a_password_alone_opens_the_desk_where_nothing_more_is_asked_for(browser: Client, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = False
    assert browser.get(STAFF).status_code == 200


def test_a_password_alone_does_not_open_it_and_who_has_nothing_else_is_told_what_to_do(browser: Client) -> None:
    assert closed(browser)
    assert "You don’t have one yet" in shown(browser)
    assert SET_UP in shown(browser)


def test_every_page_below_it_is_as_shut(browser: Client) -> None:
    for page in (reverse("moderation:dispute", args=[1]), reverse("admin:games_game_changelist"), "/admin/nowhere/"):
        assert browser.get(page).headers["Location"].startswith(ENTRANCE), page
        assert browser.post(page).headers["Location"].startswith(ENTRANCE), page


def test_a_code_opens_it_and_leads_back_to_the_page_that_was_asked_for(browser: Client) -> None:
    secret = set_up_app(browser)
    wanted = reverse("admin:games_game_changelist")
    assert "Use a code from your app" in shown(browser, wanted)
    answer = browser.post(CHECK, {"code": code_of(secret, 1), "next": wanted}, follow=True)
    assert answer.redirect_chain[-1][0] == wanted
    assert answer.status_code == 200


def test_a_wrong_code_does_not(browser: Client) -> None:
    secret = set_up_app(browser)
    wrong = f"{(int(code_of(secret)) + 1) % 1_000_000:06}"
    assert "couldn’t be checked" in browser.post(CHECK, {"code": wrong}).content.decode()
    assert closed(browser)


def test_a_code_is_good_once(browser: Client, root: Person) -> None:
    secret = set_up_app(browser)
    with time_machine.travel(time.time(), tick=False):
        prove(browser, secret)
        other = Client()
        log_in(other, "root")
        assert other.post(CHECK, {"code": code_of(secret)}).status_code == 200
        assert closed(other)


def test_codes_cannot_be_tried_for_long(browser: Client) -> None:
    set_up_app(browser)
    answers = [browser.post(CHECK, {"code": "000000"}) for _ in range(11)]
    assert "Too many failed" in answers[-1].content.decode() or answers[-1].status_code == 429
    assert closed(browser)


def test_a_passkey_is_both_proofs_at_once(browser: Client) -> None:
    session = browser.session
    passkey = {"method": "mfa", "at": time.time(), "type": "webauthn", "passwordless": True}
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [passkey]
    session.save()
    assert browser.get(STAFF).status_code == 200


def test_the_proof_holds_for_some_hours(browser: Client) -> None:
    prove(browser, set_up_app(browser), 1)
    with time_machine.travel(time.time() + VERIFIED_FOR - 60):
        assert browser.get(STAFF).status_code == 200
    with time_machine.travel(time.time() + VERIFIED_FOR + 60):
        assert closed(browser)


def test_the_proof_is_of_one_session_and_one_person(browser: Client) -> None:
    prove(browser, set_up_app(browser), 1)
    other = Client()
    log_in(other, "root")
    assert closed(other)
    browser.post(reverse("account_logout"))
    Person.objects.create_superuser("second", password=SECRET)
    log_in(browser, "second")
    assert closed(browser)


# --- no way around it -----------------------------------------------------------------------------------------------


def test_with_the_password_alone_no_other_proof_is_added_and_none_taken_away(browser: Client) -> None:
    set_up_app(browser)
    thief = Client()
    log_in(thief, "root")
    thief.post(reverse("account_reauthenticate"), {"password": SECRET})
    for page in (SET_UP, REMOVE, reverse("mfa_add_webauthn"), reverse("mfa_remove_webauthn", args=[1])):
        for answer in (thief.get(page), thief.post(page)):
            assert answer.headers["Location"].startswith(ENTRANCE), page
    assert Authenticator.objects.count() == 1


def test_who_has_proved_it_can_take_the_app_away(browser: Client) -> None:
    prove(browser, set_up_app(browser), 1)
    assert "Remove the app?" in shown(browser, SET_UP)
    browser.post(REMOVE)
    assert not Authenticator.objects.exists()


def test_the_database_alone_makes_no_codes(browser: Client) -> None:
    secret = set_up_app(browser)
    assert secret not in str(Authenticator.objects.get().data)


@pytest.mark.parametrize("name", ["mfa_login_webauthn", "mfa_add_webauthn"])
def test_a_passkeys_answer_that_is_nested_deeply_is_refused_without_a_fault(name: str, browser: Client) -> None:
    client = Client() if name == "mfa_login_webauthn" else browser
    if client is browser:
        browser.post(reverse("account_reauthenticate"), {"password": SECRET})
    assert client.post(reverse(name), {"name": "key", "credential": "[" * 20_000}).status_code == 400


# --- the entrance ---------------------------------------------------------------------------------------------------


def test_the_entrance_sends_everybody_where_they_belong(client: Client, root: Person, settings: Settings) -> None:
    assert client.get(ENTRANCE).headers["Location"].startswith(reverse("account_login"))
    Person.objects.create_user("anna", password=SECRET)
    anna = Client()
    log_in(anna)
    assert anna.get(ENTRANCE).status_code == 403
    assert "for staff only" in anna.get(ENTRANCE).content.decode()
    log_in(client, "root")
    assert client.get(f"{ENTRANCE}?next={STAFF}games/game/").headers["Location"] == f"{STAFF}games/game/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_it_leads_to_no_other_site(client: Client, root: Person, elsewhere: str) -> None:
    log_in(client, "root")
    assert client.get(ENTRANCE, {"next": elsewhere}).headers["Location"] == STAFF


def test_codes_are_for_staff(client: Client) -> None:
    Person.objects.create_user("anna", password=SECRET)
    log_in(client)
    for page in (SET_UP, REMOVE, CHECK):
        assert client.get(page).status_code == 403
    assert PermissionDenied.__name__ not in client.get(SET_UP).content.decode()


def test_the_second_factor_is_asked_for_behind_https_unless_told_otherwise(tmp_path: Path) -> None:
    name = "STAFF_SECOND_FACTOR"
    assert setting(name, tmp_path) == "False"
    assert setting(name, tmp_path, HTTPS="1") == "True"
    assert setting(name, tmp_path, HTTPS="1", STAFF_SECOND_FACTOR="0") == "False"
    assert setting(name, tmp_path, STAFF_SECOND_FACTOR="1") == "True"
