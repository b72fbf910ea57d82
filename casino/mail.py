"""Settings of outgoing mail."""

from email.utils import formataddr, parseaddr
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

SENDER_NAME = "Casino"
CONSOLE = "console:"
BACKENDS = "django.core.mail.backends"
TIMEOUT = 20  # seconds that a mail server may take to answer


def named_sender(sender: str) -> str:
    """Return the sender of mail with a name: the host's, as in `My club <casino@club.example>`, else the site's."""
    name, address = parseaddr(sender)
    return sender if name else formataddr((SENDER_NAME, address))


def mailer(url: str) -> dict[str, Any]:
    """Return the settings for `console:`, `smtps://[user:password@]host[:port]`, or `smtp://...`, which encrypts as
    soon as it is connected unless it ends in `?starttls=0`; for "", no mail. Raises ValueError for anything else."""
    parts = urlsplit(url)
    if not url:
        return {"BACKEND": f"{BACKENDS}.dummy.EmailBackend"}
    if url == CONSOLE:
        return {"BACKEND": f"{BACKENDS}.console.EmailBackend"}
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("EMAIL_URL begins with smtp://, smtps:// or is console:")
    secure = parts.scheme == "smtps"
    starttls = parse_qs(parts.query).get("starttls", ["1"])[-1] != "0"
    options = {
        "host": parts.hostname,
        "port": parts.port or (465 if secure else 587),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_ssl": secure,
        "use_tls": starttls and not secure,
        "timeout": TIMEOUT,
    }
    return {"BACKEND": f"{BACKENDS}.smtp.EmailBackend", "OPTIONS": options}
