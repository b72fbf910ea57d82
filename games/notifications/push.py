"""Notifications by Web Push: encrypted for the device (RFC 8291), signed by this site (RFC 8292)."""

import json
import time
from base64 import urlsafe_b64decode
from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from accounts.models import Person
from accounts.time_zones import as_read_by
from casino.safe_http import ForbiddenAddress, Unreachable
from casino.transactions import write_transaction
from casino.vapid import contact, signer
from games.notifications.exceptions import PermanentDeliveryError
from games.notifications.kinds import TO_ACT_ON
from games.notifications.models import Device, Notification
from games.notifications.receivers import post_to
from games.notifications.texts import lines_of
from games.presenters.notifications import notification_body, notification_title

TTL = timedelta(days=1)
SIGNATURE_LIFETIME = timedelta(hours=12)
GONE = frozenset({404, 410})
RETRYABLE = frozenset({408, 425, 429})
MAX_BODY_LENGTH = 600


def send(person: Person, notifications: Sequence[Notification]) -> None:
    device = Device.objects.filter(pk=notifications[0].destination, person=person).first()
    if device is None:
        raise PermanentDeliveryError("the device is gone")
    try:
        body = encrypted(device, payload(person, notifications))
        status = post_to(device, body, headers(device.endpoint, notifications))
    except ForbiddenAddress as error:
        raise PermanentDeliveryError(f"forbidden address: {error.reason}") from error
    check_status(status, device)


def check_status(status: int, device: Device) -> None:
    """Handle the push service's answer; raises PermanentDeliveryError or Unreachable unless it succeeded."""
    if status in GONE:
        with write_transaction():
            device.delete()
        raise PermanentDeliveryError("the device has unsubscribed")
    if status in RETRYABLE or status >= 500:
        raise Unreachable(f"the push service answered {status}")
    if not 200 <= status < 300:
        raise PermanentDeliveryError(f"the push service answered {status}")


def payload(person: Person, notifications: Sequence[Notification]) -> bytes:
    """The payload for the service worker. A device shows one notification per table: a new one replaces it."""
    with as_read_by(person):
        lines = lines_of(person, notifications)
        content = {
            "title": notification_title(lines),
            "body": notification_body(lines)[:MAX_BODY_LENGTH],
            "link": urlsplit(lines[0].link).path if len(lines) == 1 else "/",
            "tag": topic(notifications),
        }
    return json.dumps(content, ensure_ascii=False).encode()


def topic(notifications: Sequence[Notification]) -> str:
    """The topic; a newer message replaces an older one with the same topic."""
    game = notifications[0].game
    return f"game-{game.public_id}" if game and len(notifications) == 1 else "casino"


def encrypted(device: Device, text: bytes) -> bytes:
    theirs, secret = (urlsafe_b64decode(f"{key}==") for key in (device.p256dh, device.auth))
    ours = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(text, private_key=ours, dh=theirs, auth_secret=secret, version="aes128gcm")
    return body


def headers(endpoint: str, notifications: Sequence[Notification]) -> dict[str, str]:
    urgent = any(notification.kind in TO_ACT_ON for notification in notifications)
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() + SIGNATURE_LIFETIME.total_seconds()),
        "sub": contact(),
    }
    return {
        **signer(settings.VAPID_PRIVATE_KEY).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(TTL.total_seconds())),
        "Urgency": "high" if urgent else "normal",
        "Topic": topic(notifications),
    }
