"""Refused passwords, on every page where one is chosen."""

import gzip
import json
import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings as site_settings
from django.contrib import auth as django_auth
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts import passwords
from accounts.models import Person
from accounts.passwords import MAX_GUESS_LENGTH, is_composed_of
from games.bots import NAMES
from games.domain.presets import PRESETS

FOLDER = Path(passwords.__file__).parent
COMMON = gzip.decompress((FOLDER / "common.txt.gz").read_bytes()).decode().splitlines()
GOOD = "seven of diamonds"

TOO_COMMON = "too common"
OF_THE_SITE = "only words that are easy to guess here"


def troubles(password: str, user: Person | None = None) -> str:
    """Return the complaint about this password; empty if it may be chosen."""
    try:
        validate_password(password, user)
    except ValidationError as refused:
        return " ".join(refused.messages)
    return ""


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_has_more_than_the_ten_thousand_most_common_that_are_long_enough() -> None:
    assert len(COMMON) == len(set(COMMON)) == 21_648
    assert all(len(word) >= 8 and word == word.lower().strip() for word in COMMON)


def test_the_list_holds_all_that_django_knows_and_is_long_enough() -> None:
    known = (
        gzip.decompress((Path(django_auth.__file__).parent / "common-passwords.txt.gz").read_bytes()).decode().split()
    )
    assert {word for word in known if len(word) >= 8} <= set(COMMON)


def test_its_licenses_lie_beside_it() -> None:
    told = (FOLDER / "LICENSE.txt").read_text()
    assert "Django Software Foundation" in told
    assert "Dan Wheeler and Dropbox" in told
    assert "21,648" in told


@pytest.mark.parametrize(
    "password", ["password1", "PassWord1", "iloveyou", "trustno1", "jennifer", "1qaz2wsx", "zxcvbnm1"]
)
def test_common_passwords_are_refused(password: str) -> None:
    assert TOO_COMMON in troubles(password)


# --- the site's words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    [
        "casinocasino",
        "Casino2026",
        "CASSINO!!",
        "casino-casino",
        "royalcasino",
        "Royal Casino 1",
        "spade.cassino",
        "c4s1n0!!",
        "C@ss1n0123",
        "c4sino2026",
        "123casino456",
        "ilovecasino",
        "i love casino",
        "thecasinosite",
        "tablanette",
        "playcards1",
        "juegocartas",
        "jogodecartas".replace("de", ""),
        "computerotto",
        "Ｃａｓｉｎｏ１２",
        "casino\u00b2026",
        "adminadmin",
        "passwordlogin",
    ],
)
def test_passwords_of_nothing_but_the_sites_words_are_refused(password: str) -> None:
    assert OF_THE_SITE in troubles(password)


@pytest.mark.parametrize(
    "password",
    [
        GOOD,
        "the casino was closed on tuesday",
        "casinobanana",
        "xcasino12",
        "casino é bom",
        "i love you all",
        "best with you",
        "8364926492301",
        "!!!!????....",
        "casino" * 6,
    ],
)
def test_passwords_with_anything_of_their_own_are_taken(password: str) -> None:
    assert troubles(password) == ""


def test_every_word_of_every_games_name_is_one_of_the_sites() -> None:
    names = " ".join(f"{preset.title} {preset.rulebook_name.partition('(')[0]}" for preset in PRESETS.values())
    words = set(re.findall(r"[a-z]{4,}", names.lower())) - {"with", "game", "building", "most", "builds", "face"}
    assert {word for word in words if not is_composed_of(f"{word}12345", passwords.SITE_WORDS)} == set()
    longer = {names[0].lower() for names in NAMES.values() if len(names[0]) > 3}
    assert longer <= passwords.SITE_WORDS


def test_the_hosts_own_name_counts_too(settings: Settings) -> None:
    assert troubles("tortuga-club-1") == ""
    settings.SITE_URL = "https://tortuga-club.example:8443/"
    assert OF_THE_SITE in troubles("tortuga-club-1")
    assert OF_THE_SITE in troubles("Tortuga2026")


def test_a_long_password_is_not_normalized(monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting half a million marks on one letter in order would take minutes."""
    normalized: list[int] = []

    def normalize(_form: str, text: str) -> str:
        normalized.append(len(text))
        return text

    monkeypatch.setattr(passwords, "normalize", normalize)
    for length in (10, 100, 1000, 500_000):
        passwords.SiteWordsValidator().validate("a" + "\u0301\u0327" * (length // 2))
    assert normalized == [11, 101]


def test_a_password_as_long_as_a_body_may_be_takes_no_time() -> None:
    assert not is_composed_of("casino" * 200_000, passwords.SITE_WORDS)
    assert is_composed_of("casino" * (MAX_GUESS_LENGTH // 6), passwords.SITE_WORDS)


# --- the pages -------------------------------------------------------------------------------------------------------

weak = pytest.mark.parametrize(("password", "told"), [("jennifer", TOO_COMMON), ("casino2026", OF_THE_SITE)])


@pytest.fixture
def zoe(db: None) -> Person:
    return Person.objects.create_user("zoe", email="zoe@example.org", password=GOOD)


@weak
def test_it_is_refused_when_signing_up(db: None, client: Client, password: str, told: str) -> None:
    answer = client.post(reverse("account_signup"), {"username": "zoe", "email": "", "password1": password})
    assert told in answer.content.decode()
    assert not Person.objects.exists()


@weak
def test_it_is_refused_when_changing_the_old_one(client: Client, zoe: Person, password: str, told: str) -> None:
    client.force_login(zoe)
    client.post(reverse("account_reauthenticate"), {"password": GOOD})
    fields = {"oldpassword": GOOD, "password1": password, "password2": password}
    assert told in client.post(reverse("account_change_password"), fields).content.decode()
    assert Person.objects.get().check_password(GOOD)


@weak
def test_it_is_refused_as_the_first_one(db: None, client: Client, password: str, told: str) -> None:
    client.force_login(Person.objects.create_user("zoe"))
    fields = {"password1": password, "password2": password}
    assert told in client.post(reverse("account_set_password"), fields).content.decode()
    assert not Person.objects.get().has_usable_password()


@weak
def test_it_is_refused_behind_a_mailed_link(
    client: Client, zoe: Person, settings: Settings, password: str, told: str
) -> None:
    settings.TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
    EmailAddress.objects.create(user=zoe, email=zoe.email, verified=True, primary=True)
    client.post(reverse("account_reset_password"), {"email": zoe.email})
    link = re.search(r"http://testserver(\S+)", str(mail.outbox.pop().body))
    assert link
    form = client.get(link[1], follow=True)
    fields = {"password1": password, "password2": password}
    assert told in client.post(form.request["PATH_INFO"], fields).content.decode()
    assert Person.objects.get().check_password(GOOD)


@weak
def test_it_is_refused_on_the_command_line(
    zoe: Person, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], password: str, told: str
) -> None:
    monkeypatch.setattr("getpass.getpass", lambda **_: password)
    with pytest.raises(CommandError, match="Aborting password change"):
        call_command("changepassword", zoe.username)
    assert told in capsys.readouterr().err
    assert Person.objects.get().check_password(GOOD)


def test_the_page_says_beforehand_what_is_asked_for(db: None, client: Client) -> None:
    page = client.get(reverse("account_signup")).content.decode()
    assert "only of words that are easy to guess here" in page


def test_the_list_that_is_used_is_ours() -> None:
    used = json.dumps(site_settings.AUTH_PASSWORD_VALIDATORS, default=str)
    assert str(FOLDER / "common.txt.gz") in used
