"""What a director tells a person apart from any game: it goes to the record of what staff do, not to a log."""

from datetime import datetime

from accounts.models import Person
from casino.clock import now
from casino.writes import write_transaction
from games.notifications.calling import notify
from games.notifications.happenings import Happening
from games.rulings.directors import PERMISSION
from games.rulings.models import Notice, Suspension
from games.services.outcomes import Refused, refused


def give_notice(
    person: Person, director: Person, kind: str, text: str, until: datetime | None = None
) -> Notice | Refused:
    """Warn or suspend the person, or end what suspends them otherwise than by a ruling; they are told, and called."""
    if not (director.is_active and director.is_staff and director.has_perm(PERMISSION)):
        return refused("no-director")
    if person.pk == director.pk:
        return refused("about-oneself")
    last = until if kind == Notice.Kind.SUSPENDED else None
    if kind == Notice.Kind.SUSPENDED and (last is None or last <= now()):
        return refused("ruling-no-end")
    with write_transaction():
        by_notice = Suspension.objects.filter(person=person, ruling=None)
        if kind == Notice.Kind.LIFTED:
            by_notice.delete()
        if last:
            Suspension.objects.create(person=person, until=last)
        notice = Notice.objects.create(person=person, kind=kind, text=text, director=director, until=last, made=now())
        notify(Happening.RULING, None, [person], occasion=f"{Happening.RULING}:{notice.pk}")
    return notice
