"""Fixtures of the browser tests: a Chromium, and a new visitor each time one is asked for."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.entering import TIMEOUT, Visit, world_of
from tests.chromium import headless_chromium
from tests.live import LiveSite, live_site

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]

IMPATIENT = {"COMPUTER_PAUSE": "0.05", "ROUND_PAUSE": "12"}

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(autouse=True)
def marked(request: pytest.FixtureRequest) -> None:
    request.applymarker(pytest.mark.browser)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Until the last of these tests: its event loop keeps other tests from running in this thread."""
    with sync_playwright() as running:
        yield running


@contextmanager
def launched(playwright: Playwright, executable: str | None) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
    yield running
    running.close()


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, headless_chromium()) as running:
        yield running


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """The site that all tests share, in its own process: what one leaves there, the others find. Computers do
    not keep a test waiting."""
    with live_site(tmp_path_factory.mktemp("site") / "data", IMPATIENT) as running:
        yield running


@pytest.fixture(scope="package")
def names(site: LiveSite) -> dict[str, str]:
    """The world of tests/world.py on this site."""
    return world_of(site)


@pytest.fixture
def nobody_waits(site: LiveSite) -> None:
    """For tests of quick pairing: no table is open that another test has left behind."""
    site.run("from games.models import Game; Game.objects.filter(status='open').update(public=False)")


@pytest.fixture
def visit(browser: Browser, site: LiveSite) -> Iterator[Visit]:
    opened = Visit(browser, site)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.troubles == []
