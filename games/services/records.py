"""Storage of records that people import, up to a number for each."""

from collections.abc import Sequence

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.codec import encode
from games.domain.events import Event
from games.models import ImportedRecord

MAX_RECORDS = 20


def save_imported_record(person: Person, preset: str, players: Sequence[str], log: Sequence[Event]) -> ImportedRecord:
    """Save an imported record as the engine replayed it; the person's oldest beyond MAX_RECORDS are deleted."""
    rows = [encode(event) for event in log]
    with write_transaction():
        record = ImportedRecord.objects.create(owner=person, preset=preset, players=list(players), log=rows)
        saved = ImportedRecord.objects.filter(owner=person).order_by("-created", "-pk").values_list("pk", flat=True)
        ImportedRecord.objects.filter(pk__in=list(saved[MAX_RECORDS:])).delete()
    return record
