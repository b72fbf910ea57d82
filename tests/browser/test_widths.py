"""Wide content fits a telephone and a desktop: score sheets of many players, names of two words, standings."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.entering import enter, scene
from tests.browser.player import Player
from tests.live import LiveSite

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


def too_wide(page: Page, selector: str) -> list[float]:
    """Return the pixels by which the content of these elements is wider than they are."""
    script = "all => all.map(each => each.scrollWidth - each.clientWidth).filter(more => more > 0)"
    found: list[float] = page.locator(selector).evaluate_all(script)
    return found


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_score_sheets_of_four_are_read_without_scrolling(
    visit: Callable[..., Player], site: LiveSite, viewport: dict[str, int]
) -> None:
    page = enter(visit(viewport=viewport), site, scene(site, "over_among_four"), 1).page
    expect(page.locator(".sheets .round").nth(1)).to_be_visible()
    assert too_wide(page, "html, .round, .scroll") == []


def test_the_standings_of_a_day_fit_a_telephone(visit: Callable[..., Player], site: LiveSite) -> None:
    player = enter(visit(viewport=PHONE), site, scene(site, "day_with_two_results"), 1)
    player.page.goto("/daily/")
    player.page.get_by_role("link", name="Yesterday’s deal").click()
    expect(player.page.locator(".standings tbody a", has_text="Moves")).to_have_count(2)
    assert too_wide(player.page, "html") == []


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_a_build_shows_its_owners_whole_name(
    visit: Callable[..., Player], site: LiveSite, viewport: dict[str, int]
) -> None:
    page = enter(visit(viewport=viewport), site, scene(site, "built_by_another")).page
    owner = page.locator(".owner", has_text="Computer Magnus").first
    expect(owner).to_be_visible()
    cut = "each => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth"
    assert not owner.evaluate(cut)


def test_what_was_played_last_is_seen_whole_on_a_telephone(visit: Callable[..., Player], site: LiveSite) -> None:
    page = enter(visit(viewport=PHONE), site, scene(site, "built_by_another")).page
    place = page.get_by_role("list", name="Just now").or_(page.get_by_role("list", name="Since your last look"))
    expect(place.locator(".card").first).to_be_visible()
    room = place.evaluate("list => list.clientHeight")
    heights: list[int] = place.locator("li").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert max(heights) <= room
