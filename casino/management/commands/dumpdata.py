"""`manage.py dumpdata`: Django's own, with a warning."""

from typing import Any

from django.core.management.commands import dumpdata

WARNING = (
    "Not for moving or backing up a site: times lose their microseconds, and with them every game's log its proof. "
    "Use `manage.py move` and the backups of docs/operations.md."
)


class Command(dumpdata.Command):
    help = f"{dumpdata.Command.help} {WARNING}"

    def handle(self, *app_labels: str, **options: Any) -> None:
        self.stderr.write(self.style.WARNING(WARNING))
        super().handle(*app_labels, **options)
