"""The site as an app: it can be installed, shows notifications, and says so when there is no network."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Playwright, expect

from tests.browser.conftest import launched
from tests.browser.entering import Visit
from tests.browser.player import Player, wait_until
from tests.chromium import chromium

TITLES = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((each) => each.title)"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One with windows: without them there are no notifications, and nothing can be installed."""
    with launched(playwright, chromium()) as running:
        yield running


def installed(visit: Visit) -> tuple[Player, CDPSession]:
    """A visitor whose browser has taken the service worker."""
    player = visit(service_workers="allow", permissions=["notifications"])
    player.page.goto("/settings/notifications/")
    player.page.evaluate("() => navigator.serviceWorker.ready")
    return player, player.page.context.new_cdp_session(player.page)


def test_a_browser_finds_nothing_wrong_with_the_app(visit: Visit) -> None:
    _, devtools = installed(visit)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_without_a_network_a_page_says_so_until_there_is_one_again(visit: Visit) -> None:
    player, _ = installed(visit)
    page = player.page
    page.context.set_offline(True)
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="You are offline")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    visit.troubles.clear()  # the browser complains of being offline


def test_a_push_message_is_shown(visit: Visit) -> None:
    player, devtools = installed(visit)
    registrations: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    devtools.send("ServiceWorker.enable")
    call = {"title": "It’s your turn", "body": "Casino with Ann", "link": "/g/abcdefghij/", "tag": "game-abcdefghij"}
    wait_until(player.page, lambda: registrations)
    told = {"origin": visit.site.url, "registrationId": registrations[0]["registrationId"], "data": json.dumps(call)}
    titles: list[str] = []
    for _ in range(30):  # Chromium may lose one that is asked for before it is on the screen; the next has the same tag
        devtools.send("ServiceWorker.deliverPushMessage", told)
        player.page.wait_for_timeout(1000)
        if titles := player.page.evaluate(TITLES):
            break
    assert titles == ["It’s your turn"]
