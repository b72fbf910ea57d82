"""Every page on a phone and a tablet: texts stay in their boxes, even a third longer, and targets are 44 px."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.entering import look_at, world_of
from tests.browser.player import Player
from tests.live import LiveSite
from tests.pages import PAGES

PHONE = {"width": 360, "height": 640}
TABLET = {"width": 820, "height": 1180}
WINDOWS = [("en", PHONE), ("es", PHONE), ("pt", PHONE), ("pt-br", PHONE), ("en", TABLET)]
PAGE_FAULTS = Path(__file__).with_name("page_faults.js").read_text(encoding="utf-8")
TARGET_FAULTS = Path(__file__).with_name("target_faults.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def names(site: LiveSite) -> dict[str, str]:
    return world_of(site)


def faults(page: Page, site: LiveSite, names: dict[str, str], script: str, longer: bool = False) -> list[str]:
    """Return what the script finds on every page, each with the page's address."""
    found = []
    for look in [look for looks in PAGES.values() for look in looks]:
        look_at(page, site, look, names)
        found += [f"{look.address} ({look.who}): {fault}" for fault in page.evaluate(script, longer)]
    return found


@pytest.mark.parametrize(("language", "viewport"), WINDOWS)
def test_texts_a_third_longer_stay_in_their_boxes(
    visit: Callable[..., Player], site: LiveSite, names: dict[str, str], language: str, viewport: dict[str, int]
) -> None:
    page = visit(viewport=viewport, locale=language, reduced_motion="reduce").page
    found = faults(page, site, names, PAGE_FAULTS, longer=True)
    assert page.locator("html").get_attribute("lang") == language
    assert not found, "\n".join(found)


def test_whatever_can_be_pressed_is_large_enough_for_a_finger(
    visit: Callable[..., Player], site: LiveSite, names: dict[str, str]
) -> None:
    found = faults(visit(viewport=PHONE, reduced_motion="reduce").page, site, names, TARGET_FAULTS)
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
