"""Mail goes to a real server on loopback, by the address in the environment and the task worker."""

import asyncio
import re
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from casino.mail import mailer
from tests.accounts.test_signing_up import log_in, logged_in, sign_up

pytestmark = pytest.mark.django_db(transaction=True)


class Postbox:
    """Takes every mail."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], str, str]] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  aiosmtpd's name
        mail = message_from_bytes(envelope.content, policy=default)
        self.mails.append((envelope.rcpt_tos, str(mail["Subject"]), mail.get_content()))
        return "250 taken"


class Server(Controller):
    """On whichever port is free."""

    server: asyncio.Server

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@pytest.fixture
def postbox(settings: Settings) -> Iterator[Postbox]:
    box = Postbox()
    server = Server(box, hostname="127.0.0.1", port=0)
    server.start()
    settings.MAILERS = {"default": mailer(f"smtp://127.0.0.1:{server.port}?starttls=0")}
    yield box
    server.stop()


def test_an_address_is_confirmed_and_a_password_replaced_by_mail(
    client: Client, postbox: Postbox, run_tasks: Callable[[], None]
) -> None:
    def link() -> str:
        run_tasks()
        _to, _subject, text = postbox.mails[-1]
        found = re.search(r"http://testserver(\S+)", text)
        assert found
        return found[1]

    sign_up(client, email="anna@example.org")
    client.post(link())
    assert EmailAddress.objects.get().verified
    client.post(reverse("account_logout"))
    client.post(reverse("account_reset_password"), {"email": "anna@example.org"})
    page = client.get(link(), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": "ten of clubs!"} | {"password2": "ten of clubs!"})
    log_in(client, password="ten of clubs!")
    assert logged_in(client)
    run_tasks()
    assert [to for to, *_ in postbox.mails] == [["anna@example.org"]] * len(postbox.mails)
    assert [subject for _to, subject, _text in postbox.mails][:2] == [
        "Casino: Confirm your e-mail address",
        "Casino: A new password",
    ]
