"""Time that runs out at a table: the loss, the replacement by a computer, the forced play; and time that no player
loses."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from games import services
from games.domain.table_settings import DAY
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Seat
from games.services import Accepted, Refused, Stale
from games.tasks.turns import enforce_timeout, play_bot_turn, recover_overdue_games
from tests.games.services.test_concurrency import at_once
from tests.games.services.test_turns import statements, trail
from tests.games.timed import MONDAY, Passing, fresh, kinds, mover, signs_of_life, standing_time, timed_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def winners(game: Game) -> tuple[int, ...]:
    state, _ = load(fresh(game))
    assert state.result
    assert state.result.reason == "timeout"
    return state.result.winners


# --- what happens then --------------------------------------------------------------------------------------------


def test_the_deadline_stands_in_the_row_and_a_task_waits_for_it(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    assert game.deadline == MONDAY + timedelta(days=1)
    row = DBTaskResult.objects.get()
    assert (row.run_after, row.args_kwargs["args"]) == (game.deadline, [game.public_id, game.seq])


def test_of_two_who_lets_the_time_run_out_loses(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    loser = game.turn
    time.passes(DAY)
    enforce_timeout.call(game.public_id, game.seq)
    assert winners(game) == (3 - loser,)
    assert kinds(game, game.seq) == ["turn_expired", "game_won"]
    assert fresh(game).deadline is None
    assert verify_game(fresh(game)) == []


def test_nothing_happens_before_it_is_time(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    time.passes(DAY - 1)
    enforce_timeout.call(game.public_id, game.seq)
    recover_overdue_games()
    assert fresh(game).seq == game.seq


def test_the_task_of_a_turn_that_was_played_does_nothing(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    services.play(mover(game), trail(game), game.seq)
    time.passes(DAY)
    seq = fresh(game).seq
    enforce_timeout.call(game.public_id, game.seq)
    assert fresh(game).seq == seq


def test_run_twice_it_happens_once(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY, timeout="card")
    time.passes(DAY)
    for _ in range(2):
        enforce_timeout.call(game.public_id, game.seq)
    assert kinds(game).count("turn_expired") == 1


@pytest.mark.parametrize(("seats", "partners"), [(4, True), (3, False)])
def test_partners_and_third_players_play_on_with_a_computer(time: Passing, seats: int, partners: bool) -> None:
    game = timed_game(seats, partners, clock="turn", time=DAY)
    gone = mover(game)
    time.passes(DAY)
    recover_overdue_games()
    now = fresh(game)
    assert (now.status, now.turn, now.deadline) == (Game.Status.PLAYING, gone.number, None)
    assert Seat.objects.get(pk=gone.pk).bot
    assert isinstance(services.return_to_seat(gone), Refused)
    assert verify_game(now) == []


def test_the_computer_plays_until_its_player_comes_back(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY, timeout="computer")
    away = mover(game)
    time.passes(DAY)
    recover_overdue_games()
    assert kinds(game, game.seq) == ["turn_expired", "bot_took_over"]
    time.passes(10)
    play_bot_turn.call(game.public_id, fresh(game).seq)
    now = fresh(game)
    assert now.turn == 3 - away.number
    assert services.return_to_seat(away) == Accepted(now.seq + 1)
    services.play(mover(game), trail(game), now.seq + 1)
    again = fresh(game)
    assert (again.turn, again.deadline) == (away.number, MONDAY + timedelta(days=2, seconds=10))
    assert Seat.objects.get(pk=away.pk).bot == ""
    assert verify_game(again) == []


def test_a_card_is_played_always_the_same(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY, timeout="card")
    seat = game.turn
    time.passes(DAY)
    recover_overdue_games()
    now = fresh(game)
    assert (now.turn, now.deadline) == (3 - seat, MONDAY + timedelta(days=2))
    assert kinds(game, game.seq)[0] == "turn_expired"
    played = game.events.exclude(action_text="").order_by("seq").last()
    assert played
    assert (played.actor, played.seq) == (f"seat:{seat}", game.seq + 2)
    assert verify_game(now) == []


def test_live_time_that_is_used_is_gone(time: Passing) -> None:
    game = timed_game(clock="live", time=300, increment=10)
    time.passes(100)
    services.play(mover(game), trail(game), game.seq)
    time.passes(50)
    services.play(mover(game), trail(game), fresh(game).seq)
    now = fresh(game)
    assert now.deadline == MONDAY + timedelta(seconds=150 + 210)
    assert verify_game(now) == []


def test_a_changed_clock_is_found(time: Passing) -> None:
    game = timed_game(clock="live", time=300)
    Game.objects.filter(pk=game.pk).update(deadline=MONDAY)
    assert "the game's row has deadline" in verify_game(fresh(game))[0]


def test_nobodys_time_runs_out_at_a_table_without_a_clock(time: Passing) -> None:
    game = timed_game()
    time.passes(100 * DAY)
    recover_overdue_games()
    assert not services.enforce_timeout(game.public_id, game.seq)
    assert (fresh(game).seq, game.deadline) == (game.seq, None)


def test_a_computer_is_never_out_of_time_but_waked(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    Seat.objects.filter(game=game, number=game.turn).update(bot="steady")
    DBTaskResult.objects.all().delete()
    time.passes(DAY)
    recover_overdue_games()
    assert fresh(game).seq == game.seq
    assert not services.enforce_timeout(game.public_id, game.seq)
    assert [row.task_path for row in DBTaskResult.objects.all()] == ["games.tasks.turns.play_bot_turn"]


def test_a_game_that_cannot_be_read_holds_up_no_other(time: Passing, caplog: pytest.LogCaptureFixture) -> None:
    broken, whole = timed_game(clock="turn", time=DAY), timed_game(clock="turn", time=DAY)
    Game.objects.filter(pk=broken.pk).update(table_settings={}, deadline=MONDAY)
    time.passes(DAY)
    recover_overdue_games()
    assert kinds(whole, whole.seq) == ["turn_expired", "game_won"]
    assert fresh(broken).seq == broken.seq
    assert "KeyError" in caplog.text


# --- at the very moment -------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("timeout", ["lose", "card"])
def test_of_a_move_and_the_end_of_its_time_one_happens(timeout: str) -> None:
    signs_of_life()
    game = timed_game(clock="live", time=0, timeout=timeout)
    seat, card = mover(game), trail(game)
    jobs = [
        *[partial(services.play, seat, card, game.seq)] * 3,
        *[partial(services.enforce_timeout, game.public_id, game.seq)] * 3,
    ]
    outcomes: list[object] = at_once(jobs)  # type: ignore[arg-type]
    expired = kinds(game).count("turn_expired")
    assert outcomes.count(True) == expired
    played = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    assert all(isinstance(outcome, Accepted | Stale | bool) for outcome in outcomes)
    if expired:
        assert kinds(game, game.seq)[0] == "turn_expired"
        assert played == []
    else:
        assert len(played) == 3  # one move, and its retries
    assert verify_game(fresh(game)) == []


# --- while no one could play --------------------------------------------------------------------------------------


def test_while_no_server_is_there_nobodys_time_is_up(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    time.passes(DAY / 2)
    time.passes_unserved(3 * DAY)
    enforce_timeout.call(game.public_id, game.seq)
    recover_overdue_games()
    assert fresh(game).seq == game.seq
    services.record_heartbeat("begin")
    recover_overdue_games()
    now = fresh(game)
    assert now.deadline == MONDAY + timedelta(days=4)
    given = game.events.get(type="time_compensated")
    assert given.payload == {"seat": game.turn, "seconds": 3.0 * DAY, "reason": "server"}
    assert verify_game(now) == []
    time.passes(DAY / 2)
    recover_overdue_games()
    assert winners(game) == (3 - game.turn,)


def test_a_short_restart_gives_a_live_clock_its_seconds_back(time: Passing) -> None:
    game = timed_game(clock="live", time=60)
    services.record_heartbeat("end")
    assert not services.server_is_up()
    time.passes_unserved(5)
    services.record_heartbeat("begin")
    assert services.server_is_up()
    assert fresh(game).deadline == MONDAY + timedelta(seconds=65)


@pytest.mark.parametrize(("clock", "seconds", "sign"), [("turn", DAY, "begin"), ("live", 60, "beat")])
def test_a_short_restart_leaves_clocks_over_days_alone_and_any_while_another_server_goes_on(
    time: Passing, clock: Any, seconds: int, sign: Any
) -> None:
    game = timed_game(clock=clock, time=seconds)
    services.record_heartbeat("end")
    time.passes_unserved(5)
    services.record_heartbeat(sign)
    assert services.server_is_up()
    assert fresh(game).seq == game.seq


def test_of_a_night_that_did_not_count_nothing_is_given_back(time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY, days_off="nights", time_zone="UTC")
    time.passes(14 * 3600)  # it is eleven in the evening
    time.passes_unserved(10 * 3600)  # until nine
    services.record_heartbeat("begin")
    assert game.events.get(type="time_compensated").payload["seconds"] == 3600


def test_a_clock_that_is_put_forward_takes_nobodys_time(time: Passing) -> None:
    game = timed_game(clock="live", time=300)
    time.passes_unserved(3600)
    recover_overdue_games()
    assert fresh(game).seq == game.seq
    services.record_heartbeat("jump")
    recover_overdue_games()
    now = fresh(game)
    assert game.events.get(type="time_compensated").payload["reason"] == "clock"
    assert now.deadline == MONDAY + timedelta(seconds=3900)


def test_a_move_before_anybody_has_noticed_that_the_clock_was_put_forward_is_not_charged_for_it(time: Passing) -> None:
    game = timed_game(clock="live", time=300)
    time.passes_unserved(3600)
    services.play(mover(game), trail(game), game.seq)  # the table has changed: the time was given back
    now = fresh(game)
    services.play(mover(now), trail(now), now.seq)
    moved = fresh(game)
    assert moved.clock
    assert moved.clock["remaining"][game.turn - 1] == 300
    assert verify_game(moved) == []


def test_a_game_that_cannot_be_read_does_not_end_the_heartbeats(time: Passing) -> None:
    broken, whole = timed_game(clock="live", time=60), timed_game(clock="live", time=60)
    Game.objects.filter(pk=broken.pk).update(clock={"unknown": 1})
    time.passes_unserved(50)
    services.record_heartbeat("begin")
    assert services.server_is_up()
    assert fresh(whole).deadline == MONDAY + timedelta(seconds=110)


def test_a_clock_that_is_put_back_takes_nobodys_time_either(time: Passing) -> None:
    game = timed_game(clock="live", time=300)
    time.passes_unserved(-3600)
    services.record_heartbeat("beat")
    services.play(mover(game), trail(game), game.seq)
    assert fresh(game).deadline == MONDAY + timedelta(seconds=300 - 3600)
    assert services.server_is_up()


def test_the_first_sign_of_all_gives_nothing() -> None:
    game = timed_game(clock="live", time=300)
    services.record_heartbeat("begin")
    assert fresh(game).seq == game.seq
    assert services.server_is_up()


# --- cost ---------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_clock_costs_a_move_one_query(time: Passing) -> None:
    def cost(game: Game) -> int:
        services.play(mover(game), trail(game), game.seq)
        seat, card, seq = mover(game), trail(game), fresh(game).seq
        with CaptureQueriesContext(connection) as queries:
            assert isinstance(services.play(seat, card, seq), Accepted)
        return len(statements(queries))

    assert cost(timed_game(clock="turn", time=DAY)) == cost(timed_game()) + 1
