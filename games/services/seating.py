"""Before a game begins: leaving, swapping seats, adding computers, removing players, canceling the game;
and client seeds given after their player sat down."""

from collections.abc import Callable

from accounts.models import Person
from casino.transactions import write_transaction
from games.domain.commands import CancelGame, CommitClientSeed, LeaveSeat, RevealClientSeed, SwapSeats, TakeSeat
from games.domain.table import NO_SEAT
from games.log.store import lock_game, seat_actor
from games.models import Game, Seat, TableBan
from games.models.social import ChatMessage
from games.services.game_transaction import GameTransaction
from games.services.outcomes import Accepted, Refused, refused
from games.services.players import ClientSeed, bot_assignments, build_seat

# --- client seeds ---------------------------------------------------------------------------------------------------


def start_without_seeds(game: Game) -> None:
    """Deal in a locked game whose table is full, without the client seeds that are missing."""
    tx = GameTransaction(game)
    tx.start_round()
    tx.commit()


def give_client_seed(game: Game, person: Person, client_seed: ClientSeed) -> Accepted | Refused:
    """Record the hash of a player's client seed, or the seed itself; the last missing one starts the game."""
    with write_transaction():
        game = lock_game(game.pk)
        seat = game.taken_seats.filter(person=person, bot="").first() or game.local_seat(person.pk)
        if seat is None:
            return refused("not-at-table")
        client_seed = client_seed.after(game.commitment)
        if not (client_seed.hash or client_seed.seed):
            return refused("seed-mismatch")
        promise = CommitClientSeed(seat.number, client_seed.hash)
        command = promise if client_seed.hash else RevealClientSeed(seat.number, client_seed.seed)
        tx = GameTransaction(game)
        if refusal := tx.execute(command, seat_actor(seat.number)):
            return refusal
        tx.commit()
        return Accepted(game.seq)


# --- seats ----------------------------------------------------------------------------------------------------------


SWAP_PLACEHOLDER = 100  # a seat number outside every table, used while two are swapped

type Seats = dict[int, Seat]


def leave_seat(game: Game, person: Person) -> Accepted | Refused:
    """Take the person off the seat. The next person becomes host if it was the host's; without one, cancel the game."""

    def leave(game: Game, seats: Seats, mine: Seat) -> Accepted | Refused:
        heir = _next_person(seats, mine) if game.host_id == person.pk else None
        if game.host_id == person.pk and heir is None:
            return _cancel(game, mine)
        tx = GameTransaction(game)
        if refusal := tx.execute(LeaveSeat(mine.number), seat_actor(mine.number)):
            return refusal
        if heir:
            Game.objects.filter(pk=game.pk).update(host=heir.person_id)
        return _vacate(tx, seats[mine.number])

    return _at_table(game, person, leave)


def remove_player(game: Game, host: Person, number: int) -> Accepted | Refused:
    """Remove the player on this seat, who cannot return to this table. Only for the host."""

    def remove(game: Game, seats: Seats, mine: Seat) -> Accepted | Refused:
        if number == mine.number:
            return refused("host-stays")
        tx = GameTransaction(game)
        if refusal := tx.execute(LeaveSeat(number, removed=True), seat_actor(mine.number)):
            return refusal
        if (gone := seats[number].person_id) is not None:
            TableBan.objects.create(game=game, person_id=gone)
        return _vacate(tx, seats[number])

    return _as_host(game, host, remove)


def seat_computers(game: Game, host: Person, number: int | None, level: str) -> Accepted | Refused:
    """Put a computer player of this level on a free seat, or one on every free seat. Only for the host."""

    def seat(game: Game, seats: Seats, mine: Seat) -> Accepted | Refused:
        if number in seats:
            return refused("seat-taken", seat=number)
        if game.is_challenge:
            return refused("challenge-fixed")
        free = [number] if number else [each for each in range(1, game.seats + 1) if each not in seats]
        if not free:
            return refused("table-full")
        if game.table_settings.get("rated"):
            return refused("rated-computer")
        tx = GameTransaction(game)
        assignments = bot_assignments(dict.fromkeys(free, level), (each.name for each in seats.values()))
        for assignment in assignments:
            if refusal := tx.execute(TakeSeat(assignment.number, assignment.name), seat_actor(mine.number)):
                return refusal
        Seat.objects.bulk_create(build_seat(game, assignment) for assignment in assignments)
        tx.commit()
        return Accepted(game.seq)

    return _as_host(game, host, seat)


def swap_seats(game: Game, person: Person, number: int, other: int) -> Accepted | Refused:
    """Swap the players of these two seats: any two for the host; others may move to a free seat."""

    def change(game: Game, seats: Seats, mine: Seat) -> Accepted | Refused:
        if game.host_id != person.pk and (mine.number not in (number, other) or {number, other} <= set(seats)):
            return refused("not-yours")
        if game.is_challenge:  # who plays first depends on the seats
            return refused("challenge-fixed")
        tx = GameTransaction(game)
        if refusal := tx.execute(SwapSeats(number, other), seat_actor(mine.number)):
            return refusal
        for old, new in ((number, SWAP_PLACEHOLDER), (other, number), (SWAP_PLACEHOLDER, other)):
            Seat.objects.filter(game=game, number=old).update(number=new)
            ChatMessage.objects.filter(game=game, seat=old).update(seat=new)
        tx.commit()
        return Accepted(game.seq)

    return _at_table(game, person, change)


def cancel_game(game: Game, host: Person) -> Accepted | Refused:
    """Cancel the game. Only for the host."""
    return _as_host(game, host, lambda game, _, mine: _cancel(game, mine))


# --- steps --------------------------------------------------------------------------------------------------------

type Step = Callable[[Game, Seats, Seat], Accepted | Refused]
"""An operation on the locked game, its taken seats, and the acting person's seat."""


def _at_table(game: Game, person: Person, step: Step) -> Accepted | Refused:
    with write_transaction():
        game = lock_game(game.pk)
        seats = {seat.number: seat for seat in game.taken_seats.all()}
        mine = next((seat for seat in seats.values() if seat.person_id == person.pk), None)
        return step(game, seats, mine) if mine else refused("not-at-table")


def _as_host(game: Game, host: Person, step: Step) -> Accepted | Refused:
    def checked(game: Game, seats: Seats, mine: Seat) -> Accepted | Refused:
        return step(game, seats, mine) if game.host_id == host.pk else refused("not-host")

    return _at_table(game, host, checked)


def _next_person(seats: Seats, mine: Seat) -> Seat | None:
    """The first person after this one, by seat, or None."""
    people = [seat for number, seat in sorted(seats.items()) if seat.person_id and number != mine.number]
    return next((seat for seat in people if seat.number > mine.number), people[0] if people else None)


def _cancel(game: Game, mine: Seat) -> Accepted | Refused:
    tx = GameTransaction(game)
    if refusal := tx.execute(CancelGame(), seat_actor(mine.number)):
        return refusal
    tx.commit()
    return Accepted(game.seq)


def _vacate(tx: GameTransaction, seat: Seat) -> Accepted:
    ChatMessage.objects.filter(game=tx.game, seat=seat.number).update(seat=NO_SEAT)
    seat.delete()
    tx.commit()
    return Accepted(tx.game.seq)
