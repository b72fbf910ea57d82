"""Storage of records that people import, up to a number for each."""

from collections.abc import Sequence

from accounts.models import Person
from casino.writes import write_transaction
from games.domain.codec import encode
from games.domain.events import Event
from games.models import Record

MOST_KEPT = 20


def keep_record(person: Person, preset: str, players: Sequence[str], log: Sequence[Event]) -> Record:
    """Save an imported record as the engine replayed it; the person's oldest beyond MOST_KEPT are deleted."""
    rows = [encode(event) for event in log]
    with write_transaction():
        record = Record.objects.create(owner=person, preset=preset, players=list(players), log=rows)
        kept = Record.objects.filter(owner=person).order_by("-created", "-pk").values_list("pk", flat=True)
        Record.objects.filter(pk__in=list(kept[MOST_KEPT:])).delete()
    return record
