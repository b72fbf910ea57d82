"""Typefaces that come late: text is there at once, and moves nothing when they arrive."""

import pytest
from playwright.sync_api import Page

from tests.browser.entering import Visit
from tests.browser.player import hold, wait_until
from tests.browser.test_one_screen import MOST_SHIFT, SHIFTS
from tests.examples import some
from tests.live import PROJECT

SIZES = [(390, 844), (1366, 650)]
ADDRESSES = ["table", "/", "/lobby/", "/rules/", "/learn/", "/settings/"]
STYLE = (PROJECT / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
UNROUNDED = "* { text-rendering: geometricPrecision; }"  # else some systems round the widths of letters to pixels
OURS_LOADED = "[...document.fonts].filter((face) => !face.family.startsWith('Like') && face.status === 'loaded').length"


def typefaces(page: Page) -> list[tuple[str, bool]]:
    """The typefaces that the browser draws the heading with, and whether each is one of the site."""
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    heading = tools.send("DOM.querySelector", {"nodeId": root, "selector": "main h1, main h2"})
    drawn = tools.send("CSS.getPlatformFontsForNode", heading)["fonts"]
    return [(font["familyName"].partition(" ")[0], font["isCustomFont"]) for font in drawn]


@pytest.mark.parametrize(("width", "height"), some(SIZES, 1))
@pytest.mark.parametrize("address", some(ADDRESSES, 2))
def test_typefaces_that_come_late_move_nothing(visit: Visit, address: str, width: int, height: int) -> None:
    player = visit(viewport={"width": width, "height": height})
    page, laid = player.page, visit.lay("three_plays")
    page.add_init_script(SHIFTS)
    page.route("**/tokens.css*", lambda route: route.fulfill(body=STYLE + UNROUNDED, content_type="text/css"))
    held = hold(page, "**/fonts/*.woff2")
    player.become(laid["sessions"][0])
    page.goto(f"/g/{laid['game']}/" if address == "table" else address, wait_until="domcontentloaded")
    page.wait_for_timeout(1000)  # until everything else has found its place
    assert {ours for _, ours in typefaces(page)} == {False}
    before = page.evaluate("window.shifts.length")
    for route in held:
        route.continue_()
    wait_until(page, lambda: page.evaluate(OURS_LOADED) == page.locator("link[rel=preload][as=font]").count() == 3)
    page.wait_for_timeout(300)
    assert {ours for _, ours in typefaces(page)} == {True}
    shifts = page.evaluate("window.shifts")[before:]
    assert sum(shift[0] for shift in shifts) < MOST_SHIFT, shifts
