"""`manage.py import`: whole games that another server has written by `manage.py export`."""  # noqa: N999  its name

import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Person
from games.log.archive import LONGEST
from games.services.transfer import ImportRejectedError, import_game

_SEAT = re.compile(r"(?P<game>[^:]+):(?P<number>[1-6])=(?P<name>.+)")


class Command(BaseCommand):
    help = "Takes in whole games, each as a whole or not at all. Their players are names without accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `manage.py export` has written")
        parser.add_argument(
            "--seat", action="append", default=[], metavar="GAME:SEAT=NAME", help="this account here has that seat"
        )

    def handle(self, *, file: str, seat: list[str], **_: Any) -> None:
        people, taken, refused = dict(map(seat_of, seat)), 0, 0
        for number, line in enumerate(lines_of(file), start=1):
            try:
                game = import_game(line, people)
            except ImportRejectedError as why:
                self.stderr.write(f"line {number}: {why}")
                refused += 1
            else:
                self.stdout.write(f"line {number}: {game.public_id}")
                taken += 1
        if refused:
            raise CommandError(f"{taken} games taken in, {refused} refused.")
        self.stdout.write(f"{taken} games taken in.")


def lines_of(file: str) -> Iterator[str]:
    """Yield the lines of the file, none longer than a game may be, whatever the size of the file."""
    try:
        with Path(file).open(encoding="utf-8-sig", errors="replace") as text:
            while line := text.readline(LONGEST + 2):
                yield line
    except OSError as wrong:
        raise CommandError(f"{file} cannot be read: {wrong.strerror}") from wrong


def seat_of(text: str) -> tuple[tuple[str, int], Person]:
    """The game, the seat and its person from `GAME:SEAT=NAME`."""
    said = _SEAT.fullmatch(text)
    if said is None:
        raise CommandError(f"“{text}” is no seat: write GAME:SEAT=NAME.")
    person = Person.objects.filter(username=said["name"]).first()
    if person is None:
        raise CommandError(f"There is nobody here called “{said['name']}”.")
    return (said["game"], int(said["number"])), person
