"""A computer's pause before its move tells nothing of its hand: only what every viewer sees decides how long it is."""

from random import Random

import pytest
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from games import bots
from games.bots.base import Decision
from games.domain.move_generation import legal_moves
from games.domain.moves import Trail
from games.domain.perspective import Perspective, perspective_of
from games.log.store import load
from games.models import Game, Seat
from games.tasks import turns
from tests.examples import some
from tests.games.timed import Passing, standing_time
from tests.leaks.worlds import as_it_is, play_on, some_table, twin

pytestmark = pytest.mark.django_db
STATES = 12


class Pondering:
    """Takes a second for each capture and build of its hand."""

    def __init__(self, time: Passing) -> None:
        self.time = time

    def choose(self, perspective: Perspective, rng: Random) -> Decision:  # noqa: ARG002  as every strategy is asked
        self.time.passes(choices_of(perspective))
        return turns.first_legal_move(perspective)


def choices_of(perspective: Perspective) -> int:
    return sum(not isinstance(move, Trail) for move in legal_moves(perspective.position()))


def choices_and_pause(game: Game) -> tuple[int, float]:
    """Return the computer's captures and builds, and the seconds from the move before to its own."""
    game = Game.objects.get(pk=game.pk)
    choices = choices_of(perspective_of(load(game)[0], game.turn))
    turns.play_bot_turn.call(game.public_id, game.seq)
    waiting = DBTaskResult.objects.get(args_kwargs__args__0=game.public_id, run_after__year__lt=3000)
    return choices, (waiting.run_after - game.updated).total_seconds()


def in_two_worlds(game: Game) -> list[tuple[int, float]]:
    """Return both here, and where all cards that no spectator has seen are others."""
    told = []
    for world in (as_it_is(), twin(game, 0)):
        with world:
            told.append(choices_and_pause(game))
    return told


def against_a_computer(preset: str, dice: Random) -> Game:
    """Return a game in progress whose player to move is a computer."""
    game = play_on(some_table(preset, dice)[0], dice, dice.randrange(3, 12))
    assert game.status == Game.Status.PLAYING
    Seat.objects.filter(game=game, number=game.turn).update(bot=bots.DEFAULT_LEVEL)
    return game


@pytest.mark.parametrize("preset", some(["casino", "royal", "spade", "tuxedo"], 1))
def test_the_pause_is_the_same_whatever_the_hand(
    preset: str, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COMPUTER_PAUSE = 100
    pairs = []
    with standing_time() as time:
        monkeypatch.setitem(bots.LEVELS, bots.DEFAULT_LEVEL, Pondering(time))
        for number in range(STATES):
            with as_it_is():
                pairs.append(in_two_worlds(against_a_computer(preset, Random(f"{preset}/{number}"))))
    assert any(one[0] != other[0] for one, other in pairs)  # the hands leave different choices,
    assert [(one, other) for one, other in pairs if one[1] != other[1]] == []  # which do not show,
    assert len({one[1] for one, _ in pairs}) > 1  # though the table does
