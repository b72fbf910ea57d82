"""Pictures of pages for other sites, 1200 by 630 pixels: SVG templates filled with the site's own drawings, as PNG."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.rasterizer import png_of

COLORS = {
    "card": "#fdf8eb",
    "pip-spade": "#1f242b",
    "pip-heart": "#b3232d",
    "pip-diamond": "#b3232d",
    "pip-club": "#1f242b",
    "pip-square": "#1f242b",
    "pip-disc": "#b3232d",
    "pip-triangle": "#0d6b33",
    "pip-star": "#8a5a00",
}
"""The colors of the cards; the pages have them in static/css/tokens.css."""

_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([\w-]+)"')
_COLOR = re.compile(r"var\(--([\w-]+)[^)]*\)")


def picture(template: str, context: Mapping[str, Any]) -> bytes:
    return png_of(render_to_string(template, dict(context)))


@cache
def portrait_symbols() -> SafeString:
    """The figures of all portraits, the content of the site's own file."""
    text = _drawing("portraits.svg")
    return SafeString(text[text.index("<symbol") : text.rindex("</svg>")])


def card_symbols(faces: Iterable[str]) -> SafeString:
    """The drawings of these cards, and of everything that they are made of."""
    symbols, wanted = _card_symbols(), [f"c-{face}" for face in faces]
    found: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name not in found and name in symbols:
            found[name] = symbols[name]
            wanted += _USED.findall(symbols[name])
    return SafeString(_card_defs() + "".join(found.values()))


@cache
def _card_symbols() -> dict[str, str]:
    text = _COLOR.sub(lambda used: COLORS[used[1]], _drawing("cards.svg"))
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


@cache
def _card_defs() -> str:
    text = _drawing("cards.svg")
    return text[text.index("<defs>") + len("<defs>") : text.index("</defs>")]


def _drawing(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")
