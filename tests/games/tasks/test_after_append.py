"""The work that follows an append belongs to the mover's transaction."""

import pytest

from games import services
from games.models import Game, Seat
from games.tasks import after_append
from tests.games.viewers import laid

STEPS = [name for name in after_append.after_append.__code__.co_names if callable(getattr(after_append, name))]


def failing(*_: object) -> None:
    raise RuntimeError("this step failed")


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails_leaves_the_log_as_it_was(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    laid("casino", "9S 4H", "8D 3C", table="5H KS QS JS")
    before = Game.objects.get()
    monkeypatch.setattr(after_append, step, failing)
    with pytest.raises(RuntimeError):
        services.play(Seat.objects.get(number=1), "4H", before.seq)
    after = Game.objects.get()
    assert after.seq == after.events.count() == before.seq


def test_there_are_steps() -> None:
    assert len(STEPS) == 17
