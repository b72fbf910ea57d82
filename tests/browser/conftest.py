"""Fixtures of the browser tests: a Chromium, and a new visitor each time one is asked for."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.browser.player import Player
from tests.chromium import headless_chromium
from tests.live import LiveSite, live_site

TIMEOUT = 30_000  # milliseconds that anything may take on a slow machine
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
USUAL = {"service_workers": "block", "reduced_motion": "reduce"}  # what moves has tests of its own
OUTRUN = ("htmx:afterRequest", "htmx:sendAbort")  # said when a quicker tap has outrun the one before

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(autouse=True)
def marked(request: pytest.FixtureRequest) -> None:
    request.applymarker(pytest.mark.browser)


@pytest.fixture(scope="module")
def executable() -> str | None:
    """The path of the browser."""
    return headless_chromium()


@pytest.fixture(scope="module")
def browser(executable: str | None) -> Iterator[Browser]:
    """For one module at a time: while it runs, its event loop keeps others from running in this thread."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a new site."""
    folder = tmp_path_factory.mktemp("migrated")
    LiveSite(folder, {"DATABASE_URL": ""}).manage("migrate")
    return folder


@pytest.fixture(scope="module")
def data(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same for one module alone, which saves its site the migrations."""
    return Path(shutil.copytree(migrated, tmp_path_factory.mktemp("site") / "data"))


@pytest.fixture(scope="module")
def site(data: Path) -> Iterator[LiveSite]:
    """The whole site in its own process, with computers that do not keep a test waiting."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COMPUTER_PAUSE", "0.05")
        with live_site(data) as running:
            yield running


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
