"""Into a game that was laid out by hand."""

import json
from typing import Any

from tests.browser.player import Player
from tests.live import LiveSite

type Laid = dict[str, Any]


def scenes(site: LiveSite, call: str) -> list[Laid]:
    """What is printed by a function of `tests.browser.scenes`, game by game."""
    printed = site.manage("shell", "-v", "0", "-c", f"from tests.browser import scenes; scenes.{call}")
    return [json.loads(line) for line in printed.splitlines()]


def scene(site: LiveSite, call: str) -> Laid:
    """The same of a function that lays out one game, named without its brackets."""
    return scenes(site, f"{call}()")[0]


def enter(player: Player, site: LiveSite, laid: Laid, seat: int = 0) -> Player:
    """As the player on this seat of the scene, or on that which is to play."""
    key = laid["sessions"][(seat or laid["turn"]) - 1]
    player.page.context.add_cookies([{"name": "sessionid", "value": key, "url": site.url}])
    player.page.goto(f"/g/{laid['game']}/")
    return player
