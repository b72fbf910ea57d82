"""The table is one screen: at every size, in every scene, nothing scrolls but the middle, overlaps or breaks a word."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.entering import Visit
from tests.browser.player import Laid, wait_until
from tests.browser.scenes import SCENES, SIZES
from tests.examples import exhaustive, some

FAULTS = Path(__file__).with_name("layout_faults.js").read_text(encoding="utf-8")
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName ?? "")]);
}).observe({ type: "layout-shift", buffered: true });
"""
THREE_WAIT = "() => { document.querySelector('#turns').textContent = '3' }"
MOST_SHIFT = 0.02  # for each move


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(page: Page, sizes: list[tuple[int, int]] = SIZES) -> dict[str, list[str]]:
    """Return the faults found at each size."""
    found: dict[str, list[str]] = {}
    for width, height in sizes:
        resize(page, width, height)
        if page.evaluate(FAULTS):
            page.wait_for_timeout(300)  # for what was on its way from the size before
            if seen := page.evaluate(FAULTS):
                found[f"{width} x {height}"] = seen
    return found


@pytest.mark.parametrize("name", some(SCENES, 2))
def test_a_table_is_one_screen(visit: Visit, name: str) -> None:
    assert faults(visit.at(name).page) == {}


def test_the_title_fits_where_there_is_no_chat(visit: Visit) -> None:
    page = visit().page
    page.goto("/daily/")
    page.get_by_role("button", name="Play today’s deal").click()
    page.locator("#table .felt").wait_for()
    page.locator(".topbar .learn").evaluate("chip => chip.remove()")
    expect(page.locator(".about")).to_contain_text("round 1")
    assert faults(page) == {}


@exhaustive
def test_six_with_long_names_have_room_on_a_tablet(visit: Visit) -> None:
    assert faults(visit.at("company(6, False)").page, [(744, 1133), (768, 1024)]) == {}


@exhaustive
def test_the_next_game_fits_above_what_can_be_done_while_waiting(visit: Visit) -> None:
    player = visit.at("over_days", 1)
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.press(player.page.get_by_role("button", name="Trail 9♠"))
    expect(player.page.get_by_role("link", name="Conditional moves")).to_be_visible()
    expect(player.page.get_by_role("button", name="Ask for a takeback")).to_be_visible()
    expect(player.page.get_by_role("button", name="Send them the link")).to_be_visible()  # Ben has never been here
    link = player.page.locator(".next-game")
    wait_until(player.page, lambda: player.page.evaluate(THREE_WAIT) or link.is_visible())  # the true count may come
    assert faults(player.page) == {}


def test_a_selected_card_with_four_moves_fits(visit: Visit) -> None:
    player = visit.at("twelve_items")
    player.choose(player.hand.filter(has_text="nine of spades"))
    expect(player.moves).to_have_count(4)
    assert faults(player.page) == {}


@pytest.mark.parametrize("number", some([9, 10, 12], 1))
def test_the_stock_lies_beside_many_cards(visit: Visit, number: int) -> None:
    assert faults(visit.at(f"loose_cards({number})").page) == {}


@pytest.mark.parametrize(("partners", "least"), [(False, 44), (True, 34)])
def test_no_name_covers_a_card_of_four_on_a_small_phone(visit: Visit, partners: bool, least: int) -> None:
    page = visit.at(f"three_trailed({partners})").page
    assert faults(page) == {}
    assert card_width(page, (360, 640)) >= least
    tags = page.locator(".layout .just")
    expect(tags.first).to_have_text(re.compile("Hattie"))
    assert tags.evaluate_all("all => Math.max(...all.map((each) => each.offsetWidth))") == 1
    resize(page, 1440, 900)
    assert tags.first.evaluate("tag => tag.offsetWidth") > 30


@pytest.mark.parametrize(
    ("scene", "least"), [("loose_cards(9)", 85), ("three_trailed", 70), ("three_trailed(True)", 54), ("crowded", 58)]
)
def test_cards_are_large_on_a_tablet(visit: Visit, scene: str, least: int) -> None:
    page = visit.at(scene).page
    tablets = [(744, 1133), (768, 1024), (820, 1180)]
    assert faults(page, tablets) == {}
    assert [size for size in tablets if card_width(page, size) < least * size[0] / 768] == []


def test_a_hint_can_be_asked_for_with_a_card_that_takes_nothing(visit: Visit) -> None:
    player = visit.at("captures_ahead(hints=True)")
    player.choose(player.hand.filter(has_text="jack of diamonds"))
    expect(player.moves).to_have_count(1)
    hint = player.page.get_by_role("button", name="Hint")
    expect(hint).to_be_visible()
    assert faults(player.page) == {}
    player.choose(player.on_table.filter(has_text="nine of hearts"))
    expect(player.moves).to_have_count(0)
    expect(player.page.get_by_role("link", name="Clear selection")).to_be_visible()
    expect(hint).to_be_visible()
    assert faults(player.page) == {}


