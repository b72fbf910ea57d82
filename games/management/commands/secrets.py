"""`manage.py secrets`: the keys that encrypt packs and hands in the database."""

from argparse import ArgumentParser
from typing import Any

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.deals.services import rotate_keys as seal_deals_anew
from games.log.encryption import MissingKeyError
from games.models import Game
from games.services.key_rotation import rotate_keys

NO_KEYS = "CASINO_SECRETS_KEYS is not set: there is no key to seal with. `manage.py secrets new` makes one."


class Command(BaseCommand):
    help = "Makes a new key (new), seals all games with the newest one (rotate), or says how things stand (status)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("what", choices=["new", "rotate", "status"])

    def handle(self, *, what: str, **_: Any) -> None:
        match what:
            case "new":
                self.stdout.write(Fernet.generate_key().decode())
            case "rotate":
                self.rotate()
            case _:
                self.tell()

    def rotate(self) -> None:
        if not settings.SECRETS_KEYS:
            raise CommandError(NO_KEYS)
        try:
            number = rotate_keys() + seal_deals_anew()
        except MissingKeyError as lost:
            raise CommandError(str(lost)) from lost
        self.stdout.write(
            f"{number} games and shared deals sealed with the first key. The others are needed no longer."
        )

    def tell(self) -> None:
        clear, number = Game.objects.filter(key="").count(), Game.objects.count()
        self.stdout.write(f"{len(settings.SECRETS_KEYS)} keys; {number - clear} games sealed, {clear} not.")
