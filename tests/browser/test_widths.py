"""Wide content fits a telephone and a desktop: score sheets of many players, names of two words, standings."""

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.entering import Visit
from tests.browser.player import wait_until
from tests.browser.scenes import SIZES
from tests.examples import exhaustive, some

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
TURNED = {"width": 844, "height": 390}
SMALL = {"width": 320, "height": 568}


def too_wide(page: Page, selector: str) -> list[float]:
    """Return the pixels by which the content of these elements is wider than they are."""
    script = "all => all.map(each => each.scrollWidth - each.clientWidth).filter(more => more > 0)"
    found: list[float] = page.locator(selector).evaluate_all(script)
    return found


@exhaustive
@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_score_sheets_of_four_are_read_without_scrolling(visit: Visit, viewport: dict[str, int]) -> None:
    page = visit.at("over_among_four", 1, viewport=viewport).page
    page.get_by_role("button", name="Score sheets").click()
    expect(page.locator(".sheets .round").nth(1)).to_be_visible()
    assert too_wide(page, "html, .round, .scroll") == []


@exhaustive
def test_the_standings_of_a_day_fit_a_telephone(visit: Visit) -> None:
    player = visit.at("day_with_two_results", 1, viewport=PHONE)
    player.page.goto("/daily/")
    player.page.get_by_role("link", name="Yesterday’s deal").click()
    expect(player.page.locator(".standings tbody a", has_text="Moves").nth(1)).to_be_visible()
    assert too_wide(player.page, "html") == []


def test_the_running_points_are_in_view_on_a_tall_tablet(visit: Visit) -> None:
    page = visit.at("two_friends", viewport={"width": 820, "height": 1180}).page
    expect(page.get_by_role("row", name="Points if it ended now")).to_be_in_viewport(ratio=1)


def test_who_leads_in_the_round_is_in_view_at_every_size(visit: Visit) -> None:
    page = visit.at("three_plays").page
    points = page.locator(".seat.them .so-far")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for each in points.all():
            expect(each).to_be_in_viewport(ratio=1)
            expect(each).to_have_text("+2 this round")
    assert points.count() == 2
    expect(page.locator(".seat.them .taken").first).to_contain_text("4 shared")


HELD = """() => [...document.querySelectorAll(".opp .backs")].every((held) => {
  const backs = held.querySelector(".back"), number = getComputedStyle(held, "::after");
  return backs.checkVisibility() && (backs.offsetWidth > 10 || parseFloat(number.width) > 10);
})"""


@pytest.mark.parametrize("scene", some(["three_friends", "partners", "over_days", "seven_moves"], 2))
def test_the_cards_that_others_hold_are_seen_or_counted_at_every_size(visit: Visit, scene: str) -> None:
    page = visit.at(scene, 1).page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, lambda: page.evaluate(HELD))


def test_who_played_which_card_and_how_is_in_view_at_every_size(visit: Visit) -> None:
    page = visit.at("three_plays").page
    verbs, played = page.locator(".plays em"), page.locator(".plays .played")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(verbs).to_have_text(["built", "took", "took"])
        expect(played).to_have_text(["4♣", "10♠", "9♥"])
        for each in (*verbs.all(), *played.all()):
            expect(each).to_be_in_viewport(ratio=1)


def test_the_points_of_four_name_the_players_upright(visit: Visit) -> None:
    names = visit.at("company(4, False)", viewport={"width": 1440, "height": 900}).page.locator(".running thead th")
    expect(names).to_have_count(4)
    for name in names.all():
        expect(name).to_have_css("writing-mode", "horizontal-tb")


def test_with_text_of_twice_the_size_the_moves_are_within_reach(visit: Visit) -> None:
    player = visit.at("captures_ahead(hints=True)", viewport=PHONE)
    player.page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    hint = player.page.get_by_role("button", name="Hint")
    tip, ask = player.page.locator(".lesson").bounding_box(), hint.bounding_box()
    assert tip
    assert ask
    assert tip["y"] + tip["height"] <= ask["y"]
    hint.scroll_into_view_if_needed()
    expect(hint).to_be_in_viewport(ratio=1)
    player.choose(player.hand.filter(has_text="two of clubs"))
    for button in player.moves.all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("viewport", "selector"), [(PHONE, ".token .portrait"), (DESK, ".token .owner")])
def test_a_build_names_its_owner(visit: Visit, viewport: dict[str, int], selector: str) -> None:
    page = visit.at("built_by_another", viewport=viewport).page
    build = page.locator(".builds .spot", has_text="Owner: Computer Magnus").first
    owner = build.locator(selector)
    expect(owner).to_be_visible()
    fits = "each => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth"
    wait_until(page, lambda: owner.evaluate(fits))  # a table pushed meanwhile takes its place first


@exhaustive
def test_the_last_move_is_named_where_it_happened(visit: Visit) -> None:
    page = visit.at("twelve_items", viewport=PHONE).page
    expect(page.locator(".spot.is-just .just").first).to_be_visible()
    page.get_by_role("button", name="Moves").click()
    expect(page.get_by_role("list", name="Moves, the latest first").locator("li").first).to_contain_text("Ben built")


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("viewport", some([SMALL, PHONE, TURNED, DESK], 2))
def test_a_vacation_is_named_at_every_width(visit: Visit, viewport: dict[str, int], seats: int) -> None:
    page = visit.at(f"on_vacation({seats})", 1, viewport=viewport).page
    expect(page.locator(".seat .away")).to_have_count(seats - 1)
    for named in page.locator(".seat .away").all():
        expect(named).to_be_visible()
        expect(named).to_contain_text("away until")
    wait_until(page, lambda: too_wide(page, "html, .seat .away") == [])  # when one pushed meanwhile is there


LONG = ("Bartholomaeus Schwarzenegger O", "Maximiliane-Wilhelmine Grossma")  # as long as a name may be
WHOLE = "all => all.every((it) => it.scrollHeight <= it.clientHeight + 1 && it.scrollWidth <= it.clientWidth + 1)"
SEVERAL = ((390, 844), (820, 1180), (1440, 900))


@pytest.mark.parametrize(("scene", "sizes"), [("over_days", SIZES), ("three_friends", SEVERAL)])
def test_a_long_name_is_read_to_its_end(visit: Visit, scene: str, sizes: list[tuple[int, int]]) -> None:
    laid = visit.lay(scene)
    for number, name in enumerate(LONG, start=2):
        visit.site.run(
            "from accounts.services import rename; from games.models import Seat; "
            f"[rename(each.person, '{name}') for each in "
            f"Seat.objects.filter(game__public_id='{laid['game']}', number={number})]"
        )
    player = visit().enter(laid, 1)
    for address, names in ((player.page.url, ".seat .who b"), ("/games/", ".my-games .heading b")):
        player.page.goto(address)
        shown = player.page.locator(names)
        expect(shown.filter(has_text=LONG[0]).first).to_be_visible()
        for width, height in sizes:
            player.page.set_viewport_size({"width": width, "height": height})
            wait_until(player.page, partial(shown.evaluate_all, WHOLE))
