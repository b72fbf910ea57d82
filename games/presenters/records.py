"""Imported records, in a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from .rules import game_name


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record: its game, its players, and the time it was imported."""

    public_id: str
    game: str
    players: str
    created: datetime


def record_row(public_id: str, preset: str, players: Sequence[str], created: datetime) -> RecordRow:
    return RecordRow(public_id, game_name(preset) or "Casino", ", ".join(filter(None, players)), created)
