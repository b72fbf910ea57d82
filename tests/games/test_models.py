"""Constraints that the database itself enforces."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils.translation import override

from games.models import DELETED_PLAYER, PUBLIC_ID_LENGTH, PUBLIC_ID_LETTERS, Game, Seat, Snapshot, StoredEvent
from tests.games.tables import game_by_hand, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ann and Bob, the first cards dealt."""
    return game_by_hand()[0]


def test_an_event_cannot_be_changed(game: Game) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        game.events.filter(seq=1).update(actor="nobody")
    assert not StoredEvent.objects.filter(actor="nobody")


def test_an_event_cannot_be_deleted(game: Game) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        game.events.filter(seq=6).delete()
    assert game.events.count() == 6


def test_nor_by_speaking_to_the_database_itself() -> None:
    game_by_hand()
    for statement in ("UPDATE games_storedevent SET payload = '{}'", "DELETE FROM games_storedevent"):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert StoredEvent.objects.count() == 6


def test_a_game_with_events_cannot_be_deleted(game: Game) -> None:
    with pytest.raises(ProtectedError):
        game.delete()
    assert Game.objects.filter(pk=game.pk).exists()


def test_a_number_is_given_once_in_a_game(game: Game) -> None:
    again = StoredEvent(
        game=game, seq=6, type="turn_started", version=1, payload={"seat": 1}, actor="server", at=game.updated
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


def test_a_seat_is_taken_once(game: Game) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, number=1, name="Cleo")


@pytest.mark.parametrize("bot", ["", "steady"])
def test_a_former_player_is_named_in_the_viewers_language_also_where_a_computer_plays(game: Game, bot: str) -> None:
    seat = Seat(game=game, number=1, name=DELETED_PLAYER, bot=bot)
    with override("es"):
        assert seat.table_name == seat.display_name == "Exjugador"


def test_a_person_sits_once_at_a_table(game: Game) -> None:
    cleo = person("Cleo")
    Seat.objects.create(game=game, number=3, name="Cleo", person=cleo)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(game=game, number=4, name="Cleo", person=cleo)


def test_a_game_outlives_the_people_in_it(game: Game) -> None:
    cleo = person("Cleo")
    Seat.objects.create(game=game, number=3, name="Cleo", person=cleo)
    cleo.delete()
    assert Seat.objects.get(game=game, number=3).person is None


def test_addresses_are_short_and_cannot_be_guessed() -> None:
    addresses = {game_by_hand()[0].public_id for _ in range(20)}
    assert len(addresses) == 20
    assert all(len(each) == PUBLIC_ID_LENGTH and set(each) <= set(PUBLIC_ID_LETTERS) for each in addresses)


def test_rows_say_what_they_are(game: Game) -> None:
    snapshot = Snapshot(game=game, seq=6)
    assert str(game) == game.public_id
    assert [str(seat) for seat in game.taken_seats.all()] == ["1: Ann", "2: Bob"]
    assert str(game.events.get(seq=2)) == "2 seat_taken"
    assert str(snapshot) == f"{game.pk}/6"
