"""Notifications by Web Push: encrypted for the device (RFC 8291), signed by this site (RFC 8292)."""

import json
import time
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import override
from pywebpush import WebPusher

from accounts.models import Person
from accounts.preferences.reading import language_of_person
from casino.outgoing import ForbiddenAddress, Unreachable, post
from casino.vapid import contact, signer
from casino.writes import write_transaction
from games.notifications.happenings import Happening
from games.notifications.models import Call, Device
from games.notifications.undelivered import Undeliverable
from games.notifications.wording import lines_of
from games.presenters.calls import call_body, call_title

LASTS = timedelta(days=1)
SIGNED_FOR = timedelta(hours=12)
GONE = frozenset({404, 410})
LATER = frozenset({408, 425, 429})
LONGEST_BODY = 600
URGENT = frozenset({Happening.MY_TURN, Happening.TIME_SHORT})


def send(person: Person, calls: Sequence[Call]) -> None:
    device = Device.objects.filter(pk=calls[0].place, person=person).first()
    if device is None:
        raise Undeliverable("the device is gone")
    try:
        status = post(device.endpoint, encrypted(device, content(person, calls)), headers(device.endpoint, calls))
    except ForbiddenAddress as error:
        raise Undeliverable(f"forbidden address: {error.reason}") from error
    judge(status, device)


def judge(status: int, device: Device) -> None:
    """Handle the push service's answer; raises Undeliverable or Unreachable unless it succeeded."""
    if status in GONE:
        with write_transaction():
            device.delete()
        raise Undeliverable("the device has unsubscribed")
    if status in LATER or status >= 500:
        raise Unreachable(f"the push service answered {status}")
    if not 200 <= status < 300:
        raise Undeliverable(f"the push service answered {status}")


def content(person: Person, calls: Sequence[Call]) -> bytes:
    """Return the payload for the service worker. A device shows one notification per table: a new one replaces it."""
    with override(language_of_person(person)):
        lines = lines_of(person, calls)
        shown = {
            "title": call_title(lines),
            "body": call_body(lines)[:LONGEST_BODY],
            "link": urlsplit(lines[0].link).path if len(lines) == 1 else "/",
            "tag": topic(calls),
        }
    return json.dumps(shown, ensure_ascii=False).encode()


def topic(calls: Sequence[Call]) -> str:
    """Return the topic; a newer message replaces an older one with the same topic."""
    game = calls[0].game
    return f"game-{game.public_id}" if game and len(calls) == 1 else "casino"


def encrypted(device: Device, text: bytes) -> bytes:
    subscription = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
    body: bytes = WebPusher(subscription).encode(text)["body"]
    return body


def headers(endpoint: str, calls: Sequence[Call]) -> dict[str, str]:
    urgent = any(Happening(call.happening) in URGENT for call in calls)
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() + SIGNED_FOR.total_seconds()),
        "sub": contact(),
    }
    return {
        **signer(settings.VAPID_PRIVATE_KEY).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(LASTS.total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic(calls),
    }
