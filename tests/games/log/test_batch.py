"""The states of many games at once are those that each game's log leads to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.log.batch import WINDOW, latest_states
from games.log.store import SNAPSHOT_EVERY, load, recent_events, recent_states
from games.models import Game, Seat, Snapshot
from tests.games.recipients import play_once
from tests.games.tables import RULES, person

pytestmark = pytest.mark.django_db

LENGTHS = (0, 3, SNAPSHOT_EVERY, WINDOW)
"""Numbers of moves: none, less than up to a snapshot, more than are read."""


@pytest.fixture
def games() -> list[Game]:
    ann = person("Ann")
    begun = [services.start_game(ann, RULES, "casino", 2, False, "friends") for _ in LENGTHS]
    for number, (game, moves) in enumerate(zip(begun, LENGTHS, strict=True)):
        services.take_seat(game, person(f"Other{number}"), 2)
        for _ in range(moves):
            play_once(game)
    return rows()


def rows() -> list[Game]:
    return list(Game.objects.order_by("pk"))


@pytest.mark.parametrize("snapshots", [True, False])
@pytest.mark.parametrize("cached", [True, False])
def test_each_state_is_the_one_of_its_log(snapshots: bool, cached: bool, games: list[Game]) -> None:
    if not snapshots:
        Snapshot.objects.all().delete()
    expected = {game.pk: (load(game)[0], recent_events(game)[-3:]) for game in games}
    if not cached:
        recent_states.clear()
    with CaptureQueriesContext(connection) as queries:
        found = latest_states(games)
    assert {pk: (latest.state, latest.events[-3:]) for pk, latest in found.items()} == expected
    assert len(queries) <= (0 if cached else 2)


def test_a_move_taken_back_since_is_not_in_the_state(games: list[Game]) -> None:
    game = games[1]
    mover = Seat.objects.get(game=game, number=3 - game.turn)
    services.make_offer(mover, "takeback", game.seq)
    other = Seat.objects.get(game=game, number=game.turn)
    services.answer_offer(other, True, Game.objects.get(pk=game.pk).seq)
    recent_states.clear()
    (row,) = Game.objects.filter(pk=game.pk)
    state = latest_states([row])[row.pk].state
    assert state == load(row)[0]
    assert state.turn == mover.number


def test_a_game_that_goes_on_meanwhile_is_as_its_row_says_or_left_out(games: list[Game]) -> None:
    expected = {game.pk: load(game)[0] for game in games}
    for game in games[1:]:
        play_once(game)
    recent_states.clear()
    assert {pk: latest.state for pk, latest in latest_states(games).items()} == expected
    Snapshot.objects.update(seq=10_000)
    recent_states.clear()
    with_snapshot = set(Snapshot.objects.values_list("game", flat=True))
    assert with_snapshot
    assert set(latest_states(games)) == {game.pk for game in games} - with_snapshot
