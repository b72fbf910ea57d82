"""Games in which computers play."""

from django_tasks_db.models import DBTaskResult

from games import bots, services
from games.domain.presets import resolve_rules
from games.log.store import load
from games.models import Game, Seat
from games.tasks.turns import requeue_bot_turns
from tests.games.tables import RULES, person


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def of_computers(preset: str = "casino", **options: object) -> Game:
    """Return a game with a computer on every seat, the first one woken."""
    game = services.start_game(
        person("Ann"), resolve_rules({"preset": preset, **options}), preset, 2, False, "computer"
    )
    Seat.objects.filter(game=game, number=1).update(bot=bots.DEFAULT_LEVEL)
    DBTaskResult.objects.all().delete()
    requeue_bot_turns()
    return fresh(game)


def against_computer() -> Game:
    """Return a game in which it is the computer's turn."""
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    if fresh(game).turn == 1:
        services.play(Seat.objects.get(game=game, number=1), first_card(game), fresh(game).seq)
    return fresh(game)


def first_card(game: Game) -> str:
    state, _ = load(fresh(game))
    assert state.round
    return state.round.hands[state.round.turn - 1][0]


def waiting() -> list[tuple[str, int]]:
    """Return the turns, by game and number, for which a task waits."""
    return [tuple(row.args_kwargs["args"]) for row in DBTaskResult.objects.ready()]
