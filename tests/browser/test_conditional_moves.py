"""A move planned for the next turn, from the waiting player's table to the opponent's move."""

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import SOON
from tests.examples import some


@pytest.mark.parametrize("scripted", some([True, False], 1))
def test_a_planned_move_is_played_at_once(visit: Visit, scripted: bool) -> None:
    laid = visit.lay("over_days")
    waiting = visit(java_script_enabled=scripted).enter(laid, seat=2)
    page = waiting.page
    page.get_by_role("link", name="Conditional moves").click()
    move = page.get_by_role("combobox", name="Then play")
    expect(move.locator("option", has_text="Take 5♥ with 5♣")).to_have_count(1)
    page.get_by_role("group", name="Only if these are gone").get_by_role("checkbox", name="5♥").check()
    if not scripted:
        page.get_by_role("button", name="Update the moves").click()
    expect(move.locator("option", has_text="Take 5♥ with 5♣")).to_have_count(0)
    move.select_option(label="Trail J♣")
    page.get_by_role("button", name="Add to the plan").click()
    move.select_option(label="Take 5♥ with 5♣")
    page.get_by_role("button", name="Add to the plan").click()
    plan = page.locator(".planned")
    expect(plan.get_by_role("listitem")).to_have_count(2)
    expect(plan).to_contain_text("Must be gone: 5♥.")

    mover = visit().enter(laid, 1)
    mover.choose(mover.hand.filter(has_text="nine of spades"))
    mover.press(mover.page.get_by_role("button", name="Trail 9♠"))
    expect(mover.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    expect(mover.page.get_by_role("region", name="What happened")).to_contain_text("Ben’s conditional move was played.")