@pytest.mark.parametrize(("width", "height"), some([(360, 640), (390, 844)], 1))
def test_the_button_of_a_hint_keeps_its_place_while_cards_are_chosen(visit: Visit, width: int, height: int) -> None:
    player = visit.at("captures_ahead(hints=True)", viewport={"width": width, "height": height})
    hint = player.page.get_by_role("button", name="Hint")
    before = hint.bounding_box()
    player.choose(player.hand.filter(has_text="jack of diamonds"))
    expect(player.moves).to_have_count(1)
    assert hint.bounding_box() == before
    player.choose(player.on_table.filter(has_text="nine of hearts"))
    expect(player.moves).to_have_count(0)
    assert hint.bounding_box() == before


def test_all_moves_can_be_read_and_trail_is_in_view(visit: Visit) -> None:
    player = visit.at("seven_moves")
    page = player.page
    player.choose(player.hand.filter(has_text="eight of diamonds"))
    expect(player.moves).to_have_count(7)
    assert faults(page, SIZES[4:-1]) == {}
    for width, height in SIZES[:4]:
        resize(page, width, height)
        lines = "each => Math.max(...[...each].map((one) => one.offsetHeight))"
        assert page.locator(".buttons button span").evaluate_all(lines) < 40, "cards stand below each other"
        expect(page.get_by_role("button", name="Trail 8♦")).to_be_in_viewport(ratio=0.99)
        expect(player.moves.nth(3)).to_be_in_viewport()


def test_four_moves_in_spanish_are_in_view_at_once_on_a_small_phone(visit: Visit) -> None:
    player = visit.at("twelve_items", locale="es", viewport={"width": 360, "height": 640})
    player.page.goto(f"{player.page.url}?hand=9S")
    expect(player.moves).to_have_count(4)
    for move in player.moves.all():
        expect(move).to_be_in_viewport(ratio=0.95)


def test_an_opponent_to_play_holds_a_fan_and_every_part_of_the_row_keeps_its_place(visit: Visit) -> None:
    player = visit.at("two_friends", viewport={"width": 390, "height": 844})
    parts = player.page.locator(".opp").locator(".portrait, .id, .backs, .pile")
    script = "all => all.map((each) => { const { x, y, width } = each.getBoundingClientRect(); return [x, y, width] })"
    before = parts.evaluate_all(script)
    player.play_something()
    turn, cards = player.page.locator(".opp .tag.now").bounding_box(), player.page.locator(".opp .back").all()
    assert turn
    assert parts.evaluate_all(script) == before
    for card in cards:
        box = card.bounding_box()
        assert box
        assert box["width"] > 10
        assert box["y"] + box["height"] <= turn["y"] + 1


def test_turn_score_and_clock_and_the_button_of_a_hint_are_seen_on_a_phone(visit: Visit) -> None:
    page = visit.at("seven_moves", viewport={"width": 360, "height": 640}).page
    expect(page.locator(".you").get_by_text("Your turn")).to_be_visible()
    expect(page.locator(".you .who b")).to_be_visible()
    expect(page.locator(".pegs:visible")).to_have_count(1)  # that of the other would be too short to be read
    assert page.locator(".you .pegs").evaluate("bar => bar.getBoundingClientRect().width") > 60
    expect(page.locator(".you .clock")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice b")).to_be_in_viewport(ratio=1)
    expect(page.locator("#options .primary")).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_role("button", name="Hint")).to_be_in_viewport(ratio=0.99)
    assert faults(page, SIZES[:4]) == {}


@exhaustive
def test_a_selected_card_with_seven_moves_fits_where_the_window_is_large(visit: Visit) -> None:
    player = visit.at("crowded")
    player.choose(player.hand.filter(has_text="nine of spades"))
    expect(player.moves).to_have_count(7)
    assert faults(player.page, SIZES[4:-1]) == {}


@exhaustive
def test_a_selected_card_fits_on_a_phone_without_the_typefaces(visit: Visit) -> None:
    """On a first visit they may come too late."""
    player = visit(reduced_motion="reduce")
    player.page.context.route("**/tokens.css*", without_typefaces)
    player.enter(visit.lay("twelve_items"))
    player.choose(player.hand.filter(has_text="nine of spades"))
    expect(player.moves).to_have_count(4)
    assert faults(player.page, SIZES[:4]) == {}


def without_typefaces(route: Route) -> None:
    style = route.fetch()
    route.fulfill(response=style, body=re.sub(r"@font-face \{.*\}", "", style.text()))


def test_an_offer_covers_no_name_and_makes_no_card_smaller(visit: Visit) -> None:
    mover, other = visit.both()
    sizes = [(390, 844), (820, 1180), (1366, 650)]
    before = [card_width(mover.page, size) for size in sizes]
    resize(mover.page, 1366, 650)
    other.page.get_by_text("Draw or abort").click()
    other.page.get_by_role("button", name="Offer a draw").click()
    expect(mover.page.locator(".banners .offer")).to_be_visible()
    assert [card_width(mover.page, size) for size in sizes] == before
    assert [size for size, found in faults(mover.page).items() if "overlaps" in str(found)] == []


