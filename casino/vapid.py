"""The key by which push services know this site (RFC 8292): made once, kept in the data folder."""

import base64
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02


def new_vapid_key() -> str:
    """Return a fresh private key on the curve P-256: 32 bytes in base64url."""
    return encoded(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@cache
def signer(private_key: str) -> Vapid02:
    """Sign for any contact: push services judge that for themselves."""
    known: Vapid02 = Vapid02.from_raw(private_key.encode())
    known.conf = {"no-strict": True}
    return known


def contact() -> str:
    """Return the contact for push services: as the settings say, else the site itself or the sender of its mail."""
    site = urlsplit(settings.SITE_URL)
    ours = f"https://{site.hostname}" if site.scheme == "https" else f"mailto:{settings.DEFAULT_FROM_EMAIL}"
    return settings.VAPID_CONTACT or ours


def public_key() -> str:
    """Return the public key that a browser gets when it subscribes."""
    point = signer(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return encoded(point)
