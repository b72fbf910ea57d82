"""Colors of text can be read on the backgrounds on which they are used, in both themes."""

import re

import pytest

from tests.architecture import PROJECT

LEAST = 4.5  # WCAG 2.2, level AA
COLOR = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
PAIRS = (
    "text page, muted page, link page, gilt page, danger page, text surface, muted surface, link surface, "
    "on-accent accent, on-felt felt, on-felt-2 felt, on-brass brass, on-moon moon, pip-red card, pip-black card"
)
TOKENS = {
    name: (light or both, dark or both)
    for name, light, dark, both in COLOR.findall((PROJECT / "static/css/tokens.css").read_text(encoding="utf-8"))
}


def luminance(color: str) -> float:
    """The relative luminance, from 0 to 1, of a color such as "#1d5943" (WCAG 2.2)."""
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#777777", "#777777") == 1


@pytest.mark.parametrize("pair", PAIRS.split(", "))
def test_text_can_be_read_on_its_background_in_both_themes(pair: str) -> None:
    text, background = pair.split()
    assert min(map(contrast, TOKENS[text], TOKENS[background])) >= LEAST
