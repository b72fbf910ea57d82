"""Attest the seats and disputes of games from before there were attestations, as they are now."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1000


def attest(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    attestation, database = apps.get_model("games", "Attestation"), schema_editor.connection.alias
    waiting = []
    for told in _told(apps, database):
        waiting.append(attestation(**told))
        if len(waiting) == AT_ONCE:
            attestation.objects.using(database).bulk_create(waiting)
            waiting = []
    attestation.objects.using(database).bulk_create(waiting)


def _told(apps: Apps, database: str) -> Iterator[dict[str, Any]]:
    """Each attestation's columns."""
    seats = apps.get_model("games", "Seat").objects.using(database).exclude(person=None)
    for game, seq, number, person in seats.values_list("game_id", "game__seq", "number", "person_id").iterator():
        yield {"kind": "moved", "game_id": game, "seq": seq, "number": number, "person": person}
    disputes = apps.get_model("rulings", "Dispute").objects.using(database).select_related("game")
    for dispute in disputes.iterator():
        told = f"{dispute.game.public_id}/{dispute.number}/{dispute.text}"
        yield {
            "kind": "disputed",
            "game_id": dispute.game_id,
            "seq": dispute.game.seq,
            "number": dispute.number,
            "person": dispute.person_id,
            "digest": sha256(told.encode()).hexdigest(),
        }


class Migration(migrations.Migration):
    dependencies = [("games", "0013_append_only"), ("rulings", "0002_notices")]

    operations = [migrations.RunPython(attest, migrations.RunPython.noop)]
