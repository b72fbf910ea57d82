"""Choosing cards with mouse, finger and keyboard; choices kept when the table changes; layout on a telephone."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.entering import Visit
from tests.browser.player import SOON, Player, hear_from_the_server, hold, wait_until
from tests.examples import exhaustive, some

PHONE = {"width": 360, "height": 740}


def test_choosing_shows_and_narrows_what_can_be_done(visit: Visit) -> None:
    player = visit.at("crowded")
    page = player.page
    player.choose(player.hand.filter(has_text="nine of spades"))
    expect(page.get_by_role("button", name="Trail 9♠")).to_be_visible()
    expect(page.locator(".mark.more")).not_to_have_count(0)
    marked = page.locator(".mark.more").count()
    player.choose(player.on_table.filter(has_text="nine of hearts"))
    expect(page.get_by_role("button", name="Take 9♥ with 9♠ (2 cards)", exact=True)).to_be_visible()
    assert page.locator(".mark.more").count() < marked
    page.get_by_role("link", name="Clear selection").click()
    expect(page.locator(".lesson")).to_be_visible()
    expect(page.get_by_text("Choose a card from your hand.")).to_be_visible()
    expect(page.locator(".pick:checked")).to_have_count(0)


def test_quick_taps_are_all_counted(visit: Visit) -> None:
    player = visit.at("crowded")
    player.hand.filter(has_text="nine of spades").click()
    player.on_table.filter(has_text="nine of hearts").click()
    player.on_table.filter(has_text="five of diamonds").click()
    player.on_table.filter(has_text="four of diamonds").click()
    take = player.page.get_by_role("button", name="Take 4♦ 5♦ 9♥ with 9♠ (4 cards)", exact=True)
    expect(take).to_be_visible()


@exhaustive
def test_a_choice_that_another_replaced_is_not_sent_again(visit: Visit) -> None:
    player = visit.at("crowded")
    asked = hold(player.page, "**/options/**")
    player.hand.filter(has_text="nine of spades").click()
    player.on_table.filter(has_text="nine of hearts").click()
    wait_until(player.page, lambda: len(asked) == 2)
    hear_from_the_server(player.page)
    assert len(asked) == 2, "the first choice was sent again"
    asked[1].continue_()
    expect(player.page.get_by_role("button", name="Take 9♥ with 9♠", exact=False).first).to_be_visible()


@exhaustive
def test_a_tap_before_the_script_is_ready_counts(visit: Visit) -> None:
    player = visit()
    waiting = hold(player.page, "**/js/table.js*")
    laid = visit.lay("crowded")
    player.become(laid["sessions"][0])
    player.page.goto(f"/g/{laid['game']}/", wait_until="commit")
    player.hand.filter(has_text="nine of spades").click()
    expect(player.hand.filter(has_text="nine of spades").locator("input")).to_be_checked()
    wait_until(player.page, lambda: waiting)
    waiting[0].continue_()
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_visible()


def test_a_choice_survives_what_others_do_meanwhile(visit: Visit) -> None:
    laid = visit.lay("uncalled_orange")
    player, caller = visit().enter(laid), visit().enter(laid, seat=3)
    player.choose(player.hand.filter(has_text="red four"))
    player.page.get_by_text("Details").click()
    before = player.seq
    caller.page.get_by_role("button", name="Call “orange” on the last capture").click()
    expect(player.news).to_contain_text("Carla correctly called “orange.”")
    assert player.seq != before
    expect(player.hand.filter(has_text="red four").locator("input")).to_be_checked()
    expect(player.page.locator("#remarks .remark").first).to_be_visible()
    expect(player.page.get_by_role("button", name="Trail red 4")).to_be_visible()
    player.press(player.page.get_by_role("button", name="Trail red 4"))
    expect(caller.page.locator("#table.mine")).to_be_visible()


def test_a_move_by_keyboard_alone(visit: Visit) -> None:
    player = visit()
    player.play_the_computer()
    player.wait_until_asked()
    page = player.page
    first = page.locator(".hand .pick").first
    first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#options .clear")).to_be_visible()
    expect(first).to_be_focused()
    before = player.seq
    for _ in range(40):
        if page.evaluate("document.activeElement.name") == "move":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(f'#table:not([data-seq="{before}"])').wait_for()
    expect(page.locator("#status")).to_be_focused()


def test_enter_goes_to_the_solid_button_and_never_to_a_trail_that_gives_up_a_capture(visit: Visit) -> None:
    player = visit.at("crowded")
    page, solid = player.page, 0
    for number in range(1, player.hand.count() + 1):
        page.keyboard.press(str(number))
        expect(page.locator("#options .clear")).to_be_attached()
        expect(page.locator(".htmx-request")).to_have_count(0)
        page.keyboard.press("Enter")
        focused = page.evaluate("document.activeElement.className")
        solid += "primary" in focused
        assert "trail" not in focused
        page.keyboard.press("Escape")
        expect(page.locator(".pick:checked")).to_have_count(0)
    assert solid


def test_by_keyboard_another_card_is_chosen_after_one_that_can_only_be_trailed(visit: Visit) -> None:
    player = visit.at("captures_ahead")
    keys, cards = player.page.keyboard, player.hand.locator("input")
    keys.press("4")
    expect(player.page.get_by_role("button", name="Trail J♦")).to_be_visible()
    keys.press("Enter")
    expect(player.page.get_by_role("button", name="Trail J♦")).to_be_focused()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        keys.press(key)
    expect(cards.nth(2)).to_be_focused()
    keys.press("Enter")
    expect(cards.nth(2)).to_be_checked()
    expect(player.page.get_by_role("button", name="Take 4♦ 6♣ with 10♣")).to_be_visible()
    keys.press("Enter")
    expect(player.moves.first).to_be_focused()
    keys.press("Enter")
    expect(player.news).to_contain_text("You took 4♦ 6♣ with 10♣")


def test_enter_twice_trails_a_card_that_can_do_nothing_else(visit: Visit) -> None:
    player = visit.at("captures_ahead")
    player.page.keyboard.press("4")
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("button", name="Trail J♦")).to_be_focused()
    player.page.keyboard.press("Enter")
    expect(player.news).to_contain_text("You trailed J♦")


def test_enter_goes_on_after_a_round(visit: Visit) -> None:
    player = visit.at("round_over")
    expect(player.page.get_by_role("button", name="Next round")).to_be_visible()
    player.page.wait_for_load_state()
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("group", name="On the table")).to_be_visible()


def test_what_happens_is_said_to_screen_readers(visit: Visit) -> None:
    player = visit()
    player.play_the_computer()
    player.wait_until_asked()
    said = player.page.locator("#said")
    assert said.get_attribute("aria-live") == "polite"
    player.play_something()
    expect(said).to_have_text(re.compile(r"\bPip .*Your turn\s*$"), timeout=5 * SOON)  # the move, then what follows


@pytest.mark.parametrize("scripted", some([True, False], 1))
def test_a_full_table_fits_a_telephone(visit: Visit, scripted: bool) -> None:
    player = visit.at("crowded", viewport=PHONE, java_script_enabled=scripted)
    page = player.page
    assert player.hand.count() == 4
    assert player.on_table.filter(has_not_text="Build").count() == 14
    assert player.on_table.filter(has_text="Build").count() == 4
    boxes = [spot.bounding_box() for spot in page.locator(".spot").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    widest = page.locator("main").evaluate("element => element.scrollWidth") if scripted else 0
    assert widest <= PHONE["width"]


@exhaustive
def test_in_the_dark_the_table_is_dark(visit: Visit) -> None:
    shades = {}
    for scheme in ("light", "dark"):
        player = visit(color_scheme=scheme)
        player.page.goto("/")
        shades[scheme] = player.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert shades["light"] != shades["dark"]


@pytest.mark.parametrize(("width", "height"), some([(390, 844), (1366, 650), (360, 640)], 1))
def test_without_javascript_no_move_of_another_choice_is_offered(visit: Visit, width: int, height: int) -> None:
    viewport = {"width": width, "height": height}
    player = visit.at("captures_ahead", viewport=viewport, java_script_enabled=False)
    ask = player.page.get_by_role("button", name="Show possible moves")
    player.choose(player.hand.filter(has_text="nine of spades"))
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_visible()
    player.hand.filter(has_text="jack of diamonds").click()
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_hidden()
    expect(ask).to_be_in_viewport(ratio=1)
    ask.click()
    player.on_table.filter(has_text="nine of hearts").click()
    expect(player.page.get_by_role("button", name="Trail J♦")).to_be_hidden()
    player.on_table.filter(has_text="nine of hearts").click()
    player.press(player.page.get_by_role("button", name="Trail J♦"))
    expect(player.news).to_contain_text("You trailed J♦")


# --- played without a button ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("quick", some([True, False], 1))
def test_a_second_tap_plays_a_card_with_one_move(visit: Visit, quick: bool) -> None:
    player = visit.at("three_friends")
    card, before = player.hand.filter(has_text="nine of spades"), player.seq
    if quick:
        card.dblclick()
    else:
        player.choose(card)
        card.click()
    expect(player.page.locator(f'#table:not([data-seq="{before}"])')).to_be_visible()
    expect(player.news).to_contain_text("You trailed 9♠")


@exhaustive
def test_a_second_tap_puts_the_card_back_where_there_is_a_choice(visit: Visit) -> None:
    player = visit.at("captures_ahead")
    card, before = player.hand.filter(has_text="nine of spades"), player.seq
    card.dblclick()
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_visible()
    card.click()
    expect(player.page.locator(".lesson")).to_be_visible()
    expect(player.page.locator("#choose .pick:checked")).to_have_count(0)
    assert player.seq == before
    player.choose(card)
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_visible()


@exhaustive
@pytest.mark.parametrize("wish", some(["Confirm moves", "Tap a selected card again"], 1))
def test_who_wants_to_be_asked_is_asked(visit: Visit, wish: str) -> None:
    player = visit.at("three_friends")
    table = player.page.url
    player.page.goto("/settings/")
    player.page.get_by_role("checkbox", name=wish).click()
    player.page.get_by_role("button", name="Save").click()
    expect(player.page.get_by_text("Saved.")).to_be_visible()
    player.page.goto(table)
    card, before = player.hand.filter(has_text="nine of spades"), player.seq
    player.choose(card)
    card.click()
    player.page.wait_for_timeout(300)
    assert player.seq == before
    if wish == "Confirm moves":
        player.press(player.page.get_by_role("button", name="Yes: Trail 9♠"))


def test_a_card_dropped_on_the_table_is_played_if_one_move_fits(visit: Visit) -> None:
    player = visit.at("captures_ahead")
    before = player.seq
    player.hand.filter(has_text="nine of spades").drag_to(
        player.page.locator(".board"), target_position={"x": 5, "y": 5}
    )
    expect(player.page.get_by_role("button", name="Trail 9♠")).to_be_visible()
    assert player.seq == before
    player.hand.filter(has_text="jack of diamonds").drag_to(
        player.page.locator(".board"), target_position={"x": 5, "y": 5}
    )
    expect(player.news).to_contain_text("You trailed J♦")


def test_a_card_held_over_the_table_shows_what_letting_go_does(visit: Visit) -> None:
    player = visit.at("captures_ahead", viewport={"width": 390, "height": 844})
    page, before = player.page, player.seq
    played = page.locator("#options[data-only] button")
    player.choose(player.on_table.filter(has_text="six of clubs"))
    hold_over(player, "ten of clubs", player.hand.filter(has_text="ten of clubs"))
    expect(page.locator(".dragged")).to_have_count(1)
    expect(page.get_by_role("button", name="Take 4♦ 6♣ with 10♣")).to_be_visible()
    expect(player.on_table.filter(has_text="four of diamonds").locator(".mark.more")).to_be_visible()
    move_over(player, page.locator(".plays"))  # whatever was chosen before is chosen again beside the free felt
    expect(player.on_table.filter(has_text="six of clubs").locator("input")).to_be_checked()
    move_over(player, player.on_table.filter(has_text="four of diamonds"))
    expect(played).to_have_accessible_name("Take 4♦ 6♣ with 10♣ (3 cards)")
    expect(played).to_have_css("outline-style", "dashed")
    move_over(player, player.on_table.filter(has_text="seven of hearts"))
    expect(page.locator("#options .buttons")).to_have_count(0)
    expect(player.on_table.filter(has_text="four of diamonds").locator("input")).not_to_be_checked()
    assert player.seq == before
    move_over(player, player.on_table.filter(has_text="four of diamonds"))
    page.mouse.up()
    expect(player.news).to_contain_text("You took 4♦ 6♣ with 10♣")


def hold_over(player: Player, card: str, spot: Locator) -> None:
    """Take this card up from the hand, and hold it over this spot."""
    player.hand.filter(has_text=card).hover()
    player.page.mouse.down()
    move_over(player, spot)


def move_over(player: Player, spot: Locator) -> None:
    box = spot.bounding_box()
    assert box
    player.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 9, steps=3)


def test_enter_right_after_the_number_of_a_card_goes_to_its_first_move(visit: Visit) -> None:
    player = visit.at("captures_ahead", viewport={"width": 1366, "height": 650})
    player.page.keyboard.press("3")
    player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("button", name="Take 4♦ 6♣ with 10♣")).to_be_focused()


def test_a_game_begins_with_the_focus_at_the_hand_and_a_push_leaves_it_there(visit: Visit) -> None:
    laid = visit.lay("two_friends")
    mover, other = visit().enter(laid), visit().enter(laid, 3 - laid["turn"])
    hand = other.page.get_by_role("group", name="Your hand")
    expect(hand).to_be_focused()
    before = other.seq
    mover.play_something()
    other.page.locator(f'#table:not([data-seq="{before}"])').wait_for()
    expect(hand).to_be_focused()


@exhaustive
def test_enter_twice_never_trails_where_a_capture_is_possible(visit: Visit) -> None:
    player = visit.at("captures_ahead")
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.page.keyboard.press("Enter")
    player.page.keyboard.press("Enter")
    expect(player.news).to_contain_text("You took")


@exhaustive
def test_nothing_scrolls_when_cards_are_chosen(visit: Visit) -> None:
    player = visit.at("crowded", viewport={"width": 1366, "height": 650})
    areas = "[...document.querySelectorAll('.hand, .board, .moves')]"
    where = f"() => [scrollX, scrollY, ...{areas}.map((one) => one.scrollTop)]"
    before = player.page.evaluate(where)
    for card in ("nine of spades", "ten of clubs"):
        player.choose(player.hand.filter(has_text=card))
        player.page.wait_for_timeout(300)
        assert player.page.evaluate(where) == before
