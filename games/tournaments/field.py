"""What the kinds of tournaments share. Entries are numbered from 1 in seed order; a win is 2 half points, a draw 1."""

from typing import NamedTuple


class Pair(NamedTuple):
    first: int
    """The entry on side 1."""
    second: int
    """The entry on side 2; 0: a bye for `first`."""


class Played(NamedTuple):
    """One match of the history."""

    round: int
    first: int
    second: int
    """0: a bye."""
    points: tuple[int, int] | None
    """Half points of both sides; None while unfinished."""
    margin: int = 0
    """Card points of side 1 minus those of side 2."""
    played: bool = True
    """False for a bye, a walkover, a result given without play."""
