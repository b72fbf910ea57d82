"""`manage.py verify`: checks every game's log and all data related to the logs."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import batched, chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.integrity import checkpoints
from games.integrity.deal_checks import deal_problems
from games.integrity.game_check import verify_with_related_rows
from games.integrity.rating_checks import ladder_problems
from games.log.triggers import trigger_problems
from games.log.verification import MALFORMED_LOG_ERRORS, revalidate_moves
from games.models import Game

PROGRESS_EVERY = 100


class Command(BaseCommand):
    help = (
        "Checks that in all games, or in one, nothing was lost, doubled or changed; that none has gone; and all else."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="the address of one game (default: all, and the whole site)")
        parser.add_argument(
            "--rejudge", action="store_true", help="also list the moves that would be refused or differ today"
        )
        parser.add_argument(
            "--checkpoint", action="store_true", help="write down how far all that is in order goes now"
        )
        parser.add_argument(
            "--expect", action="append", default=[], metavar="NUMBER:HASH", help="a checkpoint that you kept elsewhere"
        )
        parser.add_argument(
            "--older-rules", action="store_true", help="do not fail for results that an older engine reckoned otherwise"
        )

    def handle(self, *, game: str | None, **options: Any) -> None:
        if game and (options["checkpoint"] or options["expect"]):
            raise CommandError("Checkpoints are of the whole site: give no game.")
        games = Game.objects.filter(public_id=game) if game else Game.objects.order_by("pk")
        number = games.count()
        if game and not number:
            raise CommandError(f"There is no game “{game}”.")
        of_site = 0 if game else self.check_site(options["expect"])
        covering = options["checkpoint"] and not of_site
        bad = self.check_games(games.iterator(), number, covering, options)
        if covering:
            self.cover(checkpoints.unattested_staff_subjects())
        if not game and checkpoints.latest():
            self.stdout.write(f"Checkpoint {checkpoints.latest()}")
        if bad:
            raise CommandError(f"{bad} of {number} games are not in order.")
        if of_site:
            raise CommandError("The games are in order, the site is not.")
        self.stdout.write(f"{number} of {number} games read: all in order.")

    def check_site(self, expected: list[str]) -> bool:
        """Print the problems beyond single games; return True if there are any."""
        found = False
        for problem in chain(
            trigger_problems(connection),
            checkpoints.orphan_problems(),
            checkpoints.chain_problems(expected),
            ladder_problems(),
            deal_problems(),
        ):
            self.stderr.write(problem)
            found = True
        return found

    def check_games(self, games: Iterator[Game], number: int, covering: bool, options: dict[str, Any]) -> int:
        """The number of games with problems. With `covering`, the others get checkpoints."""
        bad = done = 0
        for some in batched(games, PROGRESS_EVERY):
            clean = []
            for game in some:
                wrong = self.report(game, **options)
                bad += wrong
                clean += [] if wrong else [game]
            if covering:
                self.cover(chain.from_iterable(map(checkpoints.unattested_subjects, clean)))
            done += len(some)
            if done < number and len(some) == PROGRESS_EVERY:
                self.stdout.write(f"{done} of {number} games read")
        return bad

    def cover(self, subjects: Iterable[checkpoints.Subject]) -> None:
        for some in batched(subjects, PROGRESS_EVERY):
            checkpoints.append_checkpoints(some)

    def report(self, game: Game, rejudge: bool, older_rules: bool, **_: Any) -> bool:
        report = verify_with_related_rows(game)
        problems = report.problems + (self.judged(game) if rejudge else [])
        for problem in problems:
            self.stderr.write(f"{game.public_id}: {problem}")
        for other in report.by_older_rules:
            self.stderr.write(f"{game.public_id}: by older rules, or forged: {other}")
        return bool(problems or (report.by_older_rules and not older_rules))

    def judged(self, game: Game) -> list[str]:
        try:
            return list(revalidate_moves(game))
        except MALFORMED_LOG_ERRORS as error:
            return [f"its moves cannot be judged: {type(error).__name__}"]
