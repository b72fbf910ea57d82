"""Verification of rows related to a log: seats and their owners, disputes and their texts, rulings."""

from collections.abc import Iterator, Sequence

from accounts.models import Person
from games.domain.dispute_events import DisputeOpened, DisputeWithdrawn, RulingMade
from games.domain.events import Event, SeatTakenOver
from games.domain.setup_events import SeatLeft, SeatsSwapped, SeatTaken
from games.log.attestations import Kind, text_digest
from games.models import Game
from games.models.append_only import Attestation
from games.rulings.models import Dispute

type Owners = dict[int, int | None]


def related_row_problems(game: Game, log: Sequence[Event]) -> Iterator[str]:
    """Yield the problems of rows related to a game with an intact log, in words."""
    attested = list(game.attestations.order_by("pk"))
    yield from _seats(game, owners(log, attested))
    yield from _disputes(game, log, {row.number: row for row in attested if row.kind == Kind.DISPUTED})
    yield from _rulings(game, log)


def owners(log: Sequence[Event], attested: Sequence[Attestation]) -> Owners:
    """The account that owns each taken seat; None for a computer's."""
    seated = {row.seq: row.person for row in attested if row.kind == Kind.SEATED}
    current: Owners = {}
    for seq, event in enumerate(log, start=1):
        match event:
            case SeatTaken(seat) | SeatTakenOver(seat):
                current[seat] = seated.get(seq)
            case SeatLeft(seat):
                current.pop(seat, None)
            case SeatsSwapped(one, other):
                current |= {other: current.get(one), one: current.get(other)}
            case _:
                pass
        current |= {row.number: row.person for row in attested if row.kind == Kind.MOVED and row.seq == seq}
    return current


def _seats(game: Game, owned: Owners) -> Iterator[str]:
    for seat in game.taken_seats.all():
        owner = owned.get(seat.number)
        if seat.person_id != owner and not (seat.person_id is None and _has_left(owner)):
            yield f"seat {seat.number} belongs to account {owner}, its row says {seat.person_id}"


def _has_left(account: int | None) -> bool:
    """True if the account has been deleted, and with it the names on its rows."""
    return account is not None and not Person.objects.filter(pk=account).exists()


def _disputes(game: Game, log: Sequence[Event], attested: dict[int, Attestation]) -> Iterator[str]:
    opened = {event.dispute_no: event for event in log if isinstance(event, DisputeOpened)}
    withdrawn = {event.dispute_no for event in log if isinstance(event, DisputeWithdrawn)}
    ruled = {event.dispute_no for event in log if isinstance(event, RulingMade)}
    rows = {dispute.number: dispute for dispute in game.disputes.all()}
    if rows.keys() != opened.keys():
        yield f"disputes {sorted(opened)} were opened in the log, there are rows of {sorted(rows)}"
    for number in sorted(rows.keys() & opened.keys()):
        dispute, event = rows[number], opened[number]
        if (dispute.seat, dispute.event_seq) != (event.seat, event.event_seq):
            yield f"dispute {number} is of another seat or move than in the log"
        settled: dict[str, bool] = {Dispute.State.WITHDRAWN: number in withdrawn, Dispute.State.RULED: number in ruled}
        if not settled.get(dispute.state, number not in withdrawn | ruled):
            yield f"dispute {number} is {dispute.state} in its row, and not so in the log"
        if not _text_is_attested(game, dispute, attested.get(number)):
            yield f"the text of dispute {number} is not the one that was written"


def _text_is_attested(game: Game, dispute: Dispute, attested: Attestation | None) -> bool:
    """True if the text is the attested one, or empty because its author deleted the account."""
    if attested is None:
        return False
    if attested.digest == text_digest(game, dispute.number, dispute.text):
        return True
    moves = game.attestations.filter(kind=Kind.MOVED, number=dispute.seat, pk__gt=attested.pk).order_by("pk")
    author = [attested.person, *moves.values_list("person", flat=True)][-1]
    return not dispute.text and dispute.person_id is None and _has_left(author)


def _rulings(game: Game, log: Sequence[Event]) -> Iterator[str]:
    made = {
        event.ruling_no: (seq, event.kind) for seq, event in enumerate(log, start=1) if isinstance(event, RulingMade)
    }
    rows = {ruling.number: (ruling.seq, ruling.kind) for ruling in game.rulings.all()}
    if rows != made:
        yield f"rulings {made} were made in the log, there are rows of {rows}"
