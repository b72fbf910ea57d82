"""Notices from staff to a person, outside of any game: recorded in the staff log, not in a game's log."""

from datetime import datetime

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.live.broadcast import publish_chat_ban_changed, publish_people_changed
from games.models import ChatBan, Game, Suspension
from games.notifications.dispatch import notify
from games.notifications.kinds import NotificationKind
from games.rulings.models import Sanction
from games.rulings.permissions import PERMISSION, can_moderate
from games.services.outcomes import Refused, refused

ABOUT_CHAT = (Sanction.Kind.MUTED, Sanction.Kind.UNMUTED)
"""The notices that moderators may give; the others are for directors."""

LASTING = (Sanction.Kind.SUSPENDED, Sanction.Kind.MUTED)
"""The notices that need an end."""


def sanction(
    person: Person, director: Person, kind: str, text: str, until: datetime | None = None
) -> Sanction | Refused:
    """Warn, suspend or mute the person, or end a mute or a suspension not based on a ruling, and notify them."""
    if not may_give(director, kind):
        return refused("no-director")
    if person.pk == director.pk:
        return refused("about-oneself")
    if Game.objects.filter(status=Game.Status.PLAYING, taken_seats__person=person).filter(taken_seats__person=director):
        return refused("sanction-plays")  # a suspended opponent cannot move, and loses on time
    last = until if kind in LASTING else None
    if kind in LASTING and (last is None or last <= now()):
        return refused("ruling-no-end")
    with write_transaction():
        if kind == Sanction.Kind.LIFTED:
            Suspension.objects.filter(person=person, ruling=None).delete()
        elif kind == Sanction.Kind.UNMUTED:
            ChatBan.objects.filter(person=person).delete()
        elif kind == Sanction.Kind.SUSPENDED and last:
            Suspension.objects.create(person=person, until=last)
        elif kind == Sanction.Kind.MUTED and last:
            ChatBan.objects.create(person=person, until=last)
        if kind != Sanction.Kind.WARNED:
            publish_chat_ban_changed(person.pk)
        notice = Sanction.objects.create(person=person, kind=kind, text=text, director=director, until=last, made=now())
        publish_people_changed([person.pk])
        notify(NotificationKind.RULING, None, [person], dedup_key=f"{NotificationKind.RULING}:{notice.pk}")
    return notice


def may_give(person: Person, kind: str) -> bool:
    if kind in ABOUT_CHAT:
        return can_moderate(person)
    return person.is_active and person.is_staff and person.has_perm(PERMISSION)
