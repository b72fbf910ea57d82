"""The end of a round on the table's page: shown to each player before the next deal, until they go on."""

import re
from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
import time_machine
from django.test import Client
from django.utils import translation
from django_tasks_db.models import DBTaskResult
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from casino.transactions import write_transaction
from games import services
from games.domain.events import RolledBack
from games.domain.table_settings import TableSettings
from games.log.store import SERVER, lock_game
from games.models import Game, Seat
from games.services.game_transaction import GameTransaction
from tests.games.computers import against_computer, fresh
from tests.games.rounds import after_round_one, play_once, state_of
from tests.games.tables import person
from tests.games.viewers import NEXT_ROUND, Page, Viewer, laid

READY = "I’m ready"

pytestmark = pytest.mark.django_db


def go_on_live(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(table_settings=TableSettings(clock="live", time=600)._asdict())


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_the_end_of_the_round_is_shown_to_both_with_counts_and_points() -> None:
    ann, bob = after_round_one()
    sheet = state_of(ann.game).sheets[0].points
    for viewer, own, other in ((ann, 0, 1), (bob, 1, 0)):
        page = viewer.look()
        assert NEXT_ROUND in page.buttons
        assert f"{sheet[own]['total']} Points {sheet[other]['total']}" in page.text
        assert re.search(r"\d+( \+3)? Cards (\+3 )?\d+", page.text)
        assert "Round 1 is over." in page.html  # the title
        assert not page.offered("hand")


def test_the_cards_of_the_fans_come_from_the_piles() -> None:
    ann, _ = after_round_one()
    fans = re.findall(r'class="spread".*?</div>', ann.look().html, re.DOTALL)
    drawn = re.findall(r'data-card="(\w+)"', "".join(fans))
    finished = state_of(ann.game).finished_round
    assert finished
    assert len(drawn) == len(set(drawn)) <= 12
    assert {"TD", "2S", "AS", "AH", "AD", "AC"} <= set(drawn)
    assert set(drawn) <= {*finished.piles[0], *finished.piles[1]}


def test_the_page_stays_the_same_while_another_plays_on() -> None:
    ann, bob = after_round_one()
    turn = state_of(ann.game).turn
    waiting = (ann, bob)[2 - turn]
    before = waiting.look()
    play_once(ann.game)
    after = waiting.look()
    assert after.seq == before.seq
    assert versions(after) == versions(before)


def versions(page: Page) -> list[str]:
    return re.findall(r'data-version="([^"]*)"', page.html)


def test_who_goes_on_sees_the_table_with_what_was_played_meanwhile() -> None:
    ann, bob = after_round_one()
    turn = state_of(ann.game).turn
    mover, waiting = (ann, bob)[turn - 1], (ann, bob)[2 - turn]
    play_once(ann.game)
    page = waiting.press(waiting.look(), NEXT_ROUND)
    assert NEXT_ROUND not in page.buttons
    assert len(page.offered("hand")) == 4
    assert ("Ann" if mover is ann else "Bob") in page.text
    assert NEXT_ROUND in mover.look().buttons  # who has played has still not gone on


def test_who_has_gone_on_is_told_that_the_player_to_play_still_looks_at_the_count() -> None:
    ann, bob = after_round_one()
    turn = state_of(ann.game).turn
    mover, other = (ann, bob)[turn - 1], (ann, bob)[2 - turn]
    name = ("Ann", "Bob")[turn - 1]
    before = other.press(other.look(), NEXT_ROUND)
    assert f"Still looking at the count: {name}" in before.text
    mover.go_on()
    after = other.look()
    assert "Still looking" not in after.text
    assert f"Waiting for {name}" in after.text
    assert versions(after) != versions(before)


def test_a_spectator_sees_the_next_round_at_once() -> None:
    ann, _ = after_round_one()
    page = Viewer(ann.game).look()
    assert NEXT_ROUND not in page.buttons
    assert "The round is over." in page.text
    assert "On the table" in page.html


def test_the_last_round_ends_the_game_instead() -> None:
    ann, bob = laid({"preset": "casino", "target": 1}, "", "")
    while not state_of(ann.game).result:
        play_once(ann.game)
    for viewer in (ann, bob):
        page = viewer.look()
        assert NEXT_ROUND not in page.buttons
        assert "Rematch" in page.buttons


def test_a_game_given_up_meanwhile_is_over_for_who_looked_at_the_round() -> None:
    ann, bob = after_round_one()
    services.resign(Seat.objects.get(game=ann.game, number=1), fresh(ann.game).seq)
    assert "You won!" in bob.look().text
    assert NEXT_ROUND not in bob.look().buttons


def test_in_another_language_it_says_the_same() -> None:
    ann, _ = after_round_one()
    with translation.override("es"):
        assert "next-round" in ann.client.get(ann.address(), headers={"Accept-Language": "es"}).content.decode()


# --- going on --------------------------------------------------------------------------------------------------------


def seen_rounds(game: Game) -> list[int]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("seen_round", flat=True))


