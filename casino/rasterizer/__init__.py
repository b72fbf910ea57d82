"""Pictures for other sites, which show no SVG: an SVG image as PNG, with the site's own fonts."""

from functools import lru_cache
from pathlib import Path

from resvg_py import svg_to_bytes

FONTS = [str(Path(__file__).with_name(name)) for name in ("newsreader.ttf", "figtree.ttf")]
"""The fonts of the pages as TrueType, the only kind that the library reads. They have the letters of Latin-1."""

MAX_CACHED = 64
"""Maximum number of pictures kept in memory, of about 100 kB each."""


@lru_cache(MAX_CACHED)
def png_of(svg: str) -> bytes:
    """The image at its own size. The fonts of the machine are not used: the result is the same everywhere."""
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONTS))
