"""Notices from staff to a person, outside of any game: recorded in the staff log, not in a game's log."""

from datetime import datetime

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.rulings.directors import PERMISSION, may_moderate
from games.rulings.models import ChatBan, Notice, Suspension
from games.services.outcomes import Refused, refused

ABOUT_CHAT = (Notice.Kind.MUTED, Notice.Kind.UNMUTED)
"""The notices that moderators may give; the others are for directors."""

LASTING = (Notice.Kind.SUSPENDED, Notice.Kind.MUTED)
"""The notices that need an end."""


def give_notice(
    person: Person, director: Person, kind: str, text: str, until: datetime | None = None
) -> Notice | Refused:
    """Warn, suspend or mute the person, or end a mute or a suspension not based on a ruling, and notify them."""
    if not may_give(director, kind):
        return refused("no-director")
    if person.pk == director.pk:
        return refused("about-oneself")
    last = until if kind in LASTING else None
    if kind in LASTING and (last is None or last <= now()):
        return refused("ruling-no-end")
    with write_transaction():
        if kind == Notice.Kind.LIFTED:
            Suspension.objects.filter(person=person, ruling=None).delete()
        elif kind == Notice.Kind.UNMUTED:
            ChatBan.objects.filter(person=person).delete()
        elif kind == Notice.Kind.SUSPENDED and last:
            Suspension.objects.create(person=person, until=last)
        elif kind == Notice.Kind.MUTED and last:
            ChatBan.objects.create(person=person, until=last)
        notice = Notice.objects.create(person=person, kind=kind, text=text, director=director, until=last, made=now())
        notify(Happening.RULING, None, [person], occasion=f"{Happening.RULING}:{notice.pk}")
    return notice


def may_give(person: Person, kind: str) -> bool:
    """Return True if this member of staff may give a notice of this kind."""
    if kind in ABOUT_CHAT:
        return may_moderate(person)
    return person.is_active and person.is_staff and person.has_perm(PERMISSION)
