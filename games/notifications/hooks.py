"""Notifications by webhook: Discord's and Slack's formats, or signed JSON for a user's own program."""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, assert_never

from django.utils import timezone
from django.utils.translation import override

from accounts.models import Person
from accounts.preferences.reading import language_of_person
from casino.outgoing import ForbiddenAddress, Unreachable, post
from casino.writes import write_transaction
from games.notifications.models import Call, Webhook
from games.notifications.undelivered import Undeliverable
from games.notifications.wording import lines_of
from games.presenters.calls import CallLine

GIVEN_UP_AFTER = timedelta(days=3)
LONGEST_TEXT = 1800  # Discord takes 2000


def send(person: Person, calls: Sequence[Call]) -> None:
    hook = Webhook.objects.filter(pk=calls[0].place, person=person, switched_off=False).first()
    if hook is None:
        raise Undeliverable("the web address is gone or switched off")
    try:
        status = post(hook.address, *message(hook, person, calls))
        if not 200 <= status < 300:
            raise Unreachable(f"answered {status}")
    except Unreachable:
        note_failure(hook)
        raise
    except ForbiddenAddress as error:
        note_failure(hook)
        raise Undeliverable(f"forbidden address: {error.reason}") from error
    note_success(hook)


def note_success(hook: Webhook) -> None:
    if hook.failing_since:
        with write_transaction():
            Webhook.objects.filter(pk=hook.pk).update(failing_since=None)


def note_failure(hook: Webhook) -> None:
    """Record a failure; after days without an answer the webhook is switched off and its owner is notified."""
    now = timezone.now()
    hook.failing_since = hook.failing_since or now
    hook.switched_off = now - hook.failing_since >= GIVEN_UP_AFTER
    with write_transaction():
        hook.save(update_fields=["failing_since", "switched_off"])


# --- content of the post --------------------------------------------------------------------------------------------


def message(hook: Webhook, person: Person, calls: Sequence[Call]) -> tuple[bytes, dict[str, str]]:
    """Return the body and its headers."""
    with override(language_of_person(person)):
        lines = lines_of(person, calls)
    match Webhook.Kind(hook.kind):
        case Webhook.Kind.DISCORD:
            return written({"content": text_of(lines), "allowed_mentions": {"parse": []}})
        case Webhook.Kind.SLACK:
            return written({"text": escaped(text_of(lines))})
        case Webhook.Kind.JSON:
            body, headers = written({"calls": [entry(*pair) for pair in zip(ordered(calls), lines, strict=True)]})
            return body, headers | signature(hook.secret, calls[0].pk, body)
        case other:
            assert_never(other)


def text_of(lines: Sequence[CallLine]) -> str:
    return "\n".join(f"{line.text} {line.link}" for line in lines)[:LONGEST_TEXT]


def escaped(text: str) -> str:
    """Escape the text as Slack requires, so that a name cannot become a mention."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def ordered(calls: Sequence[Call]) -> list[Call]:
    return sorted(calls, key=lambda call: (call.created, call.pk))


def entry(call: Call, line: CallLine) -> dict[str, Any]:
    """Return one call as JSON data; its `id` is the same when it is sent again."""
    return {
        "id": call.pk,
        "event": call.happening,
        "game": call.game.public_id if call.game else None,
        "text": line.text,
        "link": line.link,
        "at": call.created.isoformat(),
    }


def written(content: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    return json.dumps(content).encode(), {"Content-Type": "application/json", "User-Agent": "Casino"}


def signature(secret: str, number: int, body: bytes) -> dict[str, str]:
    """Return headers with an HMAC-SHA256 by the hook's secret over `<time>.<body>`, against tampering and replay."""
    at = str(int(time.time()))
    digest = hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {"Casino-Call": str(number), "Casino-Signature": f"t={at},v1={digest}"}
