"""Take the screenshots: `make screens`. Every preset in mid-game, the table at every size, and every other page, in
light and dark, go to test-results/screens; those that the documentation shows to docs/screens. `make
screens SCREENS="tables pages"` takes only some of them, SCREENS="es" the pages in Spanish."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page, sync_playwright

from tests.browser import scenes
from tests.browser.conftest import launched
from tests.browser.entering import Visit, look_at, world_of
from tests.browser.player import Laid, Player, go
from tests.chromium import chromium
from tests.live import PROJECT, live_site
from tests.pages import PAGES

KEPT = PROJECT / "docs" / "screens"
ALL = PROJECT / "test-results" / "screens"
STILL = {"ROUND_PAUSE": "60"}
"""The end of a round stays until its pictures are taken."""

SIZES = {360: 760, 820: 1180, 1440: 860}
SCHEMES = ("light", "dark")
SCENES = {"crowded": "crowded", "orange": "uncalled_orange", "over": "over", "builds": "builds"}
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
    with (
        tempfile.TemporaryDirectory() as data,
        live_site(Path(data), STILL) as site,
        sync_playwright() as playwright,
        launched(playwright, chromium()) as browser,
    ):
        visit = Visit(browser, site)
        if "presets" in wanted:
            keep_presets(visit, folder)
        if "tables" in wanted:
            keep_tables(visit, folder / "tables")
        if "pages" in wanted:
            keep_pages(visit, folder / "pages")
        for language in [each for each in languages if each in wanted]:
            keep_pages(visit, folder / f"pages-{language}", language)
        if "shown" in wanted:
            keep_shown(visit)


def keep_presets(visit: Visit, to: Path) -> None:
    """Take screenshots of every preset in mid-game, and of a few moments more."""
    lines = visit.site.run("from tests.browser import scenes; scenes.every_preset()").splitlines()
    laid = {name: json.loads(told) for name, _, told in (line.partition(" ") for line in lines)}
    laid |= {name: visit.lay(call) for name, call in SCENES.items()}
    addresses = {name: with_the_best_card(visit, table) for name, table in laid.items()}
    for width in SIZES:
        for scheme in SCHEMES:
            with window(visit, width, scheme) as player:
                for name, table in laid.items():
                    page = opened(player, table, addresses[name])
                    page.screenshot(path=to / f"{name}-{width}-{scheme}.png", full_page=True)


def keep_tables(visit: Visit, to: Path) -> None:
    """Take screenshots of the table of every scene, and of a selected card, at every size at which it is one screen."""
    to.mkdir(exist_ok=True)
    laid = {name: visit.lay(name) for name in scenes.SCENES}
    addresses = {name: f"/g/{table['game']}/" for name, table in laid.items()}
    addresses["selected_card"] = f"{addresses['twelve_items']}?hand=9S"
    laid["selected_card"] = laid["twelve_items"]
    for scheme in SCHEMES:
        with window(visit, 1440, scheme) as player:
            for name, table in laid.items():
                page = opened(player, table, addresses[name])
                for width, height in scenes.SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=to / f"{name}-{width}x{height}-{scheme}.png")


def keep_pages(visit: Visit, to: Path, language: str = "en") -> None:
    """Take screenshots of every page of tests/pages.py in a language."""
    to.mkdir(exist_ok=True)
    names = world_of(visit.site)
    for width in SIZES:
        for scheme in SCHEMES:
            with window(visit, width, scheme, language) as player:
                for name, looks in PAGES.items():
                    for number, look in enumerate(looks, start=1):
                        look_at(player.page, visit.site, look, names)
                        place = f"{name.replace(':', '-')}-{number}-{width}-{scheme}.png"
                        player.page.screenshot(path=to / place, full_page=True)


def keep_shown(visit: Visit) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    for name, (call, width, height, scheme) in SHOWN.items():
        table = visit.lay(call)
        address = with_the_best_card(visit, table)
        with window(visit, 1440, scheme) as player:
            player.page.set_viewport_size({"width": width, "height": height})
            opened(player, table, address).screenshot(path=KEPT / f"{name}.jpg", type="jpeg", quality=80)


def with_the_best_card(visit: Visit, table: Laid) -> str:
    """Return the address of the table with the hand card chosen that has the most moves."""
    address = f"/g/{table['game']}/"
    with window(visit, 1440, "light") as player:
        page = opened(player, table, address)
        hand = [card.get_attribute("value") for card in page.locator("input[name=hand]").all()]
        offers = {f"{address}?hand={card}": moves(page, f"{address}?hand={card}") for card in hand}
    return max(offers, key=lambda chosen: offers[chosen], default=address)


def moves(page: Page, address: str) -> int:
    page.goto(address)
    return page.locator("#options button").count()


@contextmanager
def window(visit: Visit, width: int, scheme: str, language: str = "en") -> Iterator[Player]:
    viewport = {"width": width, "height": SIZES[width]}
    player = visit(viewport=viewport, color_scheme=scheme, locale=language)
    yield player
    player.page.context.close()


def opened(player: Player, table: Laid, address: str) -> Page:
    """Return the page, opened as the player to move sees it."""
    go(player.become(table["sessions"][table["turn"] - 1]).page, address)
    return player.page
