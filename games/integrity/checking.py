"""Verification of a game as a whole: its log, and the rows related to it."""

from games.integrity.beside import beside_problems
from games.integrity.rated import rated_problems
from games.log.verification import Report, examine
from games.models import Game

MOST_READINGS = 3


def examine_whole(game: Game) -> Report:
    """Verify one game, its log first. Data that changes meanwhile is read again."""
    report = _examined(game)
    for _ in range(MOST_READINGS - 1):
        if not report.problems:
            break
        report = _examined(game)
    return report


def _examined(game: Game) -> Report:
    report = examine(game)
    if report.state is None:
        return report
    game = Game.objects.get(pk=game.pk)
    found = [*beside_problems(game, report.log), *rated_problems(game, report.state)]
    return report._replace(problems=[*report.problems, *found])