def test_going_on_is_for_ones_own_seat_only() -> None:
    ann, _ = after_round_one()
    ann.post("next_round", seq=1, round=1, seat=2, number=2)
    assert seen_rounds(ann.game) == [1, 0]


def test_going_on_twice_is_the_same_as_once() -> None:
    ann, _ = after_round_one()
    for _ in range(3):
        assert ann.post("next_round", htmx=True, seq=1, round=1).status_code == 200
    assert seen_rounds(ann.game) == [1, 0]
    assert NEXT_ROUND not in ann.look().buttons


@pytest.mark.parametrize("number", ["2", "99", "32000", "0", "-1", "x", "", "99999999999"])
def test_a_round_that_is_not_over_cannot_be_passed(number: str) -> None:
    ann, _ = after_round_one()
    ann.post("next_round", seq=1, round=number)
    assert seen_rounds(ann.game) == [0, 0]
    assert NEXT_ROUND in ann.look().buttons


def test_before_the_first_round_is_over_there_is_nothing_to_pass() -> None:
    ann, _ = laid("casino", "", "")
    ann.post("next_round", seq=1, round=1)
    assert seen_rounds(ann.game) == [0, 0]


def test_strangers_and_spectators_cannot_go_on() -> None:
    ann, _ = after_round_one()
    for viewer in (Viewer(ann.game), Viewer(ann.game, person("Eve"))):
        assert viewer.post("next_round", seq=1, round=1).status_code == 404
    assert seen_rounds(ann.game) == [0, 0]


def test_it_is_a_post_with_a_token() -> None:
    ann, _ = after_round_one()
    assert ann.client.get(ann.address("next_round")).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Seat.objects.get(game=ann.game, number=1).person)  # type: ignore[arg-type]
    assert strict.post(ann.address("next_round"), {"seq": 1, "round": 1}).status_code == 403
    assert seen_rounds(ann.game) == [0, 0]


def test_while_the_computer_plays_a_seat_its_player_cannot_go_on() -> None:
    ann, _ = after_round_one()
    Seat.objects.filter(game=ann.game, number=1).update(bot="casual")
    ann.post("next_round", seq=1, round=1)
    assert seen_rounds(ann.game) == [0, 0]
    assert NEXT_ROUND not in ann.look().buttons


def test_a_round_that_is_played_again_ends_again() -> None:
    ann, bob = after_round_one()
    for viewer in (ann, bob):
        viewer.go_on()
    scored = ann.game.events.get(type="round_scored").seq
    last_turn = ann.game.events.filter(type="turn_started", seq__lt=scored).latest("seq").seq
    with write_transaction():
        tx = GameTransaction(lock_game(ann.game.pk))
        tx.append((RolledBack(last_turn),), SERVER)
        tx.commit()
    assert seen_rounds(ann.game) == [0, 0]
    while not state_of(ann.game).sheets:
        play_once(ann.game)
    assert NEXT_ROUND in ann.look().buttons


