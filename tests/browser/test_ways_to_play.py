"""Keyboard shortcuts alone, by roles and names alone, by dragging, with a finger; and coming back to a table."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.entering import Visit
from tests.browser.player import Player
from tests.examples import exhaustive

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
SHORT = ("Sudden Death", "Computer", 1)  # over with the first ace, casino or sweep
MOVES = re.compile("^(Take|Build|Raise|Trail) ")


def moves_shown(page: Page) -> None:
    """Wait until the page shows the moves of the current choice."""
    expect(page.locator("#choose.htmx-request")).to_have_count(0)


# --- the keyboard ----------------------------------------------------------------------------------------------------


@exhaustive
def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    player = visit()
    player.open_table(*SHORT)
    player.page.wait_for_load_state()  # a key pressed before the script is there is lost
    while player.wait_until_asked():
        before = player.seq
        choose_by_key(player)
        player.page.keyboard.press("Enter")
        expect(player.moves.first).to_be_focused()
        player.page.keyboard.press("Enter")
        expect(player.page.locator(f'#table[data-seq="{before}"]')).to_have_count(0)
    expect(player.page.get_by_text("Final score").first).to_be_visible()


def choose_by_key(player: Player) -> None:
    """Choose the first card with a move that Enter plays: no trail while something can be taken."""
    for place in range(player.hand.count()):
        player.page.keyboard.press(str(place + 1))
        expect(player.hand.nth(place).locator("input")).to_be_checked()
        moves_shown(player.page)
        if player.page.locator("#options .primary").count():
            return


def test_letters_arrows_and_escape(visit: Visit) -> None:
    player = visit.at("crowded")
    keys = player.page.keyboard
    keys.press("2")
    keys.press("a")
    expect(player.page.get_by_role("button", name="Take 9♥ with 9♠ (2 cards)", exact=True)).to_be_visible()
    keys.press("ArrowRight")
    expect(player.on_table.nth(1).locator("input")).to_be_focused()
    keys.press("ArrowDown")
    expect(player.hand.first.locator("input")).to_be_focused()
    keys.press("Escape")
    expect(player.page.locator(".lesson")).to_be_visible()
    keys.press("?")
    help_ = player.page.get_by_role("dialog", name="Keyboard shortcuts")
    help_.get_by_role("checkbox", name="Enable keyboard shortcuts").uncheck()
    keys.press("Escape")
    expect(help_).to_be_hidden()
    keys.press("2")
    expect(player.page.locator(".pick:checked")).to_have_count(0)


def test_a_phone_offers_no_keys(visit: Visit) -> None:
    page = visit.at("crowded", **PHONE).page
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("link", name="This game’s rules")).to_be_visible()
    expect(page.locator("#menu [data-opens=keys]")).to_be_hidden()


@exhaustive
def test_who_wants_to_be_asked_once_more_says_yes_by_enter(visit: Visit) -> None:
    laid = visit.lay("crowded")
    player = visit().enter(laid)
    page = player.page
    page.goto(f"/settings/?next=/g/{laid['game']}/")
    page.get_by_label("confirm moves").check()
    page.get_by_role("button", name="Save").click()
    expect(player.table).to_be_visible()
    page.wait_for_load_state()
    for key in ("Escape", "2", "a"):
        page.keyboard.press(key)
    moves_shown(page)
    page.keyboard.press("Enter")
    expect(player.moves.first).to_be_focused()
    before = player.seq
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yes: Take 9♥ with 9♠ (2 cards)")).to_be_focused()
    assert player.seq == before
    page.keyboard.press("Enter")
    expect(player.news).to_contain_text("You took 9♥ with 9♠.")


# --- what a screen reader knows --------------------------------------------------------------------------------------


def test_a_game_by_roles_and_names_alone(visit: Visit) -> None:
    player = visit()
    player.open_table(*SHORT)
    page = player.page
    page.wait_for_load_state()
    cards = page.get_by_role("group", name="Your hand").get_by_role("radio")
    over = page.get_by_role("heading", name=re.compile("You won!| lost to | wins?$"))
    while True:
        expect(cards.or_(over).first).to_be_visible()
        if over.count():
            break
        card = choose_by_name(page, cards)
        page.get_by_role("button", name=MOVES).first.click()
        gone = page.get_by_role("group", name="Your hand").get_by_role("radio", name=card)
        expect(gone).to_have_count(0)
    expect(page.get_by_text("Final score").first).to_be_visible()


def choose_by_name(page: Page, cards: Locator) -> str:
    """Choose the first card that has a move, and return its name."""
    for place in range(cards.count()):
        cards.nth(place).check()
        moves_shown(page)
        if page.get_by_role("button", name=MOVES).count():
            break
    named = re.search(r'radio "([^"(]+)', cards.nth(place).locator("xpath=..").aria_snapshot())
    assert named
    return named.group(1).strip()


# --- dragging --------------------------------------------------------------------------------------------------------


def middle(spot: Locator) -> tuple[float, float]:
    box = spot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, spot: Locator, to: Locator) -> None:
    spot.scroll_into_view_if_needed()
    page.mouse.move(*middle(spot))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=4)
    page.mouse.up()


def test_a_card_is_dragged_and_the_move_is_asked_for(visit: Visit) -> None:
    player = visit.at("crowded", viewport={"width": 1280, "height": 1400})
    page, before = player.page, player.seq
    nine = player.hand.filter(has_text="nine of spades")
    drag(page, nine, player.on_table.filter(has_text="nine of hearts"))
    expect(page.get_by_role("button", name="Take 9♥ with 9♠ (2 cards)", exact=True)).to_be_visible()
    drag(page, nine, page.locator(".stock"))
    expect(page.get_by_role("button", name="Trail 9♠", exact=True)).to_be_visible()
    expect(page.locator(".layout .pick:checked")).to_have_count(0)
    ten = player.hand.filter(has_text="ten of clubs")
    drag(page, ten, page.locator(".seats"))
    expect(ten.locator("input")).to_be_checked()
    assert player.seq == before


@exhaustive
def test_a_card_is_dragged_with_a_finger(visit: Visit) -> None:
    player = visit.at("crowded", **PHONE)
    page = player.page
    nine = player.hand.filter(has_text="nine of spades")
    nine.scroll_into_view_if_needed()
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(nine), middle(player.on_table.filter(has_text="eight of diamonds"))
    places = [(x + (to_x - x) * part / 4, y + (to_y - y) * part / 4) for part in range(5)]
    for number, (right, down) in enumerate(places):
        points = [{"x": right, "y": down}]
        finger.send(
            "Input.dispatchTouchEvent", {"type": "touchMove" if number else "touchStart", "touchPoints": points}
        )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(nine.locator("input")).to_be_checked()
    expect(player.on_table.filter(has_text="eight of diamonds").locator("input")).to_be_checked()


@exhaustive
def test_a_game_on_a_telephone(visit: Visit) -> None:
    player = visit(**PHONE)
    player.open_table(*SHORT)
    player.play_to_the_end()
    expect(player.page.get_by_text("Final score").first).to_be_visible()
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 360


# --- coming back -----------------------------------------------------------------------------------------------------


@exhaustive
def test_who_touches_nothing_for_five_minutes_is_away(visit: Visit) -> None:
    laid, anna = visit.lay("three_friends"), visit()
    anna.page.clock.install()
    anna.enter(laid, 1)
    where = visit().enter(laid, 2).page.get_by_role("region", name="Players and spectators")
    expect(where).to_contain_text("Anna: online")
    anna.page.clock.fast_forward("05:30")
    expect(where).to_contain_text("Anna: away")
    anna.page.clock.fast_forward("01:00")  # with pulses
    expect(where).to_contain_text("Anna: away")
    anna.page.mouse.move(5, 5)
    anna.page.clock.fast_forward("00:25")
    expect(where).to_contain_text("Anna: online")


@exhaustive
def test_who_looks_away_sees_every_move_on_return(visit: Visit) -> None:
    laid = visit.lay("three_friends")
    anna, ben, carla = (visit().enter(laid, seat) for seat in (1, 2, 3))
    expect(anna.page.locator("#table.mine")).to_be_visible()
    move(anna, "nine of spades", "Trail 9♠")
    expect(ben.page.locator("#table.mine")).to_be_visible()
    where = ben.page.get_by_role("region", name="Players and spectators")
    expect(where).to_contain_text("Anna: online")  # the connection stands that tells of it
    anna.hide(True)
    expect(ben.page.get_by_role("region", name="Players and spectators")).to_contain_text("Anna: away")
    expect(where).to_contain_text("Anna: away")
    move(ben, "eight of spades", "Trail 8♠")
    expect(carla.page.locator("#table.mine")).to_be_visible()
    move(carla, "seven of spades", "Trail 7♠")
    lines = anna.news.get_by_role("listitem")
    expect(lines.first).to_contain_text("Carla trailed 7♠")
    expect(lines.nth(1)).to_contain_text("Ben trailed 8♠")
    anna.hide(False)
    expect(anna.page.locator(".spot.is-just")).to_have_count(2)


def move(player: Player, card: str, button: str) -> None:
    player.choose(player.hand.filter(has_text=card))
    player.press(player.page.get_by_role("button", name=button, exact=True))
