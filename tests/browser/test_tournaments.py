"""The page of a tournament while it is open."""

from playwright.sync_api import expect

from tests.browser.entering import Visit, look_at
from tests.pages import Look


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
    kim.get_by_role("button", name="Withdraw").click()
    expect(mara.locator("#standings")).not_to_contain_text("The Odd Tricks")
