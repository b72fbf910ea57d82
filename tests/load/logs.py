"""`python -m tests.load.logs`: print all logs as they are, `[game, [[number, type, actor, entry] ...]]` a line."""

import json
import os
from importlib import import_module
from itertools import groupby

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    events = import_module("games.models").StoredEvent.objects.order_by("game_id", "seq")
    rows = events.values_list("game__public_id", "seq", "type", "actor", "action_text").iterator()
    for game, its in groupby(rows, key=lambda row: row[0]):
        print(json.dumps([game, [row[1:] for row in its]]))  # noqa: T201


if __name__ == "__main__":
    main()
