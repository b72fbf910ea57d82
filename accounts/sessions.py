"""Validity of sessions: a check of many at once, and a signal when one may have ended, for sockets that are still
open."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Person
from accounts.signals import way_in_ended

AT_ONCE = 500
"""Sessions asked for in one query."""

OPENS = {"password", "is_active"}
"""Fields of a person that decide whether their sessions are valid."""


def working(held: Collection[tuple[str, int]]) -> set[str]:
    """Return those of the given sessions, each with the key of its person, that are still valid for that person."""
    wanted, found = sorted(held), set()
    for start in range(0, len(wanted), AT_ONCE):
        part = dict(wanted[start : start + AT_ONCE])
        people = Person.objects.in_bulk(set(part.values()))
        for session in Session.objects.filter(session_key__in=part, expire_date__gt=timezone.now()):
            person = people.get(part[session.session_key])
            if person and person.is_active and _of_this_password(session, person):
                found.add(session.session_key)
    return found


def _of_this_password(session: Session, person: Person) -> bool:
    kept = str(session.get_decoded().get(HASH_SESSION_KEY, ""))
    right = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    return any(constant_time_compare(kept, each) for each in right)


@receiver(post_delete, sender=Session, dispatch_uid="session ended")
def session_ended(instance: Session, **_: Any) -> None:
    person = instance.get_decoded().get("_auth_user_id")
    if person is not None:
        way_in_ended.send(Session, person_id=int(person))


@receiver(post_save, sender=Person, dispatch_uid="person changed")
def person_changed(instance: Person, created: bool, update_fields: Collection[str] | None, **_: Any) -> None:
    if not created and (update_fields is None or OPENS & set(update_fields)):
        way_in_ended.send(Person, person_id=instance.pk)


@receiver(post_delete, sender=Person, dispatch_uid="person gone")
def person_gone(instance: Person, **_: Any) -> None:
    way_in_ended.send(Person, person_id=instance.pk)
