"""Clocks on the table's page, and a seat that the computer has taken over from its player."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person
from games import services
from games.domain.table_settings import DAY
from games.models import Game, Seat
from games.tasks.turns import recover_overdue_games
from tests.games.services.test_turns import trail
from tests.games.timed import Passing, fresh, mover, standing_time, timed_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


def person_on(seat: Seat) -> Person:
    assert seat.person
    return seat.person


def page_for(client: Client, seat: Seat) -> str:
    client.force_login(person_on(seat))
    return client.get(f"/g/{seat.game.public_id}/").text


def test_everybodys_live_clock_is_shown_and_that_of_who_is_to_play_runs(client: Client, time: Passing) -> None:
    game = timed_game(clock="live", time=300, reserve=30)
    time.passes(60)
    page = page_for(client, mover(game))
    assert ">4:30</span>" in page
    assert ">5:30</span>" in page
    assert page.count("data-running") == 1


def test_what_is_left_of_the_reserve_is_said_and_where_nothing_else_is_left_the_clock_is_marked(
    client: Client, time: Passing
) -> None:
    game = timed_game(clock="live", time=300, reserve=60)
    time.passes(200)
    page = page_for(client, mover(game))
    assert page.count("1:00 in reserve") == 2
    assert "clock running low" not in page
    time.passes(120)
    page = page_for(client, mover(game))
    assert "0:40 in reserve" in page
    assert re.search(r'clock running low" role="timer" data-left="40" data-low="40"', page)


def test_without_a_reserve_nothing_is_said_of_one(client: Client) -> None:
    assert "in reserve" not in page_for(client, mover(timed_game(clock="live", time=300)))


def test_a_clock_that_has_nearly_run_down_is_marked(client: Client, time: Passing) -> None:
    game = timed_game(clock="live", time=300)
    assert "clock running low" not in page_for(client, mover(game))
    time.passes(290)
    assert "clock running low" in page_for(client, mover(game))


def test_over_days_the_clock_says_until_when(client: Client) -> None:
    game = timed_game(clock="turn", time=3 * DAY)
    page = page_for(client, mover(game))
    assert page.count('role="timer"') == 1
    assert ">3d 0h</span>" in page
    assert '<time datetime="2026-11-26T09:00:00+00:00" data-local>11/26/2026 9:00 AM</time>' in page


def test_a_table_without_a_clock_shows_none(client: Client) -> None:
    assert 'role="timer"' not in page_for(client, mover(timed_game()))


def test_after_the_game_no_clock_is_shown(client: Client) -> None:
    game = timed_game(clock="live", time=300)
    services.resign(mover(game), game.seq)
    page = page_for(client, Seat.objects.get(game=game, number=1))
    assert 'role="timer"' not in page


def test_who_lost_by_time_reads_why(client: Client, time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY)
    loser = mover(game)
    time.passes(DAY)
    recover_overdue_games()
    page = page_for(client, loser)
    assert "You ran out of time.</p>" in page
    assert "You ran out of time." in client.get(f"/g/{game.public_id}/replay/").text
    assert f"{loser.name} ran out of time." in Client().get(f"/g/{game.public_id}/replay/").text


def taken_over(time: Passing, **table_settings: Any) -> tuple[Game, Seat]:
    game = timed_game(**{"clock": "turn", "time": DAY, "timeout": "computer", **table_settings})
    away = mover(game)
    time.passes(DAY)
    recover_overdue_games()
    return fresh(game), away


def test_whose_seat_the_computer_plays_watches_and_may_come_back(client: Client, time: Passing) -> None:
    game, away = taken_over(time)
    page = page_for(client, away)
    assert "Take my seat back" in page
    assert "Your hand" not in page
    client.post(f"/g/{game.public_id}/back/")
    page = page_for(client, away)
    assert "Take my seat back" not in page
    assert "Your hand" in page
    assert Seat.objects.get(pk=away.pk).bot == ""


def test_till_then_nothing_can_be_done_from_the_seat(client: Client, time: Passing) -> None:
    game, away = taken_over(time)
    client.force_login(person_on(away))
    for what, data in {"play": {"move": trail(game)}, "resign": {}, "offer": {"kind": "abort"}}.items():
        page = client.post(f"/g/{game.public_id}/{what}/", {"seq": game.seq, **data}, follow=True).text
        assert "A computer is playing for your seat now" in page
    assert fresh(game).seq == game.seq


def test_who_may_not_come_back_is_told(client: Client, time: Passing) -> None:
    game, away = taken_over(time, clock="bank")
    page = page_for(client, away)
    assert "You can watch" in page
    assert "Take my seat back" not in page
    page = client.post(f"/g/{game.public_id}/back/", follow=True).text
    assert "You can’t take this seat back" in page
    assert Seat.objects.get(pk=away.pk).bot


def test_who_has_not_left_has_nothing_to_come_back_to(client: Client) -> None:
    game = timed_game(clock="turn", time=DAY)
    client.force_login(person_on(mover(game)))
    page = client.post(f"/g/{game.public_id}/back/", follow=True).text
    assert "The computer isn’t playing for this seat." in page


def test_the_others_see_that_the_computer_plays_on(client: Client, time: Passing) -> None:
    game, away = taken_over(time)
    page = page_for(client, Seat.objects.exclude(pk=away.pk).get(game=game))
    assert "the computer is playing" in page
    assert 'role="timer"' not in page


def test_after_the_end_the_seat_is_its_players_again_for_another_game(client: Client, time: Passing) -> None:
    game, away = taken_over(time)
    services.resign(Seat.objects.exclude(pk=away.pk).get(game=game), game.seq)
    assert "Rematch" in page_for(client, away)
    again = services.join_rematch(fresh(game), person_on(away))
    assert isinstance(again, Game)
    assert [seat.bot for seat in again.taken_seats.all()] == [""]


@pytest.mark.parametrize("field", ["clock", "deadline", "time", "left", "at", "increment", "timeout", "zone"])
def test_no_field_of_a_form_reaches_a_clock(client: Client, field: str) -> None:
    game, rival = timed_game(clock="live", time=300), timed_game(clock="live", time=300)
    seat = mover(game)
    client.force_login(person_on(seat))
    told = {"move": trail(game), "seq": game.seq, field: "999999"}
    client.post(f"/g/{game.public_id}/play/", told)
    services.play(mover(rival), trail(rival), rival.seq)
    now, like = fresh(game), fresh(rival)
    assert now.seq > game.seq
    assert (now.deadline, now.table_settings) == (like.deadline, like.table_settings)
    assert now.clock
    assert like.clock
    assert now.clock["remaining"] == like.clock["remaining"]


def test_what_was_played_for_oneself_is_news_with_its_reason(client: Client, time: Passing) -> None:
    game = timed_game(clock="turn", time=DAY, timeout="card")
    late = mover(game)
    time.passes(DAY)
    recover_overdue_games()
    page = page_for(client, late)
    assert "You ran out of time." in page
    assert re.search("You (took|trailed|built)", page)


@pytest.mark.parametrize("given", [60.0, 3600.0])
def test_time_given_back_is_told(client: Client, time: Passing, given: float) -> None:
    game = timed_game(clock="live", time=300)
    time.passes_unserved(given)
    services.record_heartbeat("begin")
    assert "You got time back because the site was down." in page_for(client, mover(game))
    assert ">5:00</span>" in page_for(client, mover(game))


def test_a_game_that_the_computer_plays_on_waits_for_nobody(client: Client, time: Passing) -> None:
    _, away = taken_over(time)
    client.force_login(person_on(away))
    assert "No games are waiting for you." in client.get("/games/").text
    services.return_to_seat(away)
    page = client.get("/games/").text
    assert "No games are waiting for you." not in page
    assert "24 hours left" in page
