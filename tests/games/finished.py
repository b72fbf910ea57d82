"""Games played to their end, always the same way."""

from random import Random
from unittest.mock import patch

from games import services
from games.domain.legality import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective
from games.domain.variants import resolve
from games.eventlog import load
from games.models import Game, Seat
from tests.games.tables import SEED, person


def finished_game(preset: str = "casino", seats: int = 2, target: int = 11) -> Game:
    """A game of so many friends, played at random to the target."""
    people = [person(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]]
    rules = resolve({"preset": preset, "target": target})
    with patch("games.services.tables.new_seed", lambda: SEED):
        game = services.start_game(people[0], rules, preset, seats, False, "friends")
    for each in people[1:]:
        services.take_seat(game, each, None)
    play_out(game)
    return Game.objects.get(pk=game.pk)


def play_out(game: Game) -> None:
    dice = Random(4)
    while True:
        game = Game.objects.get(pk=game.pk)
        if game.status == Game.Status.OVER:
            return
        state, seq = load(game)
        moves = sorted(map(write_move, legal_moves(perspective(state, game.turn).position())))
        services.play(Seat.objects.get(game=game, number=game.turn), dice.choice(moves), seq)
