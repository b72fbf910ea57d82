"""Verification of the rows of a finished game by seat: they follow from its log."""

from collections.abc import Iterator, Sequence

from games.domain.events import Event
from games.domain.state import GameState
from games.models import Game, SeatResult
from games.results.seat_results import WRITTEN, results_of


def result_problems(game: Game, state: GameState, log: Sequence[Event]) -> Iterator[str]:
    """Yield the seats whose recorded result is not the one that the log leads to, in words."""
    due = results_of(game, state, log) if game.status == Game.Status.OVER else []
    expected, recorded = ({row.number: row for row in rows} for rows in (due, game.results.all()))
    for number in sorted(expected.keys() | recorded.keys()):
        if number not in recorded:
            yield f"the result of seat {number} is not recorded"
        elif number not in expected:
            yield f"a result of seat {number} is recorded, which has none"
        else:
            yield from _differences(number, expected[number], recorded[number])


def _differences(number: int, due: SeatResult, recorded: SeatResult) -> Iterator[str]:
    for field in SeatResult._meta.concrete_fields:
        said, right = getattr(recorded, field.attname), getattr(due, field.attname)
        if field.name in WRITTEN and said != right:
            yield f"the result of seat {number} has {field.name} {said}, its log {right}"
