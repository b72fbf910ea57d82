"""Verification of a game as a whole: its log, and the rows related to it."""

from games.integrity.rating_checks import rated_problems
from games.integrity.related_rows import related_row_problems
from games.integrity.result_checks import result_problems
from games.log.verification import Verification, verify_log
from games.models import Game

MAX_READINGS = 3


def verify_with_related_rows(game: Game) -> Verification:
    """Verify one game, its log first. Data that changes meanwhile is read again."""
    report = _examined(game)
    for _ in range(MAX_READINGS - 1):
        if not report.problems:
            break
        report = _examined(game)
    return report


def _examined(game: Game) -> Verification:
    report = verify_log(game)
    if report.state is None:
        return report
    game = Game.objects.get(pk=game.pk)
    more = [*related_row_problems(game, report.log), *rated_problems(game, report.state)]
    more += result_problems(game, report.state, report.log)
    return report._replace(problems=[*report.problems, *more])
