"""Take the screenshots: `make screens`. Every preset in mid-game, the table at every size, and every other page, in
light and dark, go to test-results/screens; those that the documentation shows to docs/screens. `make
screens SCREENS="tables pages"` takes only some of them, SCREENS="es" the pages in Spanish."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import one_screen
from tests.browser.entering import become, look_at, wait_for_fonts, world_of
from tests.chromium import chromium
from tests.live import PROJECT, LiveSite, live_site
from tests.pages import PAGES

type Scene = dict[str, Any]

KEPT = PROJECT / "docs" / "screens"
ALL = PROJECT / "test-results" / "screens"
STILL = {"ROUND_PAUSE": "60"}
"""The end of a round stays until its pictures are taken."""

SIZES = {360: 760, 820: 1180, 1440: 860}
SCHEMES = ("light", "dark")
SCENES = {
    "crowded": "crowded()",
    "orange": "uncalled_orange()",
    "over": "over()",
    "builds": "builds()",
}
"""Moments in addition to those of the presets, by functions of `tests.browser.scenes`."""

SHOWN = {
    "table-desktop": ("builds", 1366, 768, "light"),
    "table-phone": ("partners", 390, 844, "light"),
    "round-phone": ("round_over", 390, 844, "dark"),
}
"""Scenes that the documentation shows, in a window of this width and height."""


PARTS = ("presets", "tables", "pages", "shown")


def main(parts: str = "", folder: Path = ALL) -> None:
    """Take all pictures, or those of the parts named."""
    wanted = parts.split() or PARTS
    languages = [code for code, _ in settings.LANGUAGES if code != "en"]
    if unknown := set(wanted) - {*PARTS, *languages}:
        raise SystemExit(f"No such screens: {', '.join(unknown)}. There are {', '.join([*PARTS, *languages])}.")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, live_site(Path(data), STILL) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        if "presets" in wanted:
            keep_presets(browser, site, folder)
        if "tables" in wanted:
            keep_tables(browser, site, folder / "tables")
        if "pages" in wanted:
            keep_pages(browser, site, folder / "pages")
        for language in [each for each in languages if each in wanted]:
            keep_pages(browser, site, folder / f"pages-{language}", language)
        if "shown" in wanted:
            keep_shown(browser, site)
        browser.close()


def keep_presets(browser: Browser, site: LiveSite, to: Path) -> None:
    """Take screenshots of every preset in mid-game, and of a few moments more."""
    scenes = every_preset(site) | {name: laid(site, call) for name, call in SCENES.items()}
    addresses = {name: with_the_best_card(browser, site, scene) for name, scene in scenes.items()}
    for width in SIZES:
        for scheme in SCHEMES:
            take_all(browser, site, scenes, addresses, width, scheme, to)


def take_all(
    browser: Browser,
    site: LiveSite,
    scenes: dict[str, Scene],
    addresses: dict[str, str],
    width: int,
    scheme: str,
    to: Path,
) -> None:
    with window(browser, site, width, scheme) as context:
        page = context.new_page()
        for name, scene in scenes.items():
            log_in(context, site, scene)
            page.goto(addresses[name])
            page.screenshot(path=to / f"{name}-{width}-{scheme}.png", full_page=True)


def keep_tables(browser: Browser, site: LiveSite, to: Path) -> None:
    """Take screenshots of the table of every scene, and of a selected card, at every size at which it is one screen."""
    to.mkdir(exist_ok=True)
    scenes = {name: laid(site, f"{name}()") for name in one_screen.SCENES}
    addresses = {name: f"/g/{scene['game']}/" for name, scene in scenes.items()}
    addresses["selected_card"] = f"{addresses['twelve_items']}?hand=9S"
    scenes["selected_card"] = scenes["twelve_items"]
    for scheme in SCHEMES:
        with window(browser, site, 1440, scheme) as context:
            page = context.new_page()
            for name, scene in scenes.items():
                log_in(context, site, scene)
                page.goto(addresses[name])
                for width, height in one_screen.SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=to / f"{name}-{width}x{height}-{scheme}.png")


def keep_pages(browser: Browser, site: LiveSite, to: Path, language: str = "en") -> None:
    """Take screenshots of every page of tests/pages.py in a language."""
    to.mkdir(exist_ok=True)
    names = world_of(site)
    for width in SIZES:
        for scheme in SCHEMES:
            with window(browser, site, width, scheme, language) as context:
                page = context.new_page()
                for name, looks in PAGES.items():
                    for number, look in enumerate(looks, start=1):
                        look_at(page, site, look, names)
                        place = f"{name.replace(':', '-')}-{number}-{width}-{scheme}.png"
                        page.screenshot(path=to / place, full_page=True)


def keep_shown(browser: Browser, site: LiveSite) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for name, (call, width, height, scheme) in SHOWN.items():
        scene = laid(site, f"{call}()")
        address = with_the_best_card(browser, site, scene)
        with window(browser, site, 1440, scheme) as context:
            log_in(context, site, scene)
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
            page.screenshot(path=KEPT / f"{name}.jpg", type="jpeg", quality=80)


# --- scenes ------------------------------------------------------------------------------------------------------


def every_preset(site: LiveSite) -> dict[str, Scene]:
    lines = shell(site, "every_preset()").splitlines()
    return {name: json.loads(told) for name, _, told in (line.partition(" ") for line in lines)}


def laid(site: LiveSite, call: str) -> Scene:
    found: Scene = json.loads(shell(site, call))
    return found


def shell(site: LiveSite, call: str) -> str:
    return site.run(f"from tests.browser import scenes; scenes.{call}")


def with_the_best_card(browser: Browser, site: LiveSite, scene: Scene) -> str:
    """Return the address of the table with the hand card chosen that has the most moves."""
    address = f"/g/{scene['game']}/"
    with window(browser, site, 1440, "light") as context:
        log_in(context, site, scene)
        page = context.new_page()
        page.goto(address)
        hand = [card.get_attribute("value") for card in page.locator("input[name=hand]").all()]
        offers = {f"{address}?hand={card}": moves(page, f"{address}?hand={card}") for card in hand}
    return max(offers, key=lambda chosen: offers[chosen], default=address)


def moves(page: Page, address: str) -> int:
    page.goto(address)
    return page.locator("#options button").count()


# --- browsers ----------------------------------------------------------------------------------------------------


@contextmanager
def window(browser: Browser, site: LiveSite, width: int, scheme: str, language: str = "en") -> Iterator[BrowserContext]:
    wanted: dict[str, Any] = {"viewport": {"width": width, "height": SIZES[width]}, "color_scheme": scheme}
    wanted |= {"base_url": site.url, "locale": language, "reduced_motion": "reduce", "service_workers": "block"}
    context = browser.new_context(**wanted)
    wait_for_fonts(context)
    yield context
    context.close()


def log_in(context: BrowserContext, site: LiveSite, scene: Scene) -> None:
    """Log in as the player to move."""
    session = scene["sessions"][scene["turn"] - 1]
    become(context, site, session)
