"""Updates of seats when their people are renamed, move their games to an account, or leave."""

from collections.abc import Iterable
from typing import NamedTuple

from accounts.models import Person
from accounts.person_names import lookalike_keys
from casino.hooks import Hook
from casino.transactions import write_transaction
from games.domain.commands import CancelGame
from games.domain.seating import awaits_seeds
from games.live import broadcast
from games.log.attestations import attest_move
from games.log.store import load, lock_game
from games.models import DELETED_PLAYER, NAME_LENGTH, Game, ImportedRecord, Seat, SeatResult
from games.models.social import ChatMessage, PrivateNote
from games.services.game_transaction import GameTransaction
from games.services.house_rules import move_rules
from games.services.players import distinct_name
from games.services.records import delete_surplus_records
from games.services.seating import leave_seat, start_without_seeds
from games.services.turns import resign

UNFINISHED = (Game.Status.OPEN, Game.Status.PLAYING)


guest_merged: Hook[[Person, Person], None] = Hook()
"""Called with a guest, and the account to which the guest's games move, inside the transaction."""


class MergeResult(NamedTuple):
    """The number of games moved to the account, and those left out because it has a seat there already."""

    games: int
    skipped: tuple[Game, ...]


def update_seat_names(person: Person) -> None:
    """Show the person by their current name wherever they sit."""
    with write_transaction():
        seats = Seat.objects.filter(person=person)
        for game_id in seats.filter(game__status__in=UNFINISHED).order_by("game_id").values_list("game_id", flat=True):
            lock_game(game_id)  # so that no one sits down meanwhile
        seats.update(name=str(person)[:NAME_LENGTH])
        for seat in seats.filter(game__in=_games_with_lookalikes(str(person), person)):
            _assign(seat, person)
        _publish(Game.objects.filter(taken_seats__person=person).filter(status__in=UNFINISHED))


def _games_with_lookalikes(name: str, person: Person) -> set[int]:
    """The person's games in which another player has the same or a confusable name."""
    others = Seat.objects.filter(game__taken_seats__person=person).exclude(person=person)
    names = others.values_list("game_id", "name")
    return {game for game, other in names if lookalike_keys(other) & lookalike_keys(name)}


def _assign(seat: Seat, person: Person) -> None:
    """Give the seat to the person, under a name unique at the table."""
    others = Seat.objects.filter(game=seat.game_id).exclude(pk=seat.pk).values_list("name", flat=True)
    Seat.objects.filter(pk=seat.pk).update(person=person, name=distinct_name(str(person), others))


def move_games(guest: Person, person: Person) -> MergeResult:
    """Move a guest's seats, tables, records and house rules to the person.

    Where both sit at one table, the guest's seat stays as it is, and with it the link back. Raises ValueError when the
    first is not a guest.
    """
    if not guest.is_guest:
        raise ValueError("only a guest's games can be moved")
    with write_transaction():
        seats = Seat.objects.filter(person=guest).order_by("game_id").values_list("pk", "game_id")
        moved = [game for pk, game_id in seats if (game := _move(pk, lock_game(game_id), person))]
        Game.objects.filter(host=guest).exclude(taken_seats__person=guest).update(host=person)
        ImportedRecord.objects.filter(owner=guest).update(owner=person)
        delete_surplus_records(person)
        move_rules(guest, person)
        _move_messages(guest, person, moved)
        guest.disputes.filter(game__in=moved).update(person=person)
        guest_merged(guest, person)
        for rows in (guest.suspensions, guest.chat_bans, guest.sanctions):
            rows.update(person=person)
        _publish(moved)
        skipped = tuple(Game.objects.filter(taken_seats__person=guest))
        Person.objects.select_for_update(no_key=True).get(pk=guest.pk).end_sessions(keep_link=bool(skipped))
        return MergeResult(len(moved), skipped)


def _move(pk: int, game: Game, person: Person) -> Game | None:
    """Move one seat; return its game, or None if the person sits in it already."""
    if game.taken_seats.filter(person=person).exists():
        return None
    seat = Seat.objects.get(pk=pk)
    _assign(seat, person)
    attest_move(game, seat.number, person.pk)
    SeatResult.objects.filter(game=game, number=seat.number).update(person=person)
    return game


def _move_messages(guest: Person, person: Person, games: list[Game]) -> None:
    """Move the guest's messages and notes at these tables; the person's existing notes stay."""
    ChatMessage.objects.filter(person=guest, game__in=games).update(person=person)
    noted = PrivateNote.objects.filter(person=person).values_list("game_id", flat=True)
    PrivateNote.objects.filter(person=guest, game__in=games).exclude(game__in=list(noted)).update(person=person)


def leave_games(person: Person) -> None:
    """Leave all unfinished games, so that no one waits, and remove the name from every seat: the games stay."""
    with write_transaction():
        for seat in Seat.objects.filter(person=person).filter(game__status__in=UNFINISHED).order_by("game_id"):
            _leave(seat, lock_game(seat.game_id), person)
        for pk in person.hosted_games.filter(pass_and_play=True, status__in=UNFINISHED).values_list("pk", flat=True):
            _end_local(lock_game(pk))
        Seat.objects.filter(game__host=person, game__pass_and_play=True, bot="").update(name=DELETED_PLAYER)
        games = list(Game.objects.filter(taken_seats__person=person))
        Seat.objects.filter(person=person).update(name=DELETED_PLAYER)
        _publish(games)


def _leave(seat: Seat, game: Game, person: Person) -> None:
    """Resign, also a seat that a computer plays for the person until they return. Before the game has begun, leave the
    seat."""
    if game.status == Game.Status.OPEN and awaits_seeds(load(game)[0]):
        start_without_seeds(game)
    if game.status != Game.Status.PLAYING:
        leave_seat(game, person)
    else:
        resign(seat, game.seq)


def _end_local(game: Game) -> None:
    """End a game of pass and play, whose device has lost its account, without a result."""
    if game.status == Game.Status.OPEN:
        start_without_seeds(game)
    tx = GameTransaction(game)
    tx.execute_trusted(CancelGame(begun=True))
    tx.commit()


def _publish(games: Iterable[Game]) -> None:
    """Show the new names at the tables, beside them, and in the lobby."""
    for game in games:
        in_lobby = game.public and game.status == Game.Status.OPEN
        broadcast.publish_game_changed(game.public_id, game.seq, people=game.people, lobby=in_lobby)
        broadcast.publish_presence_changed(game.public_id)
        broadcast.publish_chat_changed(game.public_id)
