"""Writing attestations, by which data outside a log can be verified later: seat owners, and texts of disputes."""

from collections.abc import Sequence
from hashlib import sha256

from games.domain.events import Event, SeatTakenOver
from games.domain.setup_events import SeatTaken
from games.models import Game
from games.models.append_only import Attestation

Kind = Attestation.Kind


def attest_seats(game: Game, first: int, events: Sequence[Event]) -> None:
    """Record the owners of seats taken by these events, starting at event `first`. The seats' rows must exist."""
    sat_down = enumerate(events, start=first)
    taken = {seq: event.seat for seq, event in sat_down if isinstance(event, SeatTaken | SeatTakenOver)}
    if not taken:
        return
    people = {seat.number: seat.person_id for seat in game.seats_with_people if seat.person_id}
    Attestation.objects.bulk_create(
        Attestation(game=game, kind=Kind.SEATED, seq=seq, number=seat, person=people[seat])
        for seq, seat in taken.items()
        if seat in people
    )


def ever_seated(game: Game, person: int) -> bool:
    """Whether the account has ever had a seat in the game."""
    return game.attestations.filter(kind__in=(Kind.SEATED, Kind.MOVED), person=person).exists()


def attest_move(game: Game, seat: int, person: int) -> None:
    """Record that the seat now belongs to another account."""
    Attestation.objects.create(game=game, kind=Kind.MOVED, seq=game.seq, number=seat, person=person)


def attest_dispute(game: Game, number: int, person: int | None, text: str) -> None:
    """Record the hash of a dispute's text."""
    digest = text_digest(game, number, text)
    Attestation.objects.create(game=game, kind=Kind.DISPUTED, seq=game.seq, number=number, person=person, digest=digest)


def attest_import(game: Game) -> None:
    """Record that the game was imported, and the accounts that its seats were given to here."""
    Attestation.objects.create(game=game, kind=Kind.IMPORTED, seq=game.seq)
    for number, person in game.taken_seats.filter(person__isnull=False).values_list("number", "person_id"):
        attest_move(game, number, person)


def text_digest(game: Game, number: int, text: str) -> str:
    return sha256(f"{game.public_id}/{number}/{text}".encode()).hexdigest()
