"""`manage.py export`: whole games with their logs, for another server."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.archive import dump_game, with_predecessors
from games.log.encryption import MissingKeyError
from games.models import Game

RUNNING = (Game.Status.OPEN, Game.Status.PLAYING)


class Command(BaseCommand):
    help = "Writes whole games, one a line, to standard output; games that they are rematches of come along."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", nargs="*", help="the addresses of games")
        parser.add_argument("--all", action="store_true", help="all games that are over; with the next also the others")
        parser.add_argument(
            "--with-secrets", action="store_true", help="running games, too: whoever reads the file knows all cards"
        )

    def handle(self, *, game: list[str], with_secrets: bool, **options: Any) -> None:
        games = Game.objects.select_related("rematch_of").order_by("pk")
        if not options["all"]:
            games = games.filter(public_id__in=game)
            self.check_found(game, {game.public_id for game in games})
        elif not with_secrets:
            games = games.exclude(status__in=RUNNING)
        if not games:
            reason = "there is no game" if with_secrets else "no game is over; running games need --with-secrets"
            self.stderr.write(f"There is nothing to export: {reason}.")
        running = games.filter(status__in=RUNNING)
        if running and not with_secrets:
            named = ", ".join(game.public_id for game in running)
            raise CommandError(f"Still running: {named}. With their packs they go out only by --with-secrets.")
        if running:
            self.stderr.write("Warning: this holds the cards of running games. Keep it as safe as the database.")
        self.write(list(games))

    def check_found(self, wanted: list[str], found: set[str]) -> None:
        if not wanted:
            raise CommandError("Which games? Give their addresses, or --all.")
        for game in sorted(set(wanted) - found):
            raise CommandError(f"There is no game “{game}”.")

    def write(self, games: list[Game]) -> None:
        try:
            for game in with_predecessors(iter(games)):
                self.stdout.write(dump_game(game))
        except MissingKeyError as lost:
            raise CommandError(str(lost)) from lost
