"""One URL configures outgoing mail."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from casino.backends import mailer
from tests.accounts.test_signup import sign_up


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://post.example", {"host": "post.example", "port": 587, "use_tls": True, "use_ssl": False}),
        ("smtps://post.example", {"port": 465, "use_tls": False, "use_ssl": True}),
        ("smtp://127.0.0.1:2525?starttls=0", {"port": 2525, "use_tls": False, "use_ssl": False}),
        ("smtp://anna%40club.example:a%2Fb@post.example", {"username": "anna@club.example", "password": "a/b"}),
        ("smtp://post.example", {"username": "", "password": "", "timeout": 20}),
    ],
)
def test_mail_goes_to_a_server(url: str, expected: dict[str, Any]) -> None:
    chosen = mailer(url)
    assert chosen["BACKEND"].endswith("smtp.EmailBackend")
    assert chosen["OPTIONS"] | expected == chosen["OPTIONS"]


def test_mail_is_written_to_the_terminal() -> None:
    assert mailer("console:") == {"BACKEND": "django.core.mail.backends.console.EmailBackend"}


@pytest.mark.parametrize("url", ["post.example", "http://post.example", "smtp://", "console"])
def test_anything_else_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(ValueError, match="EMAIL_URL"):
        mailer(url)


@pytest.mark.django_db
def test_a_site_without_mail_says_so_and_keeps_no_link(client: Client, settings: Settings) -> None:
    person = sign_up(client, "mara")
    EmailAddress.objects.create(user=person, email="mara@club.example", verified=True, primary=True)
    settings.MAIL_OFF = True
    for name in ("account_email", "games:notifications"):
        assert "doesn’t send email" in client.get(reverse(name)).content.decode()
    stranger = Client()
    assert "doesn’t send email" in stranger.get(reverse("account_signup")).content.decode()
    page = stranger.get(reverse("account_reset_password")).content.decode()
    assert "doesn’t send email" in page
    assert "Send link" not in page
    stranger.post(reverse("account_reset_password"), {"email": "mara@club.example"})
    assert not DBTaskResult.objects.exists()
    settings.MAIL_OFF = False
    stranger.post(reverse("account_reset_password"), {"email": "mara@club.example"})
    assert DBTaskResult.objects.exists()
