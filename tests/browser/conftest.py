"""Fixtures of the browser tests: a Chromium, and a new visitor each time one is asked for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser.entering import world_of
from tests.browser.player import Player
from tests.chromium import headless_chromium
from tests.live import LiveSite, live_site

TIMEOUT = 30_000  # milliseconds that anything may take on a slow machine
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
USUAL = {"service_workers": "block", "reduced_motion": "reduce"}  # what moves has tests of its own
OUTRUN = ("htmx:afterRequest", "htmx:sendAbort")  # said when a quicker tap has outrun the one before

IMPATIENT = {"COMPUTER_PAUSE": "0.05", "ROUND_PAUSE": "6"}

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
    """The site that all tests share, in its own process: what one leaves there, the others find. Computers and the
    ends of rounds do not keep a test waiting."""
    with live_site(tmp_path_factory.mktemp("site") / "data", IMPATIENT) as running:
        yield running


@pytest.fixture(scope="package")
def names(site: LiveSite) -> dict[str, str]:
    """The world of tests/world.py on this site."""
    return world_of(site)


@pytest.fixture
def visit(browser: Browser, site: LiveSite) -> Iterator[Callable[..., Player]]:
    """A new visitor with a separate browser window. Errors in the page fail the test."""
    troubles: list[str] = []
    contexts = []

    def note(line: ConsoleMessage) -> None:
        if line.type == "error" and line.text.partition(",")[0] not in OUTRUN:
            troubles.append(line.text)

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", note)

    def new(**options: Any) -> Player:
        context = browser.new_context(**{"base_url": site.url} | USUAL | options)
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        return Player(page, scripted=options.get("java_script_enabled", True))

    new.troubles = troubles  # type: ignore[attr-defined]
    yield new
    for context in contexts:
        context.close()
    assert troubles == []
