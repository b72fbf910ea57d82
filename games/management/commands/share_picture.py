"""`manage.py share_picture`: draw the picture that other sites show with a link to this one."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino.site_context import SHARE_PICTURE
from games.presenters.pictures import site_picture
from games.views.pictures import card_symbols, picture


class Command(BaseCommand):
    help = "Draws static/images/share.png anew from the site's own cards. Run it when they have changed."

    def handle(self, **_: Any) -> None:
        shown = site_picture()
        context = {"picture": shown, "symbols": card_symbols(shown.faces)}
        path = Path(settings.BASE_DIR) / "static" / SHARE_PICTURE
        path.write_bytes(picture("games/pictures/site.svg", context))
        self.stdout.write(f"{path.name}: {path.stat().st_size // 1024} KB")
