"""What becomes of seats when the people on them are called otherwise, have an account, or go."""

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
    """How many games went to the account, and those in which it has a seat of its own."""

    games: int
    kept_back: tuple[Game, ...]


def call_seats(person: Person) -> None:
    """The person is shown by the name of now wherever he or she sits."""
    with write_transaction():
        seats = Seat.objects.filter(person=person)
        for number in seats.filter(game__status__in=UNFINISHED).order_by("game_id").values_list("game_id", flat=True):
            locked(number)  # nobody sits down meanwhile
        seats.update(name=str(person)[:NAME_LENGTH])
        for seat in seats.filter(game__in=_games_of_others_called(str(person), person)):
            _give(seat, person)
        _tell(Game.objects.filter(taken_seats__person=person).filter(status__in=UNFINISHED))


def _games_of_others_called(name: str, person: Person) -> set[int]:
    """Return the person's games in which somebody else is called so, or nearly."""
    others = Seat.objects.filter(game__taken_seats__person=person).exclude(person=person)
    return {game for game, called in others.values_list("game_id", "name") if keys(called) & keys(name)}


def _give(seat: Seat, person: Person) -> None:
    """Make the seat the person's, under a name that nobody else at the table has."""
    others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk)
    Seat.objects.filter(pk=seat.pk).update(person=person, name=unlike(str(person), [other.name for other in others]))


def move_games(guest: Person, person: Person) -> Moved:
    """What was a guest's is the person's from now on: seats, tables opened, records, house rules. Where both sit at one
    table, the guest's seat stays as it is. Raises ValueError when the first is no guest."""
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
    """The game, unless the person sits in it already."""
    if game.taken_seats.filter(person=person).exists():
        return None
    seat = Seat.objects.get(pk=pk)
    _give(seat, person)
    attest_move(game, seat.number, person.pk)
    return game


def _move_words(guest: Person, person: Person, games: list[Game]) -> None:
    """What was said and noted at these tables; a note that the account has there already stays."""
    Message.objects.filter(person=guest, game__in=games).update(person=person)
    noted = Note.objects.filter(person=person).values_list("game_id", flat=True)
    Note.objects.filter(person=guest, game__in=games).exclude(game__in=list(noted)).update(person=person)


def leave_games(person: Person) -> None:
    """Give up what is being played, so that nobody waits, and take the name off every seat: the games stay."""
    with write_transaction():
        for seat in Seat.objects.filter(person=person).filter(game__status__in=UNFINISHED).order_by("game_id"):
            _leave(seat, locked(seat.game_id), person)
        games = list(Game.objects.filter(taken_seats__person=person))
        Seat.objects.filter(person=person).update(name=SOMEBODY)
        _tell(games)


def _leave(seat: Seat, game: Game, person: Person) -> None:
    """Of two who play, resign; among more the computer plays on, and nobody else pays for it. Before the beginning, get
    up."""
    if game.status == Game.Status.OPEN and awaits_seeds(load(game)[0]):
        begin_without(game)
    if game.status != Game.Status.PLAYING:
        leave_seat(game, person)
    elif game.seats == 2 or not (seat.bot or _handed_over(seat, game)):
        resign(seat, game.seq)


def _handed_over(seat: Seat, game: Game) -> bool:
    """Whether the computer has taken the seat: not where the game stands still."""
    recorder = Recorder(game)
    if recorder.ask(GiveSeat(seat.number, bots.DEFAULT, final=True), actor_of(seat.number)):
        return False
    game.taken_seats.filter(number=seat.number).update(bot=bots.DEFAULT)
    recorder.record()
    return True


def _tell(games: Iterable[Game]) -> None:
    for game in games:
        broadcast.game_changed(game.public_id, game.seq)
