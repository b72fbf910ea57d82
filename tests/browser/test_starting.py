"""Taps from the front page to a game: alone, against someone, and with a friend."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.domain.presets import NAMED_RULES, PRESETS
from tests.browser.entering import Visit
from tests.browser.player import go, hold, wait_until
from tests.examples import exhaustive

TABLE = re.compile(r"/g/\w+/")


def tap_tile(page: Page, label: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=label).click()
    page.wait_for_url(TABLE)


SHARES = "navigator.share = async (what) => { window.shared = what; };"


def test_a_link_is_shared_the_browsers_way_and_invites_whoever_opens_it(visit: Visit) -> None:
    host, friend = visit(), visit()
    host.page.add_init_script(SHARES)
    host.page.goto("/")
    host.page.get_by_role("button", name="Play a friend").click()
    host.page.wait_for_url(TABLE)
    host.page.get_by_label("Your name").fill("Ida")
    host.page.get_by_role("button", name="Save").click()
    expect(host.page.locator(".place").get_by_text("Ida", exact=True)).to_be_visible()
    expect(host.page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    host.page.get_by_role("button", name="Share link").click()
    shared = host.page.evaluate("window.shared")
    assert shared["url"] == host.page.url
    friend.page.goto(shared["url"])
    expect(friend.page.get_by_role("heading", level=1)).to_have_text("Ida wants to play Casino with you")
    felt, seat = friend.page.locator(".places").bounding_box(), friend.page.get_by_text("Your seat").bounding_box()
    assert felt
    assert seat
    assert felt["y"] < seat["y"] < felt["y"] + felt["height"]
    friend.page.get_by_label("Your name").fill("Otto")
    friend.page.get_by_role("button", name="Sit down and play").click()
    for player, name in ((host, "Otto"), (friend, "Ida")):
        expect(player.page.locator(".seat").get_by_text(name, exact=True)).to_be_visible()


def test_any_preset_against_the_computer_is_two_taps_away_in_a_group_that_is_open(visit: Visit) -> None:
    player = visit()
    player.page.goto("/")
    player.page.get_by_role("link", name="Choose a game").click()
    buttons = player.page.locator("#games button[aria-label$=': play the computer']")
    expect(buttons).to_have_count(len(PRESETS) + len(NAMED_RULES))
    player.page.locator("#games summary").last.click()
    buttons.last.click()
    expect(player.page.locator("#table.playing")).to_be_visible()


def test_the_front_page_is_short_on_a_phone(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollHeight") < 2.6 * 844


SIZES = [(360, 640), (740, 360), (1366, 650)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_button_that_creates_a_game_is_in_view_and_hides_nothing_that_has_the_focus(
    visit: Visit, width: int, height: int
) -> None:
    page = visit(viewport={"width": width, "height": height}).page
    page.goto("/new/casino/?customize")
    button = page.get_by_role("button", name="Create game")
    expect(button).to_be_in_viewport(ratio=1)
    page.locator("[name=opponents]:checked").focus()
    place = """() => {
        const bar = document.querySelector(".create"), here = document.activeElement;
        const [one, other] = [bar, here].map((each) => each.getBoundingClientRect());
        const beside = one.right <= other.left || other.right <= one.left;
        const apart = beside || one.bottom <= other.top || other.bottom <= one.top;
        return bar.contains(here) ? "done" : apart;
    }"""
    seen: list[object] = []
    while "done" not in seen and len(seen) < 60:
        page.keyboard.press("Tab")
        seen.append(page.evaluate(place))
    assert len(seen) > 10
    assert set(seen) == {True, "done"}


@exhaustive
def test_the_way_back_from_a_game_found_keeps_the_search(visit: Visit) -> None:
    page = visit().page
    page.goto("/new/")
    page.get_by_label("Search").press_sequentially("danish casino")
    page.locator("#games").get_by_role("link", name=re.compile("^Danish Kasino Bygg")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Danish Kasino")
    page.go_back()
    expect(page.get_by_label("Search")).to_have_value("danish casino")
    expect(page.locator("#games b")).to_have_text(["Danish Kasino"])


@pytest.mark.usefixtures("nobody_waits")
def test_an_opponent_is_one_tap_away(visit: Visit) -> None:
    waiting, joining = visit(), visit()
    tap_tile(waiting.page, "2 min + 5 s")
    expect(waiting.page.get_by_role("heading", name="Looking for an opponent…")).to_be_visible()
    tap_tile(joining.page, "2 min + 5 s")
    for player in (waiting, joining):
        expect(player.page.locator("#table.playing")).to_be_visible()
    assert waiting.page.url == joining.page.url


@exhaustive
@pytest.mark.usefixtures("nobody_waits")
def test_who_plays_the_computer_meanwhile_is_taken_to_the_opponent(visit: Visit) -> None:
    waiting, joining = visit(), visit()
    tap_tile(waiting.page, "5 min + 10 s")
    table = waiting.page.url
    waiting.page.get_by_role("button", name="Play the computer while you wait").click()
    expect(waiting.page.locator("#table.playing")).to_be_visible()
    assert waiting.page.url != table
    held = hold(waiting.page, "**/play/quick/table/")  # until the heading has been seen
    tap_tile(joining.page, "5 min + 10 s")
    assert joining.page.url == table
    expect(waiting.page.get_by_role("heading", name="Your opponent is here.")).to_be_visible()
    wait_until(waiting.page, lambda: held)
    held[0].continue_()
    waiting.page.wait_for_url(table)
    expect(waiting.page.locator("#table.playing")).to_be_visible()


@exhaustive
@pytest.mark.usefixtures("nobody_waits")
def test_without_scripts_a_second_tap_finds_the_opponent(visit: Visit) -> None:
    waiting, joining = visit(java_script_enabled=False), visit(java_script_enabled=False)
    tap_tile(waiting.page, "1 day")
    tap_tile(joining.page, "1 day")
    assert waiting.page.url == joining.page.url


@exhaustive
def test_a_game_over_days_with_a_friend_is_two_taps_away(visit: Visit) -> None:
    ann, ben = (visit().become(session) for session in visit.lay("members('ann', 'benjamin')")["sessions"])
    ann.page.goto("/")
    ann.page.get_by_role("link", name="benjamin", exact=True).click()
    ann.page.get_by_role("button", name="Send challenge").click()
    ann.page.wait_for_url(TABLE)
    expect(ann.page.locator(".agreed")).to_contain_text("3 days per turn")
    ben.page.goto("/")
    expect(ben.page.get_by_text("ann invites you: Casino")).to_be_visible()
    ben.page.get_by_role("button", name=re.compile("^Join")).click()
    expect(ben.page.locator("#table.playing")).to_be_visible()
    expect(ann.page.locator("#table.playing")).to_be_visible()
    for player in (ann, ben):
        expect(player.page.get_by_role("timer")).to_have_text(re.compile("3 days|2d 23h"))


def test_the_first_capture_is_two_taps_away(visit: Visit) -> None:
    """The front page deals until a card of the hand takes one on the table."""
    page = visit().page
    shown = page.locator(".preview-deal")
    while True:
        page.goto("/")
        table, hand = (
            [str(button.get_attribute("value")) for button in shown.locator(f"button[name={name}]").all()]
            for name in ("item", "hand")
        )
        card = next((card for card in hand if card[0] in {other[0] for other in table}), "")
        if card:
            break
    shown.locator(f"button[value='{card}']").click()
    page.get_by_role("button", name=re.compile("^Take ")).first.click()
    expect(page.locator("#table .news, #table .log").first).to_contain_text("took")


MIDDLE = "each => { const { top, bottom } = each.getBoundingClientRect(); return (top + bottom) / 2; }"


def test_the_code_stands_beside_the_link_where_the_page_is_wide(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 650}).page
    page.goto("/")
    page.get_by_role("button", name="Play a friend").click()
    page.wait_for_url(TABLE)
    link = page.get_by_role("button", name="Share link").bounding_box()
    code = page.get_by_role("img", name="The link as a QR code").bounding_box()
    assert link
    assert code
    assert code["x"] > link["x"] + link["width"]
    assert code["y"] < link["y"] < code["y"] + code["height"]


@exhaustive
def test_unrated_stands_on_the_line_of_its_field(visit: Visit) -> None:
    page = visit(viewport={"width": 1366, "height": 650}).page
    go(page, "/lobby/")
    field, word = page.locator("select[name=preset]"), page.locator(".pairing").get_by_text("unrated", exact=True)
    assert field.evaluate(MIDDLE) == pytest.approx(word.evaluate(MIDDLE), abs=1)
