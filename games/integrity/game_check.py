"""Verification of a game as a whole: its log, and the rows related to it."""

from games.integrity.deal_checks import attempt_problems
from games.integrity.rating_checks import rated_problems
from games.integrity.related_rows import related_row_problems
from games.integrity.result_checks import result_problems
from games.log.verification import MALFORMED_LOG_ERRORS, Verification, verify_log
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
    game, state, more = Game.objects.get(pk=game.pk), report.state, list[str]()
    checks = (
        related_row_problems(game, report.log),
        rated_problems(game, state),
        result_problems(game, state, report.log),
        attempt_problems(game, report.log),
    )
    for problems in checks:
        try:
            more.extend(problems)
        except MALFORMED_LOG_ERRORS as error:  # the other games are still to be checked
            more.append(f"rows related to its log cannot be read: {type(error).__name__}: {error}")
    return report._replace(problems=[*report.problems, *more])
