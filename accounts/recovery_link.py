"""The secret link that logs a guest in when the cookie is lost.

It is signed, not stored: it names the guest and the version of the link, so that a new version revokes it. It is
written differently each time, so that no one can guess it from the size of a compressed page.
"""

import secrets

from django.core.signing import BadSignature, Signer

from accounts.models import Person


def _signer() -> Signer:
    return Signer(sep=".", salt="accounts.recovery_link")


def token_of(guest: Person) -> str:
    return _signer().sign(f"{guest.pk}-{guest.recovery_link_version}-{secrets.token_hex(4)}")


def guest_of_token(token: str) -> Person | None:
    """Return the person for whom the token was made, who may have signed up since; None if it is not valid, or no
    longer."""
    try:
        pk, version, _ = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return Person.objects.filter(pk=pk, recovery_link_version=version, is_active=True).first()
