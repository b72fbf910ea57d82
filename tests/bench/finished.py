"""`python -m tests.bench.finished --games 100000`: put finished games with their results into the database of a site.

The member `busy` has played in all of them, against fifty others in turn. Their logs are missing: no list reads them.
A dozen games in progress are watched. The cookie that is printed is that of a member who has played none.
"""

import os
from argparse import ArgumentParser
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any

import django

from tests.bench.many import watched

CHUNK = 2_000
OTHERS = 50
BUSY = "busy"


def main() -> None:
    parser = ArgumentParser(description="Lays finished games into the database.")
    parser.add_argument("--games", type=int, default=100)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    print(lay(options.games))


def lay(count: int) -> str:
    models, dice = import_module("games.models"), Random(5)
    create = import_module("accounts.models").Person.objects.create_user
    busy, others = create(BUSY), [create(f"player{number}") for number in range(OTHERS)]
    presets = list(import_module("games.domain.presets").PRESETS)[:4]
    latest = import_module("django.utils.timezone").now()
    for start in range(0, count, CHUNK):
        numbers = range(start, min(start + CHUNK, count))
        games = [
            models.Game(preset=dice.choice(presets), options={}, seats=2, seed=b"", status="over", totals=[11, 8])
            for _ in numbers
        ]
        models.Game.objects.bulk_create(games)
        seated = [
            (game, latest - timedelta(minutes=at), seat, who)
            for at, game in zip(numbers, games, strict=True)
            for seat, who in ((1, busy), (2, others[at % OTHERS]))
        ]
        models.Seat.objects.bulk_create(
            models.Seat(game=game, number=seat, person=who, name=who.username) for game, _, seat, who in seated
        )
        models.SeatResult.objects.bulk_create(result(models, dice, *each) for each in seated)
    watched(others)
    return str(import_module("tests.sessions").session_of(create("visitor")))


def result(models: Any, dice: Random, game: Any, finished: Any, seat: int, who: Any) -> Any:
    return models.SeatResult(
        game=game, number=seat, person=who, preset=game.preset, public=True, rated=False, side=seat - 1,
        outcome=dice.choice(["won", "lost", "drawn"]), points=11, opponent_points=8, rounds=1, turns=24,
        sweeps=dice.randrange(4), cards=26, spades=7, big_casinos=1, big_casinos_lost=0, finished=finished,
    )  # fmt: skip


if __name__ == "__main__":
    main()
