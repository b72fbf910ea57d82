"""`python -m tests.bench.longer --games 4`: like `tests.load.prepare`, but with games that have been played for
long."""

import json
import os
import random
from argparse import ArgumentParser
from importlib import import_module
from typing import Any

import django

MIN_EVENTS = 400  # events, and then to the beginning of a round, whose moves are written down


def main() -> None:
    parser = ArgumentParser(description="Opens games, plays them for long, and tells the moves of the next round.")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    for number in range(options.games):
        print(json.dumps(opened(random.Random(f"{options.seed}/{number}"))))


def opened(chance: random.Random) -> dict[str, Any]:
    games, services, models = (import_module(name) for name in ("tests.load.games", "games.services", "games.models"))
    variants, log = import_module("games.domain.presets"), import_module("games.log.store")
    session_of = import_module("tests.sessions").session_of
    rules = variants.resolve_rules({"preset": variants.DEFAULT_PRESET, "target": 500})
    people = [games.new_person(chance) for _ in range(2)]
    game = services.start_game(people[0], rules, variants.DEFAULT_PRESET, 2, False, "friends")
    seats = {1: models.Seat.objects.get(game=game), 2: services.take_seat(game, people[1], 2)}
    over = 0
    while True:
        game = models.Game.objects.get(pk=game.pk)
        state = log.load(game)[0]
        if game.seq >= MIN_EVENTS and state.latest_round > over:
            break
        moves = [*games.first_round(state, game.seq, chance)]
        if not moves:  # the last of a round: what follows depends on the next pack
            moves = [(state.turn, any_move(state), game.seq, 0)]
        for seat, text, before, _ in moves:
            services.play(seats[seat], text, before)
        over = state.latest_round
    moves = list(games.first_round(state, game.seq, chance))
    return {"game": game.public_id, "cookies": [session_of(each) for each in people], "moves": moves}


def any_move(state: Any) -> str:
    legality, notation = import_module("games.domain.move_generation"), import_module("games.domain.notation")
    position = import_module("games.domain.perspective").perspective_of(state, state.turn).position()
    return str(notation.write_move(legality.legal_moves(position)[0]))


if __name__ == "__main__":
    main()
