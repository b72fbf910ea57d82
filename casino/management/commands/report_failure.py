"""`manage.py report_failure`: tells the administrators that a unit of systemd has failed (`casino-failed@.service`)."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from casino.status import administrators

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Writes to the log, and to the administrators by mail, that this unit has failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit")

    def handle(self, *, unit: str, **_: Any) -> None:
        text = f"{unit} has failed. The reason is in: journalctl --unit {unit}"
        logger.error(text)
        try:
            addresses = administrators()
        except DatabaseError:  # it may be what has failed
            logger.exception("No administrator can be told by mail.")
            return
        if addresses and not settings.MAIL_OFF:
            EmailMessage(f"Casino: {unit} has failed", f"{settings.SITE_URL}\n\n{text}", to=addresses).send()
