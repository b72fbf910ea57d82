"""A director at the desk, in a browser: the players' tables follow every step."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.entering import become, enter, scene
from tests.browser.player import Player
from tests.live import LiveSite


def loose(player: Player) -> Locator:
    """The loose cards, also where nobody is asked to choose among them."""
    return player.page.get_by_role("group", name="On the table").locator(".loose .card")


def rules(page: Page, reason: str) -> None:
    """Fill the form that is open, look at what would follow, and make the ruling."""
    page.get_by_label("Rule", exact=True).select_option("5.2")
    page.get_by_label("Reason, for the players to read").fill(reason)
    page.get_by_role("button", name="See what would follow").click()
    expect(page.get_by_role("heading", name="The table after it")).to_be_visible()
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("The ruling is made, and the players are told.")).to_be_visible()


def test_a_ruling_and_one_that_overrules_it_reach_both_tables(visit: Callable[..., Player], site: LiveSite) -> None:
    laid = scene(site, "disputed")
    ann, bob, dora = (visit() for _ in range(3))
    enter(ann, site, laid, 1)
    enter(bob, site, laid, 2)
    become(dora.page.context, site, laid["director"])
    dora.page.goto(laid["desk"])
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


def test_looking_at_the_hands_is_told_at_the_table(visit: Callable[..., Player], site: LiveSite) -> None:
    laid = scene(site, "disputed")
    ann, dora = enter(visit(), site, laid, 1), visit(java_script_enabled=False)
    become(dora.page.context, site, laid["director"])
    dora.page.goto(laid["desk"])
    expect(dora.page.get_by_text("nine of spades")).to_have_count(0)
    dora.page.get_by_role("link", name="Look at the hidden hands …").click()
    dora.page.get_by_role("button", name="Yes, look").click()
    expect(dora.page.get_by_text("nine of spades").first).to_be_attached()
    expect(ann.news).to_contain_text("has looked at the hidden hands")
