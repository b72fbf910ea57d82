"""How far each player has seen the game: no fact of it, only a mark in its seat's row."""

from django.db import connection

from casino.writes import write_transaction
from games.models import Seat

SEEN = f"UPDATE {Seat._meta.db_table} SET seen = %s WHERE id = %s AND seen < %s"  # noqa: S608  our own name
"""Plain SQL: it is written with every move."""


def looked(seat: Seat, seq: int) -> None:
    """Whoever sits there has the table with this number before their eyes. Written only when that is news."""
    if seat.seen < seq:
        with write_transaction():
            note(seat, seq)


def note(seat: Seat, seq: int) -> None:
    """The same in a transaction that is open already."""
    with connection.cursor() as cursor:
        cursor.execute(SEEN, [seq, seat.pk, seq])
    seat.seen = seq
