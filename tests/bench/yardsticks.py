"""Comparable Python programs: chess by python-chess, card games by rlcard. Seeded random play, as in ours."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from tests.bench.registry import Reading, Round, at_least, bench, compare
from tests.bench.timing import a_second, seconds

BOARDS = 300
MAX_GAME_LENGTH = 200
CARD_GAMES = ["gin-rummy", "uno"]


@bench("python-chess")
def chess_moves() -> Round:
    """Listing the legal moves of boards from random games, and playing random games."""
    chess: Any = import_module("chess")
    dice = Random(7)

    def random_game() -> Iterator[Any]:
        """Yield the boards of a game; it is the same object each time."""
        board = chess.Board()
        for _ in range(MAX_GAME_LENGTH):
            moves = list(board.legal_moves)
            if not moves:
                return
            board.push(dice.choice(moves))
            yield board

    def some_boards() -> Iterator[Any]:
        while True:
            at = dice.randrange(MAX_GAME_LENGTH)
            yield from (board.copy(stack=False) for ply, board in enumerate(random_game()) if ply == at)

    boards = [board for _, board in zip(range(BOARDS), some_boards(), strict=False)]
    moves = sum(len(list(board.legal_moves)) for board in boards)

    def once() -> Iterator[Reading]:
        time = seconds(lambda: [list(board.legal_moves) for board in boards], 3)
        yield Reading("positions", len(boards) / time, "/s")
        yield Reading("moves listed", moves / time, "/s")
        yield Reading("random moves played", a_second(lambda: sum(1 for _ in random_game())), "/s")

    return once


@bench("rlcard")
def card_games() -> Round:
    """Random games of cards: look at the legal actions, choose one, take the step."""
    rlcard: Any = import_module("rlcard")
    dice = Random(7)
    tables = {name: rlcard.make(name, config={"seed": 7}) for name in CARD_GAMES}

    def play(table: Any) -> int:
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            state, _ = table.step(dice.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    def once() -> Iterator[Reading]:
        for name, table in tables.items():
            yield Reading(f"{name}, decisions", a_second(partial(play, table)), "/s")

    return once


OURS = "random games: turns, all games together"
compare("positions listed, to python-chess", of="legal moves: positions", to="python-chess: positions")
compare("moves listed, to python-chess", of="legal moves: moves listed", to="python-chess: moves listed")
compare("random moves played, to python-chess", of=OURS, to="python-chess: random moves played", aim=at_least(1.5, 2.5))
"""The same for both: list the legal moves, choose one at random, play it; ours also deals and scores."""
for each in CARD_GAMES:
    compare(f"random turns, to rlcard's {each}", of=OURS, to=f"rlcard: {each}, decisions")
