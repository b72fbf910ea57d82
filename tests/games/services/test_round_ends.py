"""Marks of the rounds whose end players have seen, and the clock between two rounds."""

import pytest
from pytest_django import Settings

from games import services
from games.clocks import from_json, time_left
from games.domain.presets import resolve_rules
from games.domain.table_settings import TableSettings
from games.log.store import load
from games.models import Game, Seat
from tests.games.computers import fresh
from tests.games.rounds import after_round_one, play_once
from tests.games.tables import person

pytestmark = pytest.mark.django_db


def seats_of(game: Game) -> tuple[Seat, Seat]:
    first, second = Seat.objects.filter(game=game).order_by("number")
    return first, second


def test_the_last_player_to_go_on_is_told_so_once() -> None:
    game = after_round_one()[0].game
    first, second = seats_of(game)
    assert not services.mark_round_end_seen(first, 1)
    assert services.mark_round_end_seen(second, 1)
    assert not services.mark_round_end_seen(second, 1)


def test_a_mark_never_goes_back() -> None:
    game = after_round_one()[0].game
    first, _ = seats_of(game)
    Seat.objects.filter(pk=first.pk).update(seen_round=1)
    services.mark_round_end_seen(seats_of(game)[0], 0)
    assert seats_of(game)[0].seen_round == 1


def test_a_stale_seat_from_a_cache_shows_no_screen_again() -> None:
    game = after_round_one()[0].game
    stale, _ = seats_of(game)
    services.mark_round_end_seen(seats_of(game)[0], 1)
    assert stale.seen_round == 0
    assert not services.has_unseen_round_end(stale, load(fresh(game))[0])


def live_game(clock: str) -> Game:
    """Return a game with this clock after its first round."""
    table_settings = TableSettings(clock="live", time=600) if clock == "live" else TableSettings()
    ann = person("Ann")
    rules = resolve_rules({"preset": "casino", "target": 200})
    game = services.start_game(ann, rules, "casino", 2, False, "friends", table_settings)
    services.take_seat(game, person("Bob"), None)
    while not load(fresh(game))[0].sheets:
        play_once(game)
    return fresh(game)


def test_with_a_live_clock_the_first_to_play_gets_time_to_look_at_the_score(settings: Settings) -> None:
    settings.ROUND_PAUSE = 10
    game = live_game("live")
    (given,) = game.events.filter(type="time_compensated")
    assert given.payload == {"seat": game.turn, "seconds": 10, "reason": "round"}
    clock = from_json(game.clock)
    assert clock
    at = clock.since + 9
    assert time_left(clock, load(game)[0].table_settings, game.turn, at) == (clock.remaining[game.turn - 1], 0)
    assert game.deadline
    assert game.deadline.timestamp() == pytest.approx(clock.since + clock.remaining[game.turn - 1] + 10, abs=0.01)


@pytest.mark.parametrize(("clock", "pause"), [("none", 10), ("live", 0)])
def test_without_a_clock_or_a_pause_nothing_is_recorded(clock: str, pause: int, settings: Settings) -> None:
    settings.ROUND_PAUSE = pause
    assert not live_game(clock).events.filter(type="time_compensated").exists()
