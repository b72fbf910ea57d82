"""`manage.py verify`: whether every game's log is whole."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit import TAMPERED, check, rejudged
from games.models import Game

PROGRESS_EVERY = 100


class Command(BaseCommand):
    help = "Reads the logs of all games, or of one, and checks that nothing was lost, doubled or changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="?", help="the address of one game (default: all)")
        parser.add_argument(
            "--rejudge", action="store_true", help="also list the moves that would be refused or differ today"
        )

    def handle(self, *, game: str | None, rejudge: bool, **_: Any) -> None:
        games = Game.objects.filter(public_id=game) if game else Game.objects.order_by("pk")
        number, bad = games.count(), 0
        if game and not number:
            raise CommandError(f"There is no game “{game}”.")
        for done, each in enumerate(games.iterator(), start=1):
            bad += self.report(each, rejudge)
            if done % PROGRESS_EVERY == 0 and done < number:
                self.stdout.write(f"{done} of {number} games read")
        if bad:
            raise CommandError(f"{bad} of {number} games are not in order.")
        self.stdout.write(f"{number} of {number} games read: all in order.")

    def report(self, game: Game, rejudge: bool) -> bool:
        problems = check(game)
        if rejudge:
            problems += self.judged(game)
        for problem in problems:
            self.stderr.write(f"{game.public_id}: {problem}")
        return bool(problems)

    def judged(self, game: Game) -> list[str]:
        try:
            return list(rejudged(game))
        except TAMPERED as error:
            return [f"its moves cannot be judged: {type(error).__name__}"]
