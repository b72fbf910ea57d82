"""The latest event that each player has seen: a mark in the seat's row, not part of the log."""

from casino.transactions import write_transaction
from games.models import Seat


def mark_seen(seat: Seat, seq: int) -> None:
    """Record that the seat's player has seen the table at this sequence number. Writes only if it is newer."""
    if seat.seen_seq < seq:
        with write_transaction():
            Seat.objects.filter(pk=seat.pk, seen_seq__lt=seq).update(seen_seq=seq)
        seat.seen_seq = seq
