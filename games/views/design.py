"""The design page, for staff: the parts of which every page is made, and the measured contrast of their colors."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.domain.cards import Card
from games.presenters.cards import card_view, card_views

COLOR = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
PAIRS = (
    "text page, muted page, link page, gilt page, danger page, text surface, muted surface, link surface, "
    "on-accent accent, on-felt felt, on-felt-2 felt, on-brass brass, on-moon moon, pip-red card, pip-black card"
)
"""Each color of text on each background on which it is used."""
TYPE_SIZES = ("t4", "t3", "t2", "t1", "t0", "t-1")
SPACES = (4, 8, 12, 16, 24, 40, 64)


class ColorPair(NamedTuple):
    """A color of text and its background, as named in `tokens.css`, with their contrast in the light and dark theme."""

    text: str
    background: str
    light: float
    dark: float


def luminance(color: str) -> float:
    """Return the relative luminance, from 0 to 1, of a color such as "#1d5943" (WCAG 2.2)."""
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colors, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def color_pairs() -> list[ColorPair]:
    """Measure the pairs with the colors of the style sheet."""
    tokens = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    themes = {name: (light or both, dark or both) for name, light, dark, both in COLOR.findall(tokens)}
    pairs = [pair.split() for pair in PAIRS.split(", ")]
    return [
        ColorPair(text, back, *(contrast(*colors) for colors in zip(themes[text], themes[back], strict=True)))
        for text, back in pairs
    ]


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    card = card_view(Card("7C"))
    groups = [card_views([Card("6S"), Card("2D")]), card_views([Card("8H")])]
    context = {
        "pairs": color_pairs(),
        "type_sizes": TYPE_SIZES,
        "spaces": SPACES,
        "card": card,
        "deck": card_views(Card(code) for code in ("AS", "TD", "2S", "JC", "QH", "KD")),
        "build": {"name": "", "groups": groups, "owner": "Ana", "value": 8, "sets": "×2"},
    }
    return render(request, "desk/design.html", context)


design_page = admin.site.admin_view(design)
