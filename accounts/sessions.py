"""Validity of sessions: a check of many at once, and a signal when one may have ended, for sockets that are still
open."""

from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.hooks import session_revoked
from accounts.models import Person
from accounts.person_preferences import people_with_preferences

BATCH_SIZE = 500
"""Sessions asked for in one query."""

SESSION_FIELDS = {"password", "is_active"}
"""Fields of a person that decide whether their sessions are valid."""


def valid_session_keys(held: Collection[tuple[str, int]]) -> set[str]:
    """Those of the given sessions, each with the key of its person, that are still valid for that person."""
    wanted, found = sorted(held), set()
    for start in range(0, len(wanted), BATCH_SIZE):
        part = dict(wanted[start : start + BATCH_SIZE])
        people = Person.objects.in_bulk(set(part.values()))
        for session in Session.objects.filter(session_key__in=part, expire_date__gt=timezone.now()):
            person = people.get(part[session.session_key])
            if person and person.is_active and _matches_password(session.get_decoded(), person):
                found.add(session.session_key)
    return found


def person_of_session(session: Session | None, known: Iterable[Person | None] = ()) -> Person | None:
    """The person logged in by this session, with their preferences, if it is still valid. Those `known` were just read
    and need no query."""
    stored = session.get_decoded() if session and session.expire_date > timezone.now() else {}
    pk = stored.get(SESSION_KEY)
    if pk is None:
        return None
    person = next((each for each in known if each and str(each.pk) == pk), None)
    person = person or next(iter(people_with_preferences(int(pk))), None)
    return person if person and person.is_active and _matches_password(stored, person) else None


def _matches_password(stored: dict[str, Any], person: Person) -> bool:
    kept = str(stored.get(HASH_SESSION_KEY, ""))
    right = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    return any(constant_time_compare(kept, each) for each in right)


@receiver(post_delete, sender=Session, dispatch_uid="session ended")
def session_ended(instance: Session, **_: Any) -> None:
    person = instance.get_decoded().get(SESSION_KEY)
    if person is not None:
        session_revoked(int(person))


@receiver(post_save, sender=Person, dispatch_uid="person changed")
def on_person_saved(instance: Person, created: bool, update_fields: Collection[str] | None, **_: Any) -> None:
    if not created and (update_fields is None or SESSION_FIELDS & set(update_fields)):
        session_revoked(instance.pk)


@receiver(post_delete, sender=Person, dispatch_uid="person gone")
def on_person_deleted(instance: Person, **_: Any) -> None:
    session_revoked(instance.pk)
