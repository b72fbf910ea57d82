"""Names of players: taken from the rows of the seats, whatever the log says."""

import pytest
from django.utils.translation import override

from accounts.models import Person
from games import services
from games.domain.evolve import fold
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.setup_events import SeatLeft, SeatsSwapped, SeatTaken
from games.log.player_names import current_names, load_full_log, table_names
from games.models import DELETED_PLAYER, Game, Seat
from tests.games.tables import person

pytestmark = pytest.mark.django_db

CHANGED = {"Ann": "Annie", "Bob": "Bobby", "Cleo": "Cleo"}


@pytest.fixture
def game() -> Game:
    """Ann opens, Bob sits down and leaves his seat, Cleo sits down and swaps with Ann, Bob comes back."""
    ann, bob, cleo = (person(name) for name in CHANGED)
    game = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 3, False, "friends")
    services.take_seat(game, bob, 2)
    services.leave_seat(game, bob)
    services.take_seat(game, cleo, 2)
    services.swap_seats(game, ann, 1, 2)
    for name, new in CHANGED.items():
        Seat.objects.filter(person__display_name=name).update(name=new)
    return Game.objects.get(pk=game.pk)


def begun(game: Game) -> Game:
    """The same game, after Bob has taken the last seat under his new name."""
    services.take_seat(game, Person.objects.get(username="bob"), 3)
    Seat.objects.filter(number=3).update(name="Bobby")
    return Game.objects.get(pk=game.pk)


def told(game: Game) -> list[object]:
    return [event for event in load_full_log(game) if isinstance(event, SeatTaken | SeatLeft | SeatsSwapped)]


def test_the_log_is_told_with_the_names_of_now(game: Game) -> None:
    assert told(begun(game)) == [
        SeatTaken(1, "Annie"),
        SeatTaken(2, DELETED_PLAYER),
        SeatLeft(2, DELETED_PLAYER, removed=False),
        SeatTaken(2, "Cleo"),
        SeatsSwapped(1, 2, ("Annie", "Cleo")),
        SeatTaken(3, "Bobby"),
    ]


def test_folded_it_leads_to_the_same_table(game: Game) -> None:
    game = begun(game)
    assert fold(load_full_log(game)).players == ("Cleo", "Annie", "Bobby")
    assert current_names(game) == {1: "Cleo", 2: "Annie", 3: "Bobby"}


def test_while_a_table_is_open_it_is_said_who_got_up(game: Game) -> None:
    assert SeatLeft(2, "Bob", removed=False) in told(game)
    assert SeatTaken(2, "Bob") in told(game)


def test_moving_to_a_free_seat_is_told_of_one(game: Game) -> None:
    services.swap_seats(game, Person.objects.get(username="ann"), 2, 3)
    game.refresh_from_db()
    Seat.objects.filter(number=3).update(name="Annie")
    last = told(game)[-1]
    assert last == SeatsSwapped(2, 3, ("Annie", ""))


def test_who_left_is_called_so_in_the_language_of_the_page(game: Game) -> None:
    Seat.objects.filter(number=1).update(name=DELETED_PLAYER)
    with override("en"):
        assert current_names(game)[1] == "A former player"


def test_a_computer_is_called_so_in_the_language_of_the_page(game: Game) -> None:
    Seat.objects.filter(number=2).update(name="Computer Otto", bot="steady", person=None)
    Seat.objects.filter(number=1).update(name="Computer Fan")
    with override("es"):
        assert current_names(Game.objects.get(pk=game.pk)) == {1: "Computer Fan", 2: "Computadora Otto"}
    assert current_names(Game.objects.get(pk=game.pk))[2] == "Computer Otto"


def test_beside_its_portrait_a_computer_has_its_name_alone(game: Game) -> None:
    Seat.objects.filter(number=2).update(name="Computer Otto", bot="steady", person=None)
    Seat.objects.filter(number=1).update(name="Computer Fan")
    assert table_names(Game.objects.get(pk=game.pk)) == {1: "Computer Fan", 2: "Otto"}
