"""`python -m tests.load.prepare --games 20`: open games of two on a site, run in its environment, and write down, one
JSON object a line, the players and every move of the first round (see `games.py`)."""

import os
from argparse import ArgumentParser
from importlib import import_module

import django


def main() -> None:
    parser = ArgumentParser(description="Opens games and tells their moves beforehand.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clock", type=int, default=0, help="seconds for each player (default: no clocks)")
    parser.add_argument("--computer", action="store_true", help="against the computer, whose moves nobody knows")
    parser.add_argument("--guests", type=int, default=0, help="no games, but the cookies of so many guests")
    parser.add_argument("--level", help="computers of this level have all the seats")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    games = import_module("tests.load.games")  # only now
    if options.guests:
        print(games.cookies_of_guests(options.guests))  # noqa: T201
        return
    for number in range(options.games):
        if options.level:
            games.of_computers(options.level)
            continue
        print(games.opened(f"{options.seed}/{number}", options.clock, options.computer))  # noqa: T201


if __name__ == "__main__":
    main()
