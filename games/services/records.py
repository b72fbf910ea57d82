"""Storage of records that people import, up to a number for each; those of guests as long as someone opens them."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.codec import encode
from games.domain.events import Event
from games.models import ImportedRecord

MAX_RECORDS = 20
RECORD_RETENTION = timedelta(days=30)
"""Time after which a guest's record that no one has opened since is deleted."""

DAY = timedelta(days=1)


def save_imported_record(person: Person, preset: str, players: Sequence[str], log: Sequence[Event]) -> ImportedRecord:
    """Save an imported record as the engine replayed it; the person's oldest beyond MAX_RECORDS are deleted."""
    rows = [encode(event) for event in log]
    with write_transaction():
        record = ImportedRecord.objects.create(owner=person, preset=preset, players=list(players), log=rows)
        delete_surplus_records(person)
    return record


def delete_surplus_records(person: Person) -> None:
    """Delete the person's oldest records beyond MAX_RECORDS."""
    saved = ImportedRecord.objects.filter(owner=person).order_by("-created", "-pk").values_list("pk", flat=True)
    ImportedRecord.objects.filter(pk__in=list(saved[MAX_RECORDS:])).delete()


def mark_opened(record: ImportedRecord) -> None:
    """Note the day on which the record was last opened, by anyone who has the link. Writes at most once a day."""
    if record.opened is None or record.opened < timezone.now() - DAY:
        with write_transaction():
            ImportedRecord.objects.filter(pk=record.pk).update(opened=timezone.now())


def forgotten_records() -> QuerySet[ImportedRecord]:
    """The records of guests that no one has opened for a while. Members keep theirs."""
    old = timezone.now() - RECORD_RETENTION
    return ImportedRecord.objects.filter(Q(opened__lt=old) | Q(opened=None), owner__is_guest=True, created__lt=old)
