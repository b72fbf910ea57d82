"""Mail by SMTP, as Django sends it, which remembers when mail was last sent and when it failed: in the cache, which all
processes share."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.core.cache import cache
from django.core.mail.backends import smtp
from django.utils import timezone
from redis import RedisError

SENT, FAILED = "mail-sent", "mail-failed"
KEPT = 30 * 24 * 3600


class EmailBackend(smtp.EmailBackend):
    def send_messages(self, email_messages: Sequence[Any]) -> int:
        try:
            sent = super().send_messages(email_messages)
        except SMTPRecipientsRefused:  # the server works; this address doesn't
            raise
        except Exception as error:
            remember(FAILED, f"{type(error).__name__}: {error}"[:200])
            raise
        remember(SENT)
        return sent


def remember(what: str, reason: str = "") -> None:
    with suppress(RedisError):
        cache.set(what, (timezone.now(), reason), KEPT)


def last(what: str) -> tuple[datetime | None, str]:
    """When this happened last, and why."""
    return cache.get(what) or (None, "")
