"""The chain of checkpoints over the whole site, which proves later that past data still exists, unchanged.

A checkpoint names a log and its hash at an event, the attestations of a game, or a row of the staff log, and carries
the hash of the previous checkpoint. The number and hash of the last one, kept elsewhere, vouch for all of them. Games
continue after a checkpoint: it proves that their log still begins the same way.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC
from hashlib import sha256
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import models

from casino.clock import now
from casino.transactions import write_transaction
from games.models import GENESIS, Game, StoredEvent
from games.models.append_only import Attestation, Checkpoint

Kind = Checkpoint.Kind
type Subject = tuple[str, str, int, str]
"""Kind, key, number of the entry, and its hash."""


# --- hashes of the covered data -----------------------------------------------------------------------------------


def _hash_of(*content: Any) -> str:
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(canonical.encode()).hexdigest()


def _time(at: Any) -> str:
    return str(at.astimezone(UTC).isoformat(timespec="microseconds"))


def _attestations_hash(game: Game, count: int) -> str:
    """The hash over the first attestations of a game."""
    names = ["kind", "seq", "number", "person", "digest", "at"]
    rows = game.attestations.order_by("pk").values_list(*names)[:count]
    return _hash_of(game.public_id, *([*row, _time(at)] for *row, at in rows))


def _staff_hash(entry: LogEntry) -> str:
    fields = (entry.user_id, entry.content_type_id, entry.object_id, entry.object_repr)
    return _hash_of(entry.pk, _time(entry.action_time), *fields, entry.action_flag, entry.change_message)


def link_hash(link: Checkpoint) -> str:
    return _hash_of(link.previous, link.number, link.kind, link.key, link.seq, link.head, _time(link.at))


# --- checking ---------------------------------------------------------------------------------------------------------


def chain_problems(expected: Iterable[str] = ()) -> Iterator[str]:
    """Yield the checkpoints that no longer match the data, in words; `expected` are values kept elsewhere."""
    missing = list(expected)
    number, head = 0, GENESIS
    for link in Checkpoint.objects.order_by("number").iterator():
        if (link.number, link.previous) != (number + 1, head) or link.hash != link_hash(link):
            yield f"checkpoint {link.number} does not follow from checkpoint {number}"
        number, head = link.number, link.hash
        missing = [value for value in missing if value != f"{number}:{head}"]
        if not _holds(link):
            yield f"{_named(link)} is not there any more as checkpoint {number} found it"
    yield from (f"there is no checkpoint {value}, which was kept elsewhere" for value in missing)


def _holds(link: Checkpoint) -> bool:
    match link.kind:
        case Kind.GAME:
            return StoredEvent.objects.filter(game__public_id=link.key, seq=link.seq, hash=link.head).exists()
        case Kind.ATTESTED:
            game = Game.objects.filter(public_id=link.key).first()
            return game is not None and _attestations_hash(game, link.seq) == link.head
        case _:
            entry = LogEntry.objects.filter(pk=link.seq).first()
            return entry is not None and _staff_hash(entry) == link.head


def _named(link: Checkpoint) -> str:
    match link.kind:
        case Kind.GAME:
            return f"the log of game {link.key} up to event {link.seq}"
        case Kind.ATTESTED:
            return f"what is attested of game {link.key}"
        case _:
            return f"row {link.seq} of the staff log"


def orphan_problems() -> Iterator[str]:
    """Yield the games that are missing although rows of them exist."""
    for rows in (StoredEvent.objects, Attestation.objects):
        lost = rows.exclude(models.Exists(Game.objects.filter(pk=models.OuterRef("game_id"))))
        for game in lost.order_by().values_list("game_id", flat=True).distinct().iterator():
            yield f"there are rows of {rows.model._meta.db_table} of game number {game}, which has gone"


def latest() -> str:
    """The value to keep elsewhere; empty if there is no checkpoint."""
    link = Checkpoint.objects.order_by("number").last()
    return f"{link.number}:{link.hash}" if link else ""


# --- extending the chain --------------------------------------------------------------------------------------------


def unattested_subjects(game: Game) -> Iterator[Subject]:
    """Yield the parts of a game that the latest checkpoints do not cover."""
    seq, head = Game.objects.values_list("seq", "head").get(pk=game.pk)
    if (seq, head) != _covered(Kind.GAME, game.public_id):
        yield Kind.GAME, game.public_id, seq, head
    count = game.attestations.count()
    if count and (count, digest := _attestations_hash(game, count)) != _covered(Kind.ATTESTED, game.public_id):
        yield Kind.ATTESTED, game.public_id, count, digest


def unattested_staff_subjects() -> Iterator[Subject]:
    """Yield the rows of the staff log that no checkpoint covers."""
    rows = Checkpoint.objects.filter(kind=Kind.STAFF, key="", seq=models.OuterRef("pk"))
    for entry in LogEntry.objects.exclude(models.Exists(rows)).order_by("pk").iterator():
        yield Kind.STAFF, "", entry.pk, _staff_hash(entry)


def _covered(kind: str, key: str) -> tuple[int, str] | None:
    rows = Checkpoint.objects.filter(kind=kind, key=key).order_by("-number")
    return rows.values_list("seq", "head").first()


def append_checkpoints(subjects: Iterable[Subject]) -> None:
    """Append checkpoints of these to the chain."""
    with write_transaction():
        link = Checkpoint.objects.select_for_update().order_by("number").last()
        number, head, at, links = (link.number, link.hash, now(), []) if link else (0, GENESIS, now(), [])
        for kind, key, seq, entry_hash in subjects:
            number += 1
            link = Checkpoint(number=number, kind=kind, key=key, seq=seq, head=entry_hash, at=at, previous=head)
            head = link.hash = link_hash(link)
            links.append(link)
        Checkpoint.objects.bulk_create(links)
