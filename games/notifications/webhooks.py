"""Notifications by webhook: Discord's and Slack's formats, or signed JSON for a user's own program."""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, assert_never

from django.utils import timezone

from accounts.models import Person
from accounts.time_zones import as_read_by
from casino.safe_http import ForbiddenAddress, Unreachable
from casino.transactions import write_transaction
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.models import Notification, Webhook
from games.notifications.receivers import post_to
from games.notifications.texts import chronological, lines_of
from games.presenters.notifications import NotificationLine

DISABLED_AFTER = timedelta(days=3)
MAX_TEXT_LENGTH = 1800  # Discord takes 2000


def send(person: Person, notifications: Sequence[Notification]) -> None:
    webhook = Webhook.objects.filter(pk=notifications[0].destination, person=person, disabled=False).first()
    if webhook is None:
        raise PermanentDeliveryError("the web address is gone or switched off")
    try:
        status = post_to(webhook, *message(webhook, person, notifications))
        if not 200 <= status < 300:
            raise Unreachable(f"answered {status}")
    except Unreachable:
        record_failure(webhook)
        raise
    except ForbiddenAddress as error:
        record_failure(webhook)
        raise PermanentDeliveryError(f"forbidden address: {error.reason}") from error
    if webhook.failing_since:
        with write_transaction():
            Webhook.objects.filter(pk=webhook.pk).update(failing_since=None)


def record_failure(webhook: Webhook) -> None:
    """Record a failure; after days without an answer it is disabled and its owner is notified."""
    now = timezone.now()
    webhook.failing_since = webhook.failing_since or now
    webhook.disabled = now - webhook.failing_since >= DISABLED_AFTER
    with write_transaction():
        webhook.save(update_fields=["failing_since", "disabled"])


# --- content of the post --------------------------------------------------------------------------------------------


def message(webhook: Webhook, person: Person, notifications: Sequence[Notification]) -> tuple[bytes, dict[str, str]]:
    """The body and its headers."""
    with as_read_by(person):
        lines = lines_of(person, notifications)
    match Webhook.Kind(webhook.kind):
        case Webhook.Kind.DISCORD:
            return json_body({"content": text_of(lines), "allowed_mentions": {"parse": []}})
        case Webhook.Kind.SLACK:
            return json_body({"text": escaped(text_of(lines))})
        case Webhook.Kind.JSON:
            items = [json_item(*pair) for pair in zip(chronological(notifications), lines, strict=True)]
            body, headers = json_body({"notifications": items})
            return body, headers | signature(webhook.secret, notifications[0].pk, body)
        case other:
            assert_never(other)


def text_of(lines: Sequence[NotificationLine]) -> str:
    return "\n".join(line.full_text for line in lines)[:MAX_TEXT_LENGTH]


def escaped(text: str) -> str:
    """Escape the text as Slack requires, so that a name cannot become a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def json_item(notification: Notification, line: NotificationLine) -> dict[str, Any]:
    """One notification as JSON data; its `id` is the same when it is sent again."""
    return {
        "id": notification.pk,
        "event": notification.kind,
        "game": notification.game.public_id if notification.game else None,
        "text": line.text,
        "details": line.details,
        "deadline": line.deadline and line.deadline.isoformat(),
        "link": line.link,
        "at": notification.created.isoformat(),
    }


def json_body(content: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    return json.dumps(content).encode(), {"Content-Type": "application/json", "User-Agent": "Casino"}


def signature(secret: str, pk: int, body: bytes) -> dict[str, str]:
    """Headers with an HMAC-SHA256 by the webhook's secret over `<time>.<body>`, against tampering and replay."""
    at = str(int(time.time()))
    digest = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Casino-Notification": str(pk), "Casino-Signature": f"t={at},v1={digest}"}
