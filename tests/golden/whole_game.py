"""Add a whole game of a preset to whole_games.jsonl, played at random: `python -m tests.golden.whole_game casino`."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from games.domain.commands import OpenGame, Play, StartRound
from games.domain.json_api import handle_request
from games.domain.notation import write_cards, write_move
from games.domain.presets import resolve_rules
from games.domain.rules_validation import seatings
from tests.property.random_games import play_at_random

GAMES = Path(__file__).parent / "whole_games.jsonl"


def whole_game(preset: str) -> dict[str, Any]:
    """Return the case, with the engine's answer. Claims and calls are left out."""
    rules = resolve_rules(preset)
    seats, partners = seatings(rules)[0]
    commands = [step.command for step in play_at_random(rules, preset, seats, partners, Random(1))]
    ask = {
        "op": "replay",
        "rules": preset,
        "seats": seats,
        "partners": partners,
        "dealer": next(each.dealer for each in commands if isinstance(each, OpenGame)),
        "decks": [write_cards(each.pack) for each in commands if isinstance(each, StartRound)],
        "moves": [str(write_move(each.move)) for each in commands if isinstance(each, Play)],
    }
    return {"name": f"{preset} {seats} #0", "ask": ask, "answer": handle_request(ask)}


if __name__ == "__main__":
    with GAMES.open("a") as file:
        file.write(json.dumps(whole_game(sys.argv[1])) + "\n")
