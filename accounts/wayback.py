"""The secret link that brings a guest back when the cookie is lost.

It is signed, not stored: it names the guest and the number of the link, so that a new number makes it worthless. It is
written differently each time, so that no one can guess it from the size of a compressed page.
"""

import secrets

from django.core.signing import BadSignature, Signer

from accounts.models import Person


def _signer() -> Signer:
    return Signer(sep=".", salt="accounts.wayback")


def token_of(guest: Person) -> str:
    return _signer().sign(f"{guest.pk}-{guest.way_back}-{secrets.token_hex(4)}")


def guest_behind(token: str) -> Person | None:
    """Return the person for whom the token was made, who may have signed up since; None if it is not valid, or no
    longer."""
    try:
        pk, number, _ = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return Person.objects.filter(pk=pk, way_back=number, is_active=True).first()