def card_width(page: Page, size: tuple[int, int]) -> float:
    resize(page, *size)
    width: float = page.locator(".loose .card").first.evaluate("card => card.offsetWidth")
    return width


@exhaustive
def test_announcements_take_no_room_from_a_crowded_table(visit: Visit) -> None:
    player = visit.at("crowded")
    player.page.locator("main").evaluate(
        """(main, text) => {
            const one = `<form><p>${text}</p><button class="icon">×</button></form>`;
            main.insertAdjacentHTML("beforebegin", `<section class="announcements">${one}${one}</section>`);
        }""",
        "The site will be down for an hour on Tuesday. " * 2,
    )
    expect(player.page.locator(".announcements p").first).to_be_visible()
    expect(player.page.locator(".announcements p").last).to_be_hidden()
    assert faults(player.page) == {}


@exhaustive
@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360)])
def test_one_press_shows_the_last_captures_of_several_opponents(visit: Visit, width: int, height: int) -> None:
    player = visit.at("rook_deck")
    page = player.page
    resize(page, width, height)
    before = place_of(page)
    piles = page.locator(".opp .pile")
    box = piles.last.bounding_box()
    assert box
    for press in range(2):
        page.mouse.click(box["x"] + box["width"] - 8, box["y"] + 8)
        widths = page.locator(".opp .fan > .card").evaluate_all("all => all.map((each) => each.offsetWidth)")
        assert [width > 30 for width in widths] == [press == 0] * len(widths)
        assert place_of(page) == before


def test_a_pile_shows_every_card_of_a_capture_of_four(visit: Visit) -> None:
    player = visit.at("captures_ahead", viewport={"width": 390, "height": 844})
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.page.get_by_role("button", name="Take 4♦ 5♦ 9♥ with 9♠").click()
    expect(player.page.locator(".you .fan > .card:visible")).to_have_count(4)


@exhaustive
@pytest.mark.parametrize(("width", "height"), some([(360, 640), (740, 360), (1366, 650)], 1))
def test_without_javascript_the_moves_are_in_view(visit: Visit, width: int, height: int) -> None:
    viewport = {"width": width, "height": height}
    player = visit.at("twelve_items", viewport=viewport, java_script_enabled=False)
    player.choose(player.hand.filter(has_text="nine of spades"))
    for button in player.moves.all():
        box = button.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height


def test_the_check_would_find_faults(visit: Visit) -> None:
    page = visit.at("three_friends").page
    spoil: dict[str, str] = {
        "the page scrolls": "document.body.style.minHeight = '2000px'; document.body.style.overflow = 'visible'",
        "overlaps": "document.querySelector('.you').style.translate = '300px 0'",
        "the board scrolls": "document.querySelector('.layout').style.minHeight = '2000px'",
        "is out of view": "document.querySelector('.hand').style.translate = '0 400px'",
        "breaks a word": "document.querySelector('.lesson').style.cssText = 'width: 9px; line-break: anywhere'",
    }
    for fault, script in spoil.items():
        page.reload()
        page.evaluate(script)
        assert any(fault in each for each in page.evaluate(FAULTS)), fault


@exhaustive
@pytest.mark.parametrize(
    ("width", "height", "game", "points"),
    [(390, 844, "Sudden Death", 1), (390, 844, "Casino", 5), (1366, 650, "Casino", 5)],
)
def test_nothing_shifts_in_a_whole_game(visit: Visit, width: int, height: int, game: str, points: int) -> None:
    player = visit(viewport={"width": width, "height": height})
    player.page.add_init_script(SHIFTS)
    player.open_table(game, "Computer", points)
    moves = player.play_to_the_end()
    shifts: list[list[Any]] = player.page.evaluate("window.shifts")
    assert moves > 20 or points == 1
    assert sum(shift[0] for shift in shifts) <= MOST_SHIFT * max(moves, 10), sorted(shifts, reverse=True)[:20]


@exhaustive
def test_hand_and_moves_keep_their_place(visit: Visit) -> None:
    player = visit.at("twelve_items")
    page = player.page
    places = [place_of(page)]
    player.choose(player.hand.filter(has_text="nine of spades"))
    places.append(place_of(page))
    page.get_by_role("link", name="Clear selection").focus()
    player.press(player.moves.first)
    places.append(place_of(page))
    assert places == [places[0]] * 3


def place_of(page: Page) -> list[Laid]:
    script = "all => all.map((each) => { const { x, y } = each.getBoundingClientRect(); return { x, y } })"
    boxes: list[Laid] = page.locator(".felt .hand, .felt .moves, .felt .you, .felt .board").evaluate_all(script)
    return [*boxes, {"scrolled": page.evaluate("scrollY")}]