# --- without a click -------------------------------------------------------------------------------------------------


def in_a_live_game(seconds: float) -> time_machine.travel:
    """Let so many seconds have passed since the end of the round."""
    dealt = Game.objects.get().events.filter(type="round_started").latest("seq").at
    return time_machine.travel(dealt + timedelta(seconds=seconds), tick=False)


def live() -> tuple[Viewer, Viewer]:
    ann, bob = after_round_one()
    go_on_live(ann.game)
    return ann, bob


def test_where_no_clock_runs_the_page_waits_for_the_player() -> None:
    ann, _ = after_round_one()
    assert "load delay" not in ann.look().html
    assert "The next round starts in" not in ann.look().text


def test_the_seconds_are_those_since_the_end_of_the_round_however_often_one_looks(settings: Settings) -> None:
    settings.ROUND_PAUSE = 10
    ann, _ = live()
    for passed, left in ((0, 10), (0.1, 10), (3.2, 7), (9.9, 1)):
        with in_a_live_game(passed):
            page = ann.look()
            assert f"The next round starts in 0:{left:02d}" in page.text
            assert f'hx-trigger="submit, load delay:{left}s"' in page.html
    with in_a_live_game(10):
        assert READY not in ann.look().buttons
        assert "Your hand" in ann.look().html


def test_who_is_ready_waits_for_the_others_and_the_last_one_starts_for_all() -> None:
    ann, bob = live()
    with in_a_live_game(2):
        assert READY in ann.look().buttons
        assert NEXT_ROUND not in ann.look().buttons
        before = ann.look()
        waits = ann.press(before, READY)
        assert "Still looking at the count: Bob" in waits.text
        assert READY not in waits.buttons
        assert '<noscript><meta http-equiv="refresh"' in ann.look().html
        assert versions(waits) != versions(before)
        assert READY in bob.look().buttons
        for page in (bob.press(bob.look(), READY), ann.look()):
            assert "Your hand" in page.html


@pytest.mark.parametrize("begin", [live, after_round_one])
def test_whoever_is_ready_is_announced_to_all_pages(
    begin: Callable[[], tuple[Viewer, Viewer]], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ann, _ = begin()
    with (
        in_a_live_game(2),
        patch("games.live.broadcast._publish") as tell,
        django_capture_on_commit_callbacks(execute=True),
    ):
        ann.post("next_round", seq=1, round=1)
    assert [list(call.args[0]) for call in tell.call_args_list] == [[f"game.{ann.game.public_id}"]]


def test_once_somebody_has_played_nobody_is_held_up() -> None:
    ann, bob = live()
    with in_a_live_game(2):
        play_once(ann.game)
        assert READY not in {**ann.look().buttons, **bob.look().buttons}


# --- computers -------------------------------------------------------------------------------------------------------


def test_a_computer_waits_with_a_new_round_until_the_player_goes_on() -> None:
    game = against_computer()
    dealt = False
    while not dealt:
        play_once(game)
        state = state_of(game)
        assert not state.result
        assert state.round
        dealt = bool(state.sheets) and state.turn == 2 and not state.round.plays
        DBTaskResult.objects.all().delete() if not dealt else None
    player = Viewer(game, Seat.objects.get(game=game, number=1).person)
    assert [due(task) for task in turns()] == [True]
    player.press(player.look(), NEXT_ROUND)
    assert [due(task) for task in turns()] == [True, False]


def turns() -> list[DBTaskResult[..., None]]:
    return list(DBTaskResult.objects.filter(task_path__endswith="play_bot_turn").order_by("enqueued_at"))


def due(task: DBTaskResult[..., None]) -> bool:
    """Return whether the turn begins later than computers' turns usually do."""
    wait: float = task.args_kwargs["kwargs"]["begins"] - task.enqueued_at.timestamp()
    return 5 < wait < 60
