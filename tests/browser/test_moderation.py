"""A director at work, in a browser: the players' tables follow every step."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.entering import Visit
from tests.browser.player import Player
from tests.examples import exhaustive, some


def loose(player: Player) -> Locator:
    """The loose cards, also where there is nothing to choose among them."""
    return player.page.get_by_role("group", name="On the table").locator(".loose .card")


def rules(page: Page, reason: str) -> None:
    """Fill in the open form, preview the effects, and make the ruling."""
    page.get_by_label("Rule", exact=True).select_option("5.2")
    page.get_by_label("Reason, for the players to read").fill(reason)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="The table after the ruling")).to_be_visible()
    page.get_by_role("button", name="Confirm ruling").click()
    expect(page.get_by_text("Ruling made. The players have been told.")).to_be_visible()


@exhaustive
def test_a_ruling_and_one_that_overrules_it_reach_both_tables(visit: Visit) -> None:
    laid = visit.lay("disputed")
    ann, bob, dora = (visit() for _ in range(3))
    ann.enter(laid, 1)
    bob.enter(laid, 2)
    dora.become(laid["director"])
    dora.page.goto(laid["dispute"])
    expect(loose(ann)).to_have_count(3)  # the nine that Ann had built is in Bob's pile

    dora.page.get_by_role("link", name="The game goes back to before the move").click()
    rules(dora.page, "She had no other nine.")
    for player in (ann, bob):
        expect(loose(player)).to_have_count(4)
        expect(player.news).to_contain_text("She had no other nine.")
    expect(ann.hand).to_have_count(4)

    dora.page.get_by_role("link", name="Overrule: back to before it").click()
    rules(dora.page, "She had the nine of spades.")
    for player in (ann, bob):
        expect(loose(player)).to_have_count(3)
        expect(player.news).to_contain_text("She had the nine of spades.")
    expect(ann.hand).to_have_count(3)


def test_looking_at_the_hands_is_told_at_the_table(visit: Visit) -> None:
    laid = visit.lay("disputed")
    ann, dora = visit().enter(laid, 1), visit(java_script_enabled=False)
    dora.become(laid["director"])
    dora.page.goto(laid["dispute"])
    expect(dora.page.get_by_text("nine of spades")).to_have_count(0)
    dora.page.get_by_role("link", name="Reveal hidden hands…").click()
    dora.page.get_by_role("button", name="Yes, look").click()
    expect(dora.page.get_by_text("nine of spades").first).to_be_attached()
    expect(ann.news).to_contain_text("has looked at the hidden hands")


@pytest.mark.parametrize(("width", "scheme"), some([(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")], 1))
def test_the_queue_shows_whole_columns_below_its_filters(visit: Visit, width: int, scheme: str) -> None:
    laid = visit.lay("disputed")
    dora = visit(viewport={"width": width, "height": 800}, color_scheme=scheme)
    dora.become(laid["director"])
    dora.page.goto("/admin/rulings/dispute/")
    expect(dora.page).to_have_title(re.compile("Casino, the card game"))
    rows, filters = dora.page.locator("#result_list"), dora.page.locator("#changelist-filter")
    below, above = rows.bounding_box(), filters.bounding_box()
    assert below
    assert above
    assert above["y"] + above["height"] <= below["y"] < 800
    assert dora.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if width == 1280:
        assert dora.page.locator(".results").evaluate("box => box.scrollWidth <= box.clientWidth")
    filters.get_by_text("Game:").click()
    filters.get_by_role("link", name="Tuxedo").click()
    expect(filters.get_by_text("Game: Tuxedo")).to_be_visible()
    expect(filters.get_by_role("link", name="Tuxedo")).to_be_hidden()


def test_the_form_of_a_ruling_fits_a_phone(visit: Visit) -> None:
    laid = visit.lay("disputed")
    dora = visit(viewport={"width": 390, "height": 844})
    dora.become(laid["director"])
    dora.page.goto(f"{laid['dispute']}rule/upheld/")
    assert dora.page.get_by_label("Rule", exact=True).locator("option").count() > 60
    assert dora.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
