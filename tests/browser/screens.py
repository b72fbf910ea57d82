"""Takes the screenshots: `python -m tests.browser.screens [folder]`. Those the documentation shows go to docs/screens,
the others, of every width in light and dark, to the folder (test-results/screens)."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import chromium
from tests.live import PROJECT, LiveSite, live_site

KEPT = PROJECT / "docs" / "screens"
ALL = PROJECT / "test-results" / "screens"
SIZES = {360: 760, 768: 1024, 1440: 860}
SCHEMES = ("light", "dark")
SCENES = {
    "casino": "played('casino', 2, False, 1, 2, 5)",
    "dominican": "played('dominican', 4, True, 2, 2, 6)",
    "tuxedo": "played('tuxedo', 5, False, 2, 2, 8)",
    "hungarian": "played('hungarian', 2, False, 1, 0, 7)",
    "crowded": "crowded()",
    "over": "played('casino', 2, False, 3, 99, 0)",
}
"""Moments of games, by functions of `tests.browser.scenes`."""


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, live_site(Path(data)) as site, sync_playwright() as playwright:
        scenes = {name: laid(site, call) for name, call in SCENES.items()}
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for width in SIZES:
            for scheme in SCHEMES:
                for name, scene in scenes.items():
                    table(browser, site, scene, width, scheme).screenshot(
                        path=folder / f"{name}-{width}-{scheme}.png", full_page=True
                    )
        keep(browser, site, scenes["casino"])
        browser.close()


def keep(browser: Browser, site: LiveSite, scene: dict[str, Any]) -> None:
    """The few that the documentation shows."""
    for name, width, scheme in (("desktop", 1440, "light"), ("phone", 360, "light"), ("dark", 768, "dark")):
        table(browser, site, scene, width, scheme).screenshot(path=KEPT / f"table-{name}.png")
    front = window(browser, site, 1440, "light")
    front.goto("/")
    front.screenshot(path=KEPT / "front.png", clip={"x": 270, "y": 0, "width": 900, "height": 560})


def laid(site: LiveSite, call: str) -> dict[str, Any]:
    printed = site.manage("shell", "-v", "0", "-c", f"from tests.browser import scenes; scenes.{call}")
    found: dict[str, Any] = json.loads(printed)
    return found


def window(browser: Browser, site: LiveSite, width: int, scheme: str) -> Page:
    wanted: dict[str, Any] = {"viewport": {"width": width, "height": SIZES[width]}, "color_scheme": scheme}
    return browser.new_context(base_url=site.url, reduced_motion="reduce", **wanted).new_page()


def table(browser: Browser, site: LiveSite, scene: dict[str, Any], width: int, scheme: str) -> Page:
    """The table of whoever is to play, with the hand card chosen that can do most."""
    page = window(browser, site, width, scheme)
    session = scene["sessions"][scene["turn"] - 1]
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    address = f"/g/{scene['game']}/"
    page.goto(address)
    hand = [card.get_attribute("value") for card in page.locator("input[name=hand]").all()]
    page.goto(f"{address}?hand={max(hand, key=lambda card: count(page, address, card))}" if hand else address)
    return page


def count(page: Page, address: str, card: str | None) -> int:
    """How many moves the card offers."""
    page.goto(f"{address}?hand={card}")
    return page.locator("#options button").count()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ALL)
