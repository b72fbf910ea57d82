"""`manage.py report_failure`: tells the administrators that a unit of systemd has failed (`casino-failed@.service`)."""

import logging
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand
from django.db import DatabaseError

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Writes to the log, and to the administrators by mail, that this unit has failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit")

    def handle(self, *, unit: str, **_: Any) -> None:
        text = f"{unit} has failed. The reason is in: journalctl --unit {unit}"
        logger.error(text)
        if not settings.MAIL_OFF and (addresses := administrators()):
            EmailMessage(f"Casino: {unit} has failed", f"{settings.SITE_URL}\n\n{text}", to=addresses).send()


def administrators() -> list[str]:
    """The addresses of the administrators; none while the database, which may be what has failed, is away."""
    active = get_user_model()._default_manager.filter(is_superuser=True, is_active=True).exclude(email="")
    try:
        return [str(email) for email in active.values_list("email", flat=True)]
    except DatabaseError:
        logger.exception("No administrator can be told by mail.")
        return []
