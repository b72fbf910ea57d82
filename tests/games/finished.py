"""Games played to their end, always in the same way."""

from collections.abc import Sequence
from random import Random

from accounts.models import Person
from games import services
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import resolve_rules
from games.log.shuffling import new_server_seed
from games.log.store import load
from games.models import Game, Seat
from tests.games.made_once import played_once
from tests.games.tables import game_by_hand, known_chance, person


def finished_game(preset: str = "casino", seats: int = 2, target: int = 11, words: Sequence[str] = ()) -> Game:
    """Return a game of so many friends, played at random to the target. The first of them gave these words."""
    return played_once((preset, seats, target, *words), lambda: game_played_anew(preset, seats, target, words))


def game_played_anew(preset: str = "casino", seats: int = 2, target: int = 11, words: Sequence[str] = ()) -> Game:
    """The same, for tests in which something else than usual happens while it is played."""
    people = [person(name) for name in ("Ann", "Bob", "Cleo", "Dan")[:seats]]
    said = [*words, *[""] * (seats - len(words))]
    with known_chance():
        game = opened_with(
            people[0],
            services.GameSetup(resolve_rules({"preset": preset, "target": target}), preset, seats, False),
            said[0],
        )
    for each, word in zip(people[1:], said[1:], strict=True):
        services.take_seat(game, each, None, seed_for(game, word))
    play_out(game)
    return Game.objects.get(pk=game.pk)


def opened_with(host: Person, setup: services.GameSetup, seed: str) -> Game:
    """Return a game whose host gave this seed to the commitment of a page."""
    server_seed = new_server_seed()
    given = services.ClientSeed(seed, commitment=server_seed.commitment)
    return services.open_game(host, setup._replace(client_seed=given, server_seed=server_seed))


def seed_for(game: Game, seed: str = "", seed_hash: str = "") -> services.ClientSeed:
    """Return a client seed as given by a page that shows this game's commitment."""
    return services.ClientSeed(seed, seed_hash, game.commitment)


def finished_in_the_old_way() -> Game:
    """Return a game whose packs come from its seed alone, as it was before players gave words."""
    game, _ = game_by_hand()
    play_out(game)
    return Game.objects.get(pk=game.pk)


def play_out(game: Game) -> None:
    dice = Random(4)
    while True:
        game = Game.objects.get(pk=game.pk)
        if game.status == Game.Status.OVER:
            return
        state, seq = load(game)
        moves = sorted(map(write_move, legal_moves(perspective_of(state, game.turn).position())))
        services.play(Seat.objects.get(game=game, number=game.turn), dice.choice(moves), seq)
