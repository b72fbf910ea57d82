"""Whole games in a real browser, from the front page to the result, by choosing cards on the page. Sudden Death is over
with the first ace, casino or sweep."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.entering import Visit
from tests.browser.player import SOON, Player
from tests.examples import exhaustive


@exhaustive
def test_a_game_of_several_rounds_against_the_computer(visit: Visit) -> None:
    """Short games are played in test_ways_to_play.py."""
    player = visit()
    player.open_table("Casino", "Computer", points=12)  # one more than a round has
    player.play_to_the_end()
    page = player.page
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("You won!| lost to | wins?$"))
    totals = re.findall(r"\d+", page.locator(".final").inner_text())
    assert max(map(int, totals)) >= 12
    page.get_by_role("button", name="Score sheets").click()
    sheets = page.locator(".sheets .sheet")
    assert sheets.count() >= 2
    sides = [sum(int(cells.nth(side).inner_text()) for cells in added_by(player)) for side in (0, 1)]
    assert sides == [int(total) for total in totals]
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#table.playing")).to_be_visible()


def added_by(player: Player) -> list[Locator]:
    """Return the cells of each round's sum."""
    return [row.locator("td") for row in player.page.locator(".sheets tfoot tr:first-child").all()]


@exhaustive
def test_a_game_against_the_computer_without_javascript(visit: Visit) -> None:
    player = visit(java_script_enabled=False)
    player.open_table("Sudden Death", "Computer", 1)
    player.play_to_the_end()
    expect(player.page.get_by_role("heading", level=1)).to_have_text(re.compile("You won!| lost to | wins?$"))


def test_two_friends_play_each_other(visit: Visit) -> None:
    """Without JavaScript, the two tests around this one play a game and wait for a friend."""
    players = host, friend = visit(), visit()
    friend.sit_down(host.open_table("Sudden Death", "Friends (invite link)", 1))
    for player in players:
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
        player.page.evaluate("window.neverReloaded = true")
    mover, other = players if host.my_turn else (friend, host)
    while mover.wait_until_asked():
        said = mover.play_something()
        expect(other.page.locator(f'#table[data-seq="{mover.seq}"]')).to_be_visible(timeout=SOON)
        card = said.split()[-1]
        if said.startswith("Trail") and not other.over:
            expect(other.news).to_contain_text(f"trailed {card}.")
        mover, other = (mover, other) if mover.my_turn else (other, mover)
    for player in players:
        expect(player.page.get_by_text("Final score").first).to_be_visible()
        assert player.page.evaluate("window.neverReloaded")


@exhaustive
def test_without_javascript_a_friends_move_is_seen_by_waiting(visit: Visit) -> None:
    mover, other = visit.both(java_script_enabled=False)
    expect(other.page.get_by_text(re.compile("^Waiting for "))).to_be_visible()
    other.page.get_by_role("link", name="Look again").click()
    mover.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible()


def test_playing_again_takes_the_friend_along(visit: Visit) -> None:
    """Whoever offers the rematch stays at the result; whoever joins it takes both there."""
    host, friend = visit.both()
    link = host.page.url
    host.resign()
    expect(friend.page.get_by_role("heading", name="You won!")).to_be_visible(timeout=SOON)
    host.page.get_by_role("button", name="Rematch").click()
    expect(host.page.get_by_text("You offered a rematch.")).to_be_visible(timeout=SOON)
    friend.page.get_by_role("button", name="No thanks").click(timeout=SOON)
    expect(host.page.get_by_text("doesn’t want a rematch.")).to_be_visible(timeout=SOON)
    friend.page.get_by_role("button", name="Rematch").click()
    host.page.get_by_role("button", name="Join the rematch").click(timeout=SOON)
    for player in (host, friend):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible(timeout=SOON)
    assert host.page.url == friend.page.url != link
