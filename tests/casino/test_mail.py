"""One URL configures outgoing mail."""

from typing import Any

import pytest

from casino.mail import mailer


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
