"""`python -m tests.bench.filling 10000 100000 1000000`: fill the log to each of these numbers of events and print the
time it then takes to append two more and to read the end of a game, as a line of JSON each."""

import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

import django

PER_GAME = 200
CHUNK = 5_000
TIMES = 300


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    models, events = import_module("games.models"), 0
    dice, games = Random(7), []
    for wanted in map(int, sys.argv[1:]):
        while events < wanted:
            games += models.Game.objects.bulk_create([new_game(models) for _ in range(CHUNK // PER_GAME)])
            fresh = games[-(CHUNK // PER_GAME) :]
            models.StoredEvent.objects.bulk_create(
                [event(models, game, seq) for game in fresh for seq in range(1, PER_GAME + 1)]
            )
            events += CHUNK
        print(json.dumps({"events": events, **measured(models, games, dice)}), flush=True)


def measured(models: Any, games: list[Any], dice: Random) -> dict[str, float]:
    """Medians in milliseconds."""
    transaction = import_module("casino.transactions").write_transaction

    def append() -> None:
        game = dice.choice(games)
        with transaction():
            game.seq += 2
            models.StoredEvent.objects.bulk_create([event(models, game, game.seq - 1), event(models, game, game.seq)])

    def read() -> None:
        game = dice.choice(games)
        list(models.StoredEvent.objects.filter(game=game, seq__gt=game.seq - 25).values_list("payload"))

    return {"append": timed(append), "read": timed(read)}


def timed(work: Callable[[], None]) -> float:
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return median(times) * 1e3


def new_game(models: Any) -> Any:
    return models.Game(preset="casino", options={}, seats=2, seed=b"", seq=PER_GAME, status="over")


def event(models: Any, game: Any, seq: int) -> Any:
    payload = {"seat": 1, "card": "9S", "items": ["5H", "4S"], "left": [], "swept": False}
    return models.StoredEvent(
        game=game, seq=seq, type="cards_captured", version=1, payload=payload, actor="seat:1", action_text="9Sx5H,4S",
        previous=models.GENESIS, hash=models.GENESIS, at=import_module("django.utils.timezone").now(),
    )  # fmt: skip


if __name__ == "__main__":
    main()
