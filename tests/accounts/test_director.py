"""`manage.py director`: the first administrator, and the link by which they choose a password."""

import re
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import Person
from casino.backends import mailer
from tests.load.cluster.process import free_port
from tests.post_office import post_office

pytestmark = pytest.mark.django_db
GOOD = "seven of diamonds"


def say(*words: str) -> str:
    output = StringIO()
    call_command("director", *words, stdout=output)
    return output.getvalue()


def test_the_link_opens_the_page_to_choose_a_password_once(client: Client, settings: Settings) -> None:
    settings.MAIL_OFF = False
    settings.SITE_URL = "https://casino.example"
    said = say("anna", "--email", "anna@casino.example")
    assert [(letter.to, letter.body) for letter in mail.outbox] == [
        (["anna@casino.example"], "https://casino.example can send mail.")
    ]
    (link,) = re.findall(r"^https://casino\.example(/\S+)$", said, re.MULTILINE)
    page = client.get(link, follow=True)
    assert b'name="password1"' in page.content
    path = page.redirect_chain[-1][0]
    client.post(path, {"password1": GOOD, "password2": GOOD})
    anna = Person.objects.get(username="anna")
    assert (anna.is_staff, anna.is_superuser, anna.check_password(GOOD)) == (True, True, True)
    assert b'name="password1"' not in Client().get(link, follow=True).content


def test_an_administrator_without_a_password_gets_the_link_once_more(client: Client, settings: Settings) -> None:
    settings.MAIL_OFF = True
    say("anna", "--email", "anna@casino.example")
    (link,) = re.findall(r"^https?://[^/]+(/\S+)$", say(), re.MULTILINE)
    assert b'name="password1"' in client.get(link, follow=True).content
    assert Person.objects.get().email == "anna@casino.example"


def test_a_member_becomes_an_administrator_and_keeps_the_password(settings: Settings) -> None:
    settings.MAIL_OFF = True
    Person.objects.create_user(username="ben", password=GOOD, email="ben@casino.example")
    assert say("Ben") == "ben is an administrator now, and logs in as before.\n"
    ben = Person.objects.get()
    assert (ben.is_superuser, ben.check_password(GOOD), ben.email) == (True, True, "ben@casino.example")
    assert say() == "ben is an administrator. Another one: deploy/manage director NAME\n"


@pytest.mark.parametrize("words", [("a name with spaces",), ("anna", "--email", "not an address")])
def test_what_cannot_be_is_refused_and_makes_nobody(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match=r"(?i)enter a valid"):
        say(*words)
    assert not Person.objects.exists()


@pytest.mark.parametrize("refusal", ["", "550 Not here"])
def test_a_wrong_mail_server_is_told_after_the_link(refusal: str, settings: Settings) -> None:
    settings.MAIL_OFF = False
    output = StringIO()
    with post_office() as (letters, address):
        letters.refusal = refusal
        url = address if refusal else f"smtp://127.0.0.1:{free_port()}?starttls=0"
        settings.MAILERS = {"default": mailer(url)}
        with pytest.raises(CommandError, match=r"No mail can be sent .*Correct EMAIL_URL"):
            call_command("director", "anna", "--email", "anna@casino.example", stdout=output)
    assert "/account/forgotten/" in output.getvalue()
    assert Person.objects.get().is_superuser
