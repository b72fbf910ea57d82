"""`python -m tests.bench.many --games 100000`: put games, as lists show them, into the database of a site.

Of every five, three wait for players, one is played and one is over. The person whose cookie is printed sits at fifty
of the first hundred. Their logs are missing: no list reads them. They are played over days; with `--left`, without a
clock, and no one has been at any of them for a day. A dozen more games have logs and are watched.
"""

import os
from argparse import ArgumentParser
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any

import django

CHUNK = 2_000
SITTING = 50  # other people
OWN = 50  # games of the one
WATCHED = 25  # people at games to watch, two each


def main() -> None:
    parser = ArgumentParser(description="Lays many games into the database.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--left", action="store_true")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    print(lay(options.games, options.left))


def lay(count: int, left: bool) -> str:
    games, models, tests = (import_module(name) for name in ("tests.load.games", "games.models", "tests.sessions"))
    variants = import_module("games.domain.presets")
    people = [games.new_person(Random(number)) for number in range(SITTING + 1)]
    preset = variants.DEFAULT_PRESET
    options = import_module("games.domain.options").write_options(variants.resolve_rules(preset))
    yesterday = import_module("django.utils.timezone").now() - timedelta(days=1)
    table_settings = (
        import_module("games.domain.table_settings").TableSettings(clock="none" if left else "turn")._asdict()
    )
    kinds = ["open", "playing", "open", "over", "open"]
    for start in range(0, count, CHUNK):
        numbers = range(start, min(start + CHUNK, count))
        rows = [
            models.Game(
                preset=preset, options=options, seats=2, public=True, seed=b"", status=kinds[number % 5],
                host=people[other(number)], seq=1, turn=kinds[number % 5] == "playing",
                table_settings=table_settings, created=yesterday, updated=yesterday,
            )
            for number in numbers
        ]  # fmt: skip
        models.Game.objects.bulk_create(rows)
        seats = [
            models.Seat(game=game, number=1, person=people[0 if own(number) else other(number)])
            for number, game in zip(numbers, rows, strict=True)
        ]
        models.Seat.objects.bulk_create(seats)
    watched(people)
    return str(tests.session_of(people[0]))


def watched(people: list[Any]) -> None:
    """Begin games with pages open at them until tomorrow, as many whatever the number of the others."""
    names = (
        "games.services", "games.live.presence", "games.models.social",
        "games.domain.table_settings", "games.domain.presets",
    )  # fmt: skip
    services, presence, social, settings, variants = map(import_module, names)
    preset = variants.DEFAULT_PRESET
    rules = variants.resolve_rules(preset)
    tomorrow = import_module("django.utils.timezone").now() + timedelta(days=1)
    for host, other in zip(people[1:WATCHED:2], people[2:WATCHED:2], strict=False):
        public = settings.TableSettings(public=True)
        game = services.start_game(host, rules, preset, 2, False, "friends", public)
        services.take_seat(game, other, None)
        for seat in (0, 1, 2):
            presence.connect(game, seat, f"{game.public_id}/{seat}")
    social.Presence.objects.update(seen=tomorrow)


def own(number: int) -> bool:
    return number < OWN * 2 and number % 10 >= 5


def other(number: int) -> int:
    """Return the other player of this game."""
    return number // 2 % SITTING + 1


if __name__ == "__main__":
    main()
