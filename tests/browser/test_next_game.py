"""From one table to the next that waits, with one tap."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import SOON, Player

PLACES = """() => [...document.querySelectorAll(".felt > *, .felt .spot, .seat, #status, .quick, .topbar .icon")]
  .map((node) => JSON.stringify(node.getBoundingClientRect()))"""


def places(player: Player) -> Any:
    return player.page.evaluate(PLACES)


def test_the_next_game_appears_when_it_waits_moves_nothing_and_is_one_tap_away(visit: Visit) -> None:
    mover, other = visit.both()
    mover.play_something()
    way = mover.page.locator(".next-game")
    expect(way).to_be_hidden()
    before = places(mover)

    host, guest = (player.second_window() for player in (mover, other))
    guest.sit_down(host.open_table("Casino", "Friends (invite link)"))
    for player in (host, guest):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    if guest.my_turn:
        guest.play_something()

    expect(way).to_be_visible(timeout=SOON)
    expect(way).to_have_text("Next game 1")
    assert places(mover) == before
    way.click()
    mover.page.wait_for_url(host.page.url)
    expect(mover.page.locator("#table.mine")).to_be_visible()
    expect(way).to_have_count(0)
