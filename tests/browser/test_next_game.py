"""From one table to the next that waits, with one tap."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import SOON, Player
from tests.examples import exhaustive, some

PLACES = """() => [...document.querySelectorAll(".felt > *, .felt .spot, .seat, #status, .quick, .topbar .icon")]
  .map((node) => JSON.stringify(node.getBoundingClientRect()))"""


def places(player: Player) -> Any:
    return player.page.evaluate(PLACES)


@exhaustive
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


# --- lists that are open ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", some(["/games/", "/"], 1))
def test_an_open_list_shows_whose_turn_it_is_as_the_title_does(visit: Visit, address: str) -> None:
    mover, other = visit.both()
    other.page.goto(address)
    mine = other.page.locator(".my-games .tag.now")
    expect(other.page.locator(".my-games li")).to_have_count(1)
    other.page.locator(".my-games a").focus()
    mover.play_something()
    expect(mine).to_have_count(1, timeout=SOON)
    expect(other.page).to_have_title(re.compile(r"^\(1\) "))
    expect(other.page.locator(".my-games a")).to_be_focused()


def test_a_list_that_lay_hidden_is_right_on_return(visit: Visit) -> None:
    mover, other = visit.both()
    other.page.goto("/games/")
    expect(other.page.locator("#turns")).to_be_empty()
    other.hide(True)
    mover.play_something()
    expect(other.page.locator("#turns")).to_have_text("1", timeout=SOON)
    mine = other.page.locator(".my-games .tag.now")
    assert mine.count() == 0
    other.hide(False)
    expect(mine).to_have_count(1)


@exhaustive
def test_an_invitation_comes_to_an_open_home_page_and_ends_on_every_page(visit: Visit) -> None:
    laid = visit.lay("members('Lists Ann', 'Lists Bob')")
    host, guest = (visit().become(session) for session in laid["sessions"])
    guest.page.goto("/")
    link = host.open_table("Casino", "Friends (invite link)")
    host.page.get_by_role("textbox", name="Username").fill("Lists Bob")
    host.page.get_by_role("button", name="Invite", exact=True).click()
    invited = guest.page.get_by_text("Lists Ann invites you")
    expect(invited).to_have_count(1, timeout=SOON)
    beside = guest.second_window()
    beside.page.goto(link)
    decline = beside.page.locator("#invitation")
    expect(decline).to_be_visible()
    host.page.get_by_text("Host options").click()
    host.page.get_by_role("button", name="Cancel game").click()
    expect(invited).to_have_count(0, timeout=SOON)
    expect(decline).to_have_count(0, timeout=SOON)
