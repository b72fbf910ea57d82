"""Without an account: the lesson from its first step to its last."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player


def play(player: Player, move: str, *cards: str) -> None:
    """Choose these cards, then press the button that says so."""
    page = player.page
    for card in cards:
        page.locator("#choose label").filter(has_text=card).click()
    if not player.scripted:
        page.get_by_role("button", name="Show what I can do").click()
    page.get_by_role("button", name=move).click()


def next_step(player: Player, title: str) -> None:
    player.page.get_by_role("link", name=f"Next: {title}").click()
    expect(player.page.get_by_role("heading", level=1)).to_contain_text(title)


@pytest.mark.parametrize("scripted", [True, False])
def test_the_lesson(visit: Callable[..., Player], scripted: bool) -> None:
    player = visit(java_script_enabled=scripted)
    page = player.page
    page.goto("/")
    page.get_by_role("link", name="Learn it in two minutes").click()
    play(player, "Take 8♥ with 8♣", "eight of clubs", "eight of hearts")
    next_step(player, "Take cards that add up")
    play(player, "Take 5♥ with 9♣", "nine of clubs", "five of hearts")
    expect(page.get_by_role("alert")).to_contain_text("These cards do not add up to what the 9♣ counts. (rule 4.2)")
    play(player, "Take 5♥ 4♠ 9♦ with 9♣", "nine of clubs", "five of hearts", "four of spades", "nine of diamonds")
    next_step(player, "Build")
    play(player, "Build 9 with 4♣ and 5♥", "four of clubs", "five of hearts")
    expect(page.get_by_text("Your opponent trailed J♣.")).to_be_visible()
    play(player, "Take the build of 9 with 9♠", "nine of spades", "Build of 9")
    next_step(player, "Raise a build")
    play(player, "Raise the 6 to 9 with 3♦", "three of diamonds", "Build of 6")
    play(player, "Build nines with 9♣", "nine of clubs", "Build of 9")
    next_step(player, "Keep faith with your build")
    play(player, "Trail Q♥", "queen of hearts")
    expect(page.get_by_role("alert")).to_contain_text("You own a build of 9: you may not trail. (rule 5.10)")
    play(player, "Take 3♦ with 3♣", "three of clubs", "three of diamonds")
    next_step(player, "Sweep the table")
    play(player, "clears the table", "seven of clubs", "two of spades", "five of hearts", "seven of diamonds")
    expect(page.get_by_role("heading", name="That is how Casino is played.")).to_be_visible()
    page.get_by_role("button", name="Play against the computer").click()
    expect(page.locator("#table.playing, #table.over")).to_be_visible()
