"""Who visits the site, and at which table. Each test of this folder asks for the fixture `visit`:

    player = visit()                      # a stranger in a new window; options are those of a Playwright context
    player = visit.at("crowded")          # the player to play at a table laid by `tests.browser.scenes`, logged in
    mover, other = visit.both()           # the two players of a table just dealt
    laid = visit.lay("three_friends")     # a table and its sessions; then visit().enter(laid, seat)
    look_at(page, site, look, names)      # a page of tests/pages.py, in the world of tests/world.py

How a player looks and moves is in `player.py`. The form that opens a table, and the form that logs in, are for tests of
these forms. The site and the browser are shared: a test finds what others left, and depends on none of it.
"""

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.player import Laid, Player, go
from tests.live import LiveSite
from tests.pages import Look

TIMEOUT = 30_000  # milliseconds that anything may take on a slow machine
USUAL = {"service_workers": "block", "reduced_motion": "reduce"}  # what moves has tests of its own
OUTRUN = ("htmx:afterRequest", "htmx:sendAbort")  # said when a quicker tap has outrun the one before


class Visit:
    """Opens the site in new windows, each of another visitor. `troubles` are the errors in the pages, which fail the
    test."""

    def __init__(self, browser: Browser, site: LiveSite) -> None:
        self.browser = browser
        self.site = site
        self.troubles: list[str] = []
        self.contexts: list[BrowserContext] = []

    def __call__(self, **options: Any) -> Player:
        """A stranger."""
        context = self.browser.new_context(**{"base_url": self.site.url} | USUAL | options)
        context.set_default_timeout(TIMEOUT)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", self.note)
        return Player(page, self.site.url, options.get("java_script_enabled", True))

    def note(self, line: ConsoleMessage) -> None:
        if line.type == "error" and line.text.partition(",")[0] not in OUTRUN:
            self.troubles.append(line.text)

    def lay(self, call: str) -> Laid:
        """A table laid by this function, or by this call of it."""
        return self.lay_all(call if call.endswith(")") else f"{call}()")[0]

    def lay_all(self, call: str) -> list[Laid]:
        printed = self.site.run(f"from tests.browser import scenes; scenes.{call}")
        return [json.loads(line) for line in printed.splitlines()]

    def at(self, call: str, seat: int = 0, **options: Any) -> Player:
        """The player on this seat, or to play, of a new table."""
        return self(**options).enter(self.lay(call), seat)

    def both(self, call: str = "two_friends", **options: Any) -> tuple[Player, Player]:
        """The one of two to play, and the one who waits, at a new table."""
        laid = self.lay(call)
        mover, other = (self(**options).enter(laid, seat) for seat in (laid["turn"], 3 - laid["turn"]))
        return mover, other


def become(context: BrowserContext, site: LiveSite, session: str) -> None:
    """Log the browser in with this session."""
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


def look_at(page: Page, site: LiveSite, look: Look, names: dict[str, str]) -> None:
    """Open the page as the person named in the look sees it. `names` are those of `world_of`."""
    page.context.clear_cookies()
    if look.who != "stranger":
        become(page.context, site, names[look.who])
    go(page, look.address.format(**names))


def world_of(site: LiveSite) -> dict[str, str]:
    """The world of tests/world.py, made on the running site."""
    told: dict[str, str] = json.loads(site.run("from tests.world import tell; tell()"))
    return told
