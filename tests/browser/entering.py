"""Ways into a game that was laid out by hand, or to a page as a given person sees it."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.player import Player
from tests.live import LiveSite
from tests.pages import Look

type Laid = dict[str, Any]


def scenes(site: LiveSite, call: str) -> list[Laid]:
    """Return the games printed by a function of `tests.browser.scenes`."""
    printed = site.run(f"from tests.browser import scenes; scenes.{call}")
    return [json.loads(line) for line in printed.splitlines()]


def scene(site: LiveSite, call: str) -> Laid:
    """Return the one game laid out by a function, named without its brackets."""
    return scenes(site, f"{call}()")[0]


def enter(player: Player, site: LiveSite, laid: Laid, seat: int = 0) -> Player:
    """Open the scene as the player on this seat, or on the one to play."""
    become(player.page.context, site, laid["sessions"][(seat or laid["turn"]) - 1])
    player.page.goto(f"/g/{laid['game']}/")
    return player


def become(context: BrowserContext, site: LiveSite, session: str) -> None:
    """Log the browser in with this session."""
    context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])


def wait_for_fonts(context: BrowserContext) -> None:
    """Show no text before its typeface is there. On a busy machine it comes too late for a page, which then does
    without, and the spare ones are wider on some systems."""

    def answer(route: Route) -> None:
        style = route.fetch()
        route.fulfill(response=style, body=style.text().replace("font-display: optional", "font-display: block"))

    context.route("**/tokens.css*", answer)


def look_at(page: Page, site: LiveSite, look: Look, names: dict[str, str]) -> None:
    """Open the page as the person named in the look sees it. `names` are those of `world_of`."""
    page.context.clear_cookies()
    if look.who != "stranger":
        become(page.context, site, names[look.who])
    page.goto(look.address.format(**names))


def world_of(site: LiveSite) -> dict[str, str]:
    """The world of tests/world.py, made on the running site."""
    told: dict[str, str] = json.loads(site.run("from tests.world import tell; tell()"))
    return told
