"""The key by which push services know this site (RFC 8292): made once, kept in the data folder."""

import base64
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02


def new_vapid_key() -> str:
    """A fresh private key on the curve P-256: 32 bytes in base64url."""
    return base64url(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@cache
def signer(private_key: str) -> Vapid02:
    """A signer that accepts any contact: push services judge that themselves."""
    vapid: Vapid02 = Vapid02.from_raw(private_key.encode())
    vapid.conf = {"no-strict": True}
    return vapid


def contact() -> str:
    """The contact for push services: from the settings, else the site itself or the sender of its mail."""
    site = urlsplit(settings.SITE_URL)
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    default = f"https://{site.hostname}" if site.scheme == "https" else f"mailto:{sender}"
    return settings.VAPID_CONTACT or default


def public_key() -> str:
    """The public key that a browser gets when it subscribes."""
    point = signer(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64url(point)
