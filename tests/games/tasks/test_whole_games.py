"""The worker plays for the computers: whole games, from the first card to the last."""

from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django_tasks_db.models import DBTaskResult

from games.log.store import load
from games.models import Game
from games.tasks.turns import requeue_bot_turns
from tests.games.computers import against_computer, fresh, of_computers, waiting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("preset", ["casino", "casino-sweeps"])
def test_two_computers_play_a_whole_game(
    preset: str, run_tasks: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    game = of_computers(preset)
    run_tasks()
    over = fresh(game)
    state, _ = load(over)
    assert over.status == Game.Status.OVER
    assert state.result
    assert state.result.reason == "target"
    assert max(over.totals) >= 21
    assert DBTaskResult.objects.failed().count() == 0
    with pytest.raises(CommandError):  # only for the computer that was put on a person's seat here
        call_command("verify", over.public_id)
    problems = capsys.readouterr().err.splitlines()
    assert problems == [f"{over.public_id}: a computer plays for seats [1], and the log knows nothing of it"]


def test_the_computer_answers_a_move(run_tasks: Callable[[], None]) -> None:
    game = against_computer()
    assert waiting() == [(game.public_id, game.seq)]
    run_tasks()
    assert fresh(game).turn == 1
    assert game.events.filter(actor="seat:2").exclude(action_text="").count() == 1
    assert waiting() == []


def test_sleeping_computers_are_woken(run_tasks: Callable[[], None]) -> None:
    game = against_computer()
    DBTaskResult.objects.all().delete()
    assert requeue_bot_turns() == 1
    assert requeue_bot_turns() == 1
    run_tasks()
    assert fresh(game).turn == 1
    assert game.events.filter(actor="seat:2").exclude(action_text="").count() == 1
    assert requeue_bot_turns() == 0
