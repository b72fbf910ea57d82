"""How far each player has seen the game: no fact of it, only a mark in its seat's row."""

from casino.writes import write_transaction
from games.models import Seat


def looked(seat: Seat, seq: int) -> None:
    """Whoever sits there has the table with this number before their eyes. Written only when that is news."""
    if seat.seen < seq:
        with write_transaction():
            note(seat, seq)


def note(seat: Seat, seq: int) -> None:
    """The same in a transaction that is open already."""
    Seat.objects.filter(pk=seat.pk, seen__lt=seq).update(seen=seq)
    seat.seen = seq
