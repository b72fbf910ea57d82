"""axe-core finds nothing on any page, in light and in dark; and no page contacts any other site."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.entering import Visit, look_at
from tests.examples import some
from tests.live import LiveSite
from tests.pages import PAGES, Look

OPEN_ALL = """
document.querySelectorAll('details').forEach(part => { part.open = true });
document.querySelectorAll('[popover]').forEach(part => { part.popover = 'manual'; part.showPopover() });
"""
ONLY_COLOURS = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
AXE = Axe()


@pytest.mark.parametrize("name", some(PAGES, 10))
def test_axe_finds_nothing(name: str, visit: Visit, names: dict[str, str]) -> None:
    page = visit(color_scheme="light", reduced_motion="reduce").page
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    troubles = [trouble for look in PAGES[name] for trouble in violations(page, visit.site, look, names)]
    assert not troubles, "\n".join(troubles)
    assert hosts == {urlsplit(visit.site.url).netloc}


def violations(page: Page, site: LiveSite, look: Look, names: dict[str, str]) -> list[str]:
    page.emulate_media(color_scheme="light")
    look_at(page, site, look, names)
    page.evaluate(OPEN_ALL)
    expect(page.locator(".htmx-request")).to_have_count(0)
    found = told("light", AXE.run(page).response)
    page.emulate_media(color_scheme="dark")
    found += told("dark", page.evaluate("options => axe.run(document, options)", ONLY_COLOURS))  # it is there already
    return [f"{look.address} ({look.who}, {trouble}" for trouble in found]


def told(scheme: str, response: dict[str, Any]) -> list[str]:
    return [
        f"{scheme}): {violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]


def test_axe_would_find_something(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<input><img src=\"/static/icon.svg\">')"
    )
    assert {violation["id"] for violation in AXE.run(page).response["violations"]} >= {"label", "image-alt"}
