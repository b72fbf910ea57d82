"""Actions on people: create, sign up, rename, delete."""

import secrets

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, login
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError
from django.http import HttpRequest

from accounts.hooks import user_deleting, user_renamed
from accounts.models import Person, TakenName
from accounts.person_names import GUEST_PREFIX, guest_name
from accounts.person_preferences import adopt_language
from accounts.sessions import valid_session_keys
from accounts.time_zones import adopt_time_zone
from casino.rate_limits import client_address, hit
from casino.transactions import write_transaction


class NameTakenError(Exception):
    """Raised when another person has taken the name, or one that looks like it, in the meantime."""


def ensure_person(request: HttpRequest) -> Person:
    """The person of the request; a visitor becomes a guest who is logged in from now on.

    Raises RateLimitExceeded after too many new guests from one address.
    """
    if isinstance(request.user, Person):
        return request.user
    hit("guest", client_address(request))
    with write_transaction():
        guest = create_guest()
        log_in_guest(request, guest)
        adopt_time_zone(guest, request.COOKIES)
        adopt_language(guest)
    return guest


def log_in_guest(request: HttpRequest, guest: Person) -> None:
    """Log the guest in with this browser, and list the session among the guest's sessions."""
    login(request, guest, backend="accounts.auth_backends.GuestBackend")
    if client_address(request):
        UserSession.objects.create_from_request(request)


def create_guest() -> Person:
    """Create a guest with a friendly name and no password, so that no one can log in as one."""
    return Person.objects.create_user(
        username=f"{GUEST_PREFIX}{secrets.token_hex(8)}", display_name=guest_name(), is_guest=True, password=None
    )


def sign_up(guest: Person, display_name: str = "") -> None:
    """Turn a guest who has chosen a name and a password into a member, with the same row and seats. The link back stops
    working. Raises NameTakenError."""
    guest.is_guest, guest.display_name = False, display_name
    try:
        with write_transaction():
            guest.save()
            for name in guest.reserved_names:
                _require_untaken(guest, name)
            user_renamed(guest)
    except IntegrityError as error:  # the very same name
        raise NameTakenError from error


def rename(person: Person, name: str) -> None:
    """Change the name that is shown, also at tables where the person already sits. Raises NameTakenError."""
    person.display_name = name
    with write_transaction():
        person.save(update_fields=["display_name"])
        if name:
            _require_untaken(person, name)
        user_renamed(person)


def _require_untaken(person: Person, name: str) -> None:
    """Make sure that no one else has the name: to be called inside the transaction in which the person takes it."""
    if TakenName.is_taken(name, person):
        raise NameTakenError


def delete_account(person: Person) -> None:
    """Delete the account and all that is the person's alone; what others have a part in stays, without the name."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)  # before all other locks, as everywhere
        user_deleting(person)
        person.delete()


# --- the link back ------------------------------------------------------------------------------------------------
#
# The secret link that logs a guest in when the cookie is lost is signed, not stored: it names the guest and the version
# of the link, so that a new version revokes it. It is written differently each time, so that no one can guess it from
# the size of a compressed page.


def _signer() -> Signer:
    return Signer(sep=".", salt="accounts.recovery_link")


def token_of(guest: Person) -> str:
    return _signer().sign(f"{guest.pk}-{guest.recovery_link_version}-{secrets.token_hex(4)}")


def guest_of_token(token: str) -> Person | None:
    """The person for whom the token was made, who may have signed up since; None if it is not valid, or no
    longer."""
    try:
        pk, version, _ = _signer().unsign(token).split("-")
    except BadSignature:
        return None
    return Person.objects.filter(pk=pk, recovery_link_version=version, is_active=True).first()


def revoke_recovery_link(request: HttpRequest, guest: Person) -> bool:
    """Make a new link back and end every other session of the guest, however it began. Return False, and do nothing,
    for a session that has just been ended from another one. The session keeps its key: where a button is pressed
    twice, a browser may never see the first answer."""
    with write_transaction():
        guest = Person.objects.select_for_update().get(pk=guest.pk)
        if not guest.is_guest or not valid_session_keys([(str(request.session.session_key), guest.pk)]):
            return False
        guest.end_sessions()
        request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
        request.session.save()
        request.session.modified = False  # saved once more after the answer, it could undo a second press
        return True
