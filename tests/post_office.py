"""A mail server on this machine, which keeps the mail it receives."""

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Letters:
    """`letters` received, each with its recipients, and as they were `sent`; `refusal` is answered instead of accepting
    one."""

    def __init__(self) -> None:
        self.letters: list[tuple[list[str], EmailMessage]] = []
        self.sent: list[bytes] = []
        self.refusal = ""

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.sent.append(envelope.content)
        self.letters.append((list(envelope.rcpt_tos), letter))
        return "250 OK"


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    """Return the part of the letter that is plain text, or the other one, HTML."""
    part = letter.get_body((kind,))
    assert part
    text: str = part.get_content()
    return text


class Office(Controller):
    """A mail server on any free port."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def post_office() -> Iterator[tuple[Letters, str]]:
    """Run the server; return the letters, and the EMAIL_URL for it."""
    letters = Letters()
    office = Office(letters, hostname="127.0.0.1", port=0)
    office.start()
    try:
        yield letters, f"smtp://127.0.0.1:{office.port}?starttls=0"
    finally:
        office.stop()
