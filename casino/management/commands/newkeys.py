"""`manage.py newkeys`: the keys of a site of several processes, before it runs for the first time."""

from typing import Any

from cryptography.fernet import Fernet
from django.core.management.base import BaseCommand

from casino.secret_files import new_secret
from casino.vapid import new_vapid_key


class Command(BaseCommand):
    help = "Prints new keys as lines for /etc/casino/env or .env. Changes nothing."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        self.stdout.write(f"SECRET_KEY={new_secret()}")
        self.stdout.write(f"VAPID_PRIVATE_KEY={new_vapid_key()}")
        self.stdout.write(f"CASINO_SECRETS_KEYS={Fernet.generate_key().decode()}")
