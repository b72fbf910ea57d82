"""The clocks of quick pairing in a few words."""

from collections.abc import Mapping
from typing import NamedTuple

from games.domain.table_settings import TableSettings

from .table_settings import MINUTE, clock_words, span_words


class Tile(NamedTuple):
    """A clock to tap: `label` as players write it, `words` in full."""

    key: str
    label: str
    words: str


def tile_label(settings: TableSettings) -> str:
    """“5 + 10” for minutes and an increment in seconds; “1 day” for a game over days."""
    if settings.clock == "live":
        return f"{settings.time // MINUTE} + {settings.increment}"
    return span_words(settings.time)


def tiles(offered: Mapping[str, TableSettings]) -> list[Tile]:
    return [Tile(key, tile_label(settings), clock_words(settings)) for key, settings in offered.items()]
