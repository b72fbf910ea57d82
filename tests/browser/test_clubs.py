"""The page of a club while it is open: what others say and the tables that they open."""

from playwright.sync_api import Page, expect

from tests.browser.entering import Visit, look_at
from tests.browser.player import wait_until
from tests.pages import Look


def club_page(visit: Visit, names: dict[str, str], who: str) -> Page:
    page = visit().page
    look_at(page, visit.site, Look("/clubs/{club}/", who), names)
    return page


def test_what_members_say_and_open_appears_on_each_others_pages(visit: Visit, names: dict[str, str]) -> None:
    mara, kim = (club_page(visit, names, who) for who in ("member", "keyless"))
    typing = mara.get_by_label("Write to the club")
    typing.fill("In ten mi")
    kim.get_by_label("Write to the club").fill("Partners, anybody?")
    kim.keyboard.press("Enter")
    for page in (mara, kim):
        expect(page.locator("#talk-lines")).to_contain_text("Partners, anybody?")
    expect(kim.get_by_label("Write to the club")).to_have_value("")
    expect(typing).to_have_value("In ten mi")
    expect(typing).to_be_focused()
    waiting = mara.locator("#play .rows > li")
    before = waiting.count()
    kim.get_by_role("button", name="Open a table", exact=True).click()
    expect(waiting).to_have_count(before + 1)
    waiting.first.get_by_role("button", name="Sit down").press("Enter")
    wait_until(mara, lambda: mara.url == kim.url)
    expect(mara.locator("#table")).to_be_visible()


def test_on_a_tablet_the_talk_stands_beside_what_is_played(visit: Visit, names: dict[str, str]) -> None:
    page = visit(viewport={"width": 820, "height": 1180}).page
    look_at(page, visit.site, Look("/clubs/{club}/", "member"), names)
    play, _, talk = (column.bounding_box() for column in page.locator(".club-columns > div").all())
    assert play
    assert talk
    assert play["x"] + play["width"] < talk["x"]
    assert talk["y"] < play["y"] + play["height"]
