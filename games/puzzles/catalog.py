"""The puzzles shipped with the site: one row of `puzzles.csv` each."""

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from games.analysis.positions import PreparedPosition, prepared_state
from games.domain.moves import Move
from games.domain.notation import read_cards, read_move, read_table, write_cards, write_move, write_table
from games.domain.state import GameState

PATH = Path(__file__).with_name("puzzles.csv")

FIELDS = ("hand", "other", "table", "own", "theirs", "dealer", "last", "move", "margin", "nodes", "themes", "rating")


class Puzzle(NamedTuple):
    """A position of a last deal, the learner to play, with its only best move.

    `margin`: by how many points the best move leads over the next best, both hands known and everyone playing
    perfectly; `nodes`: positions searched to prove it. `solved`: by level, how often it finds the move.
    """

    position: PreparedPosition
    solution: Move
    margin: float
    nodes: int
    themes: tuple[str, ...]
    rating: int = 0
    solved: Mapping[str, float] = {}

    @property
    def solution_text(self) -> str:
        return write_move(self.solution)

    def state(self, opponent: str = "") -> GameState:
        """The position as a game, the opponent by this name."""
        return prepared_state(self.position, opponent)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles of the site; number 1 comes first."""
    return read_puzzles(PATH.read_text(encoding="utf-8"))


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    return tuple(map(_read_row, csv.DictReader(StringIO(text))))


def write_puzzles(puzzles: Iterable[Puzzle], levels: Iterable[str]) -> str:
    """The puzzles as CSV, with a column for each level: the percentage of its tries that find the move."""
    text, columns = StringIO(), tuple(levels)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*FIELDS, *columns))
    for puzzle in puzzles:
        shares = (round(100 * puzzle.solved[level]) for level in columns)
        writer.writerow((*_row(puzzle), *shares))
    return text.getvalue()


def _row(puzzle: Puzzle) -> tuple[object, ...]:
    position = puzzle.position
    last = "" if position.last_capture is None else position.last_capture
    return (
        *map(write_cards, position.hands),
        write_table(position.table),
        *map(write_cards, position.piles),
        position.dealer,
        last,
        puzzle.solution_text,
        f"{puzzle.margin:g}",
        puzzle.nodes,
        " ".join(puzzle.themes),
        puzzle.rating,
    )


def _read_row(row: dict[str, str]) -> Puzzle:
    position = PreparedPosition(
        hands=(read_cards(row["hand"]), read_cards(row["other"])),
        table=read_table(row["table"]),
        piles=(read_cards(row["own"]), read_cards(row["theirs"])),
        dealer=int(row["dealer"]),
        last_capture=int(row["last"]) if row["last"] else None,
    )
    return Puzzle(
        position,
        read_move(row["move"]),
        float(row["margin"]),
        int(row["nodes"]),
        tuple(row["themes"].split()),
        int(row["rating"]),
        {level: int(share) / 100 for level, share in row.items() if level not in FIELDS},
    )
