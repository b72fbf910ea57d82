"""The latest event that each player has seen: a mark in the seat's row, not part of the log."""

from django.db import connection

from casino.writes import write_transaction
from games.models import Seat

SEEN = f"UPDATE {Seat._meta.db_table} SET seen = %s WHERE id = %s AND seen < %s"  # noqa: S608  our own name
"""Plain SQL, since it is written with every move."""


def looked(seat: Seat, seq: int) -> None:
    """Record that the seat's player has seen the table at this sequence number. Writes only if it is newer."""
    if seat.seen < seq:
        with write_transaction():
            note(seat, seq)


def note(seat: Seat, seq: int) -> None:
    """Do the same inside an open transaction."""
    with connection.cursor() as cursor:
        cursor.execute(SEEN, [seq, seat.pk, seq])
    seat.seen = seq
