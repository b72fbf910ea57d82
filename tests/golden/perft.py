"""The number of ways in which so many moves can be played from a fixed deal.

`python -m tests.golden.perft` writes a new perft.json: after a change of the rules that is meant to change the counts;
look at the difference before keeping it.
"""

import json
from pathlib import Path

from games.domain.cards import PACKS
from games.domain.commands import OpenGame, Play, StartRound
from games.domain.move_generation import legal_moves
from games.domain.perspective import perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.rules_validation import seatings
from games.domain.state import GameState
from tests.domain.perspectives import after

TABLE = Path(__file__).parent / "perft.json"
MANY = 1000
MULTIPLIER, OFFSET = 17, 7
"""Card number i of the fixed pack is card number 17 i + 7, counted round, of the whole pack in its usual order."""


def fixed_deal(preset: str, seats: int, partners: bool) -> GameState:
    """Return a game of the preset just dealt, seat 1 the dealer."""
    rules = resolve_rules(preset)
    pack = PACKS[rules.dealing.deck]
    mixed = tuple(pack[(MULTIPLIER * place + OFFSET) % len(pack)] for place in range(len(pack)))
    return after(None, OpenGame(rules, preset, seats, partners, 1), StartRound(mixed))


def perft(state: GameState, depth: int) -> int:
    """Return the number of ways to play so many more moves, or fewer where the round ends before."""
    if depth == 0 or state.round is None or state.result is not None:
        return 1
    seat = state.round.turn
    moves = legal_moves(perspective_of(state, seat).position())
    if depth == 1:
        return len(moves)
    return sum(perft(after(state, Play(seat, move)), depth - 1) for move in moves)


def counts(state: GameState) -> list[int]:
    """Return the counts at depths 1, 2 and 3; the last only where the second is below MANY, so that the tests stay
    quick."""
    first, second = perft(state, 1), perft(state, 2)
    return [first, second] if second >= MANY else [first, second, perft(state, 3)]


def name(seats: int, partners: bool) -> str:
    return f"{seats}p" if partners else str(seats)


def whole_table() -> dict[str, dict[str, list[int]]]:
    """Return the counts for each preset and company."""
    return {
        preset: {name(*company): counts(fixed_deal(preset, *company)) for company in seatings(resolve_rules(preset))}
        for preset in PRESETS
    }


if __name__ == "__main__":
    lines = [f'  "{preset}": {json.dumps(row)}' for preset, row in whole_table().items()]
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
