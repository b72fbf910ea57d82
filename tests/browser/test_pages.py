"""Every page on a phone and a tablet: texts stay in their boxes, even a third longer, and targets are 44 px."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.entering import look_at, world_of
from tests.browser.player import Player
from tests.live import LiveSite
from tests.pages import looks

PHONE = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}
WINDOWS = [("en", PHONE), ("es", PHONE), ("pt", PHONE), ("pt-br", PHONE), ("en", TABLET)]
PAGE_FAULTS = Path(__file__).with_name("page_faults.js").read_text(encoding="utf-8")
TARGET_FAULTS = Path(__file__).with_name("target_faults.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def names(site: LiveSite) -> dict[str, str]:
    return world_of(site)


@pytest.mark.parametrize(("language", "viewport"), WINDOWS)
def test_texts_a_third_longer_stay_in_their_boxes_and_targets_are_large_enough(
    visit: Callable[..., Player], site: LiveSite, names: dict[str, str], language: str, viewport: dict[str, int]
) -> None:
    """One language on a phone is enough for targets; they come before the texts are made longer."""
    page = visit(viewport=viewport, locale=language, reduced_motion="reduce").page
    found = []
    for look in looks():
        look_at(page, site, look, names)
        faults = page.evaluate(TARGET_FAULTS) if (language, viewport) == WINDOWS[0] else []
        faults += page.evaluate(PAGE_FAULTS, True)
        found += [f"{look.address} ({look.who}): {fault}" for fault in faults]
    assert page.locator("html").get_attribute("lang") == language
    assert not found, "\n".join(found)


def test_the_checks_would_find_faults(visit: Callable[..., Player]) -> None:
    page = visit(viewport=PHONE).page
    page.goto("/about/")
    assert page.evaluate(PAGE_FAULTS) == page.evaluate(TARGET_FAULTS) == []
    page.evaluate("""() => {
        const main = document.querySelector("main");
        for (const [text, style] of Object.entries({
            Go: "height: 20px; min-height: 20px; width: 40px",
            transubstantiation: "width: 40px; overflow-wrap: anywhere",
            "far too long for this": "width: 40px; white-space: nowrap",
        })) {
            const part = main.appendChild(document.createElement(text === "Go" ? "button" : "div"));
            Object.assign(part, { textContent: text }).style.cssText = style;
        }
    }""")
    words = page.evaluate(PAGE_FAULTS)
    assert any("breaks inside the word" in each for each in words)
    assert any("leaves its box" in each for each in words)
    assert [each for each in page.evaluate(TARGET_FAULTS) if "Go" in each]
