"""Updates of seats when their people are renamed, move their games to an account, or leave."""

from collections.abc import Iterable
from typing import NamedTuple

from accounts.lookalikes import keys
from accounts.models import Person
from casino.writes import write_transaction
from games import bots
from games.domain.commands import GiveSeat
from games.domain.seating import awaits_seeds
from games.integrity.attesting import attest_move
from games.live import broadcast
from games.log.store import load, locked
from games.models import NAME_LENGTH, SOMEBODY, Game, Record, Seat
from games.models.social import Message, Note
from games.rulings.models import ChatBan, Dispute, Notice, Suspension
from games.services.house import move_rules
from games.services.recorder import Recorder
from games.services.seating import leave_seat
from games.services.seeds import begin_without
from games.services.sitters import unlike
from games.services.turns import actor_of, resign

UNFINISHED = (Game.Status.OPEN, Game.Status.PLAYING)


class Moved(NamedTuple):
    """The number of games moved to the account, and those left out because it has a seat there already."""

    games: int
    kept_back: tuple[Game, ...]


def call_seats(person: Person) -> None:
    """Show the person by their current name wherever they sit."""
    with write_transaction():
        seats = Seat.objects.filter(person=person)
        for number in seats.filter(game__status__in=UNFINISHED).order_by("game_id").values_list("game_id", flat=True):
            locked(number)  # so that no one sits down meanwhile
        seats.update(name=str(person)[:NAME_LENGTH])
        for seat in seats.filter(game__in=_games_of_others_called(str(person), person)):
            _give(seat, person)
        _tell(Game.objects.filter(taken_seats__person=person).filter(status__in=UNFINISHED))


def _games_of_others_called(name: str, person: Person) -> set[int]:
    """Return the person's games in which another player has the same or a confusable name."""
    others = Seat.objects.filter(game__taken_seats__person=person).exclude(person=person)
    return {game for game, called in others.values_list("game_id", "name") if keys(called) & keys(name)}


def _give(seat: Seat, person: Person) -> None:
    """Give the seat to the person, under a name unique at the table."""
    others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk)
    Seat.objects.filter(pk=seat.pk).update(person=person, name=unlike(str(person), [other.name for other in others]))


def move_games(guest: Person, person: Person) -> Moved:
    """Move a guest's seats, tables, records and house rules to the person.

    Where both sit at one table, the guest's seat stays as it is. Raises ValueError when the first is not a guest.
    """
    if not guest.is_guest:
        raise ValueError("only a guest's games can be moved")
    with write_transaction():
        seats = Seat.objects.filter(person=guest).order_by("game_id").values_list("pk", "game_id")
        moved = [game for pk, number in seats if (game := _move(pk, locked(number), person))]
        Game.objects.filter(host=guest).exclude(taken_seats__person=guest).update(host=person)
        Record.objects.filter(owner=guest).update(owner=person)
        move_rules(guest, person)
        _move_words(guest, person, moved)
        Dispute.objects.filter(person=guest, game__in=moved).update(person=person)
        Suspension.objects.filter(person=guest).update(person=person)
        ChatBan.objects.filter(person=guest).update(person=person)
        Notice.objects.filter(person=guest).update(person=person)
        _tell(moved)
        return Moved(len(moved), tuple(Game.objects.filter(taken_seats__person=guest)))


def _move(pk: int, game: Game, person: Person) -> Game | None:
    """Move one seat; return its game, or None if the person sits in it already."""
    if game.taken_seats.filter(person=person).exists():
        return None
    seat = Seat.objects.get(pk=pk)
    _give(seat, person)
    attest_move(game, seat.number, person.pk)
    return game


def _move_words(guest: Person, person: Person, games: list[Game]) -> None:
    """Move the guest's messages and notes at these tables; the person's existing notes stay."""
    Message.objects.filter(person=guest, game__in=games).update(person=person)
    noted = Note.objects.filter(person=person).values_list("game_id", flat=True)
    Note.objects.filter(person=guest, game__in=games).exclude(game__in=list(noted)).update(person=person)


def leave_games(person: Person) -> None:
    """Leave all unfinished games, so that no one waits, and remove the name from every seat: the games stay."""
    with write_transaction():
        for seat in Seat.objects.filter(person=person).filter(game__status__in=UNFINISHED).order_by("game_id"):
            _leave(seat, locked(seat.game_id), person)
        games = list(Game.objects.filter(taken_seats__person=person))
        Seat.objects.filter(person=person).update(name=SOMEBODY)
        _tell(games)


def _leave(seat: Seat, game: Game, person: Person) -> None:
    """Resign where two play; with more players the computer plays on, so that no one else pays for it.

    Before the game has begun, leave the seat.
    """
    if game.status == Game.Status.OPEN and awaits_seeds(load(game)[0]):
        begin_without(game)
    if game.status != Game.Status.PLAYING:
        leave_seat(game, person)
    elif game.seats == 2 or not (seat.bot or _handed_over(seat, game)):
        resign(seat, game.seq)


def _handed_over(seat: Seat, game: Game) -> bool:
    """Hand the seat to the computer; return False where the game is stopped."""
    recorder = Recorder(game)
    if recorder.ask(GiveSeat(seat.number, bots.DEFAULT, final=True), actor_of(seat.number)):
        return False
    game.taken_seats.filter(number=seat.number).update(bot=bots.DEFAULT)
    recorder.record()
    return True


def _tell(games: Iterable[Game]) -> None:
    for game in games:
        broadcast.game_changed(game.public_id, game.seq)
