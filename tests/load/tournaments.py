"""Tournaments of computers on a site, run in its environment: `python -m tests.load.tournaments open --scale 0.2` plans
and starts one of each kind; `python -m tests.load.tournaments days` one over days, in which three people never play;
`python -m tests.load.tournaments told` prints the state of each and what is wrong with it, one JSON object a line."""

import json
import os
import sys
from argparse import ArgumentParser
from importlib import import_module

import django


def main() -> None:
    parser = ArgumentParser(description="Plans tournaments of computers, and checks them.")
    parser.add_argument("action", choices=["open", "days", "told"])
    parser.add_argument("--scale", type=float, default=1.0)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    cups = import_module("tests.load.cups")  # only now
    if options.action == "open":
        cups.open_each_kind(options.scale)
    elif options.action == "days":
        cups.open_over_days()
    else:
        for line in cups.told():
            sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
