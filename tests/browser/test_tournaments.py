"""The page of a tournament while it is open."""

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit, look_at
from tests.examples import some
from tests.pages import Look

LONG_CUP = """from tests.games.tournaments import laid
who = laid.people("mara kim Nora Otis Emil Lena Ida Jon")
print(laid.laid("round_robin", who, done=5, name="Long Cup").public_id)"""
"""A tournament whose crosstable is wider than a phone."""


def test_who_enters_appears_on_open_pages_and_on_the_wall(visit: Visit, names: dict[str, str]) -> None:
    kim, mara, wall = (visit().page for _ in range(3))
    look_at(kim, visit.site, Look("/tournaments/{teams}/", "keyless"), names)
    look_at(mara, visit.site, Look("/tournaments/{teams}/", "member"), names)
    look_at(wall, visit.site, Look("/tournaments/{teams}/wall/"), names)
    typing = mara.get_by_label("Name of your team")
    typing.fill("Third wh")
    kim.get_by_label("Name of your team").fill("The Odd Tricks")
    kim.get_by_role("button", name="Enter a new team").click()
    expect(kim.get_by_text("You’re in", exact=True).first).to_be_visible()
    for page in (mara.locator("#standings"), wall.locator("#wall")):
        expect(page).to_contain_text("The Odd Tricks")
    expect(typing).to_have_value("Third wh")
    expect(typing).to_be_focused()
    kim.get_by_text("Withdraw", exact=True).click()
    kim.get_by_role("button", name="Yes, withdraw").click()
    expect(mara.locator("#standings")).not_to_contain_text("The Odd Tricks")


def test_a_tournament_is_planned_entered_and_started_and_its_page_follows(visit: Visit, names: dict[str, str]) -> None:
    host, guest = visit().page, visit().page
    look_at(host, visit.site, Look("/tournaments/new/", "member"), names)
    free_places = host.get_by_label("Computers fill free places")
    host.get_by_text("More options").click()
    expect(free_places).to_be_hidden()
    host.get_by_label("Computer players").select_option("easy")
    expect(free_places).to_be_visible()
    host.get_by_label("Computer players").select_option("")
    host.get_by_label("Name", exact=True).fill("Autumn Cup")
    host.get_by_role("button", name="Plan the tournament").click()
    guest.goto(host.get_by_label("Link to").input_value())
    for page in (guest, host):
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_text("You’re in", exact=True)).to_be_visible()
    host.get_by_role("link", name="Organize").click()
    host.get_by_role("button", name="Start the tournament now").click()
    for page in (guest, host):
        expect(page.get_by_role("link", name="Your table")).to_be_visible()
        standings, matches = (page.locator(part).bounding_box() for part in ("#standings", "#round"))
        assert standings
        assert matches
        assert matches["x"] > standings["x"] + standings["width"]
    expect(host.get_by_label("Link to")).to_be_hidden()


def test_a_push_leaves_the_crosstable_where_its_reader_has_scrolled_it(visit: Visit, names: dict[str, str]) -> None:
    kim, reader = visit().page, visit(viewport={"width": 360, "height": 640}).page
    cup = visit.site.run(LONG_CUP).strip()
    look_at(kim, visit.site, Look(f"/tournaments/{cup}/", "keyless"), names)
    look_at(reader, visit.site, Look(f"/tournaments/{cup}/"), names)
    crosstable = reader.locator("#standings-rows")
    where = crosstable.evaluate("rows => { rows.scrollLeft = 60; return rows.scrollLeft; }")
    assert where
    crosstable.focus()
    kim.get_by_text("Withdraw", exact=True).click()
    kim.get_by_role("button", name="Yes, withdraw").click()
    expect(crosstable.locator(".out")).to_have_count(1)
    expect(crosstable).to_be_focused()
    assert crosstable.evaluate("rows => rows.scrollLeft") == where
    player = crosstable.get_by_role("link", name="Nora")
    player.evaluate("link => link.focus({ preventScroll: true })")
    kim.get_by_role("button", name="I’m back").click()
    expect(crosstable.locator(".out")).to_have_count(0)
    expect(player).to_be_focused()
    assert crosstable.evaluate("rows => rows.scrollLeft") == where
    match = reader.locator("#round .res a").first
    match.focus()
    kim.get_by_text("Withdraw", exact=True).click()
    kim.get_by_role("button", name="Yes, withdraw").click()
    expect(crosstable.locator(".out")).to_have_count(1)
    expect(match).to_be_focused()


@pytest.mark.parametrize("motion", some(["reduce", "no-preference"], 1))
def test_a_bracket_opens_on_a_phone_at_the_stage_that_is_played(
    visit: Visit, names: dict[str, str], motion: str
) -> None:
    page = visit(viewport={"width": 390, "height": 844}, reduced_motion=motion).page
    look_at(page, visit.site, Look("/tournaments/{bracket}/"), names)
    now = page.get_by_role("navigation", name="Rounds").locator("[aria-current]").get_attribute("href")
    stage, first = page.locator(f"{now}"), page.locator("#stage-1")
    expect(page.locator(".stage.now")).to_have_count(0)  # drawn anew once the socket is open
    expect(stage).to_be_in_viewport(ratio=0.9)
    expect(first).not_to_be_in_viewport()
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport(ratio=0.9)
