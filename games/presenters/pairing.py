"""The clocks of quick pairing in a few words."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.domain.table_settings import TableSettings

from .table_settings import MINUTE, clock_words, span_words


class Tile(NamedTuple):
    """A clock to tap: `label` as players write it, `words` in full."""

    key: str
    label: str
    words: str


def tile_label(settings: TableSettings) -> str:
    """“5 min + 10 s” for a game with an increment; “1 day” for a game over days."""
    if settings.clock == "live":
        words = {"minutes": settings.time // MINUTE, "seconds": settings.increment}
        return _("%(minutes)d min + %(seconds)d s") % words
    return span_words(settings.time)


def tiles(offered: Mapping[str, TableSettings]) -> list[Tile]:
    return [Tile(key, tile_label(settings), clock_words(settings)) for key, settings in offered.items()]
