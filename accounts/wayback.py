"""The secret link that brings a guest back when the cookie is lost.

It is signed, not stored: it names the guest and the number of the link, so that another number makes it worthless. It
is written differently each time, so that nobody guesses it from the size of a compressed page.
"""

import secrets

from django.core.signing import BadSignature, Signer

from accounts.models import Person


def _signer() -> Signer:
    return Signer(sep=".", salt="accounts.wayback")


def token_of(guest: Person) -> str:
    return _signer().sign(f"{guest.pk}-{guest.way_back}-{secrets.token_hex(4)}")


def guest_behind(token: str) -> Person | None:
    """Whoever the token was made for, perhaps signed up since; None when it is not, or no longer, good."""
    try:
        pk, number, _ = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return Person.objects.filter(pk=pk, way_back=number, is_active=True).first()
