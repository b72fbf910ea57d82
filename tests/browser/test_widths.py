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


@pytest.mark.parametrize("call", some(["company(4, False)", "six_seats", "two_friends", "three_friends"], 1))
def test_the_running_points_are_in_view_on_a_tall_tablet(visit: Visit, call: str) -> None:
    page = visit.at(call, viewport={"width": 820, "height": 1180}).page
    for name in ("Cards", "Points if it ended now"):
        expect(page.get_by_role("row", name=name)).to_be_in_viewport(ratio=1)
    if call != "six_seats":
        assert page.locator(".loose .card").first.evaluate("card => card.offsetWidth") > 95
    if page.locator(".opens-log").is_visible():
        page.get_by_role("button", name="Score and moves").click()
        expect(page.get_by_role("list", name="Moves, the latest first")).to_be_in_viewport()


def test_who_leads_in_the_round_is_in_view_at_every_size(visit: Visit) -> None:
    page = visit.at("three_plays").page
    points = page.locator(".seat.them .so-far")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for each in points.all():
            expect(each).to_be_in_viewport(ratio=1)
            expect(each).to_have_text("+6 this round Points if it ended now")
            assert (each.evaluate("points => points.offsetWidth") > 60) == (width >= 600 and height >= 480)
        seen = page.locator(".taken i").evaluate_all("all => all.filter((each) => each.offsetWidth > 1).length")
        assert seen == (1 if height < 480 else 2)  # on one's own pile, and once on that of the others
    assert points.count() == 2
    expect(page.locator(".seat.them .taken").first).to_contain_text("4 shared")


def test_whose_turn_it_is_can_be_read_in_portuguese(visit: Visit) -> None:
    page = visit.at("company", viewport={"width": 360, "height": 640}, locale="pt-BR").page
    tag = page.locator(".you .tag.now")
    expect(tag).to_have_text("Sua vez")
    expect(tag).to_be_visible()
    assert too_wide(page, ".you .tag.now") == []
    page.goto("/")
    line = page.locator(".preview-deal .line")
    for width in (360, 375, 390, 412, 820, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert line.evaluate(ROWS, "Sua vez") == 1


ROWS = """(line, words) => {
  const text = [...line.childNodes].find(({ data }) => data?.includes(words));
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(words));
  range.setEnd(text, text.data.indexOf(words) + words.length);
  return range.getClientRects().length;
}"""


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
        expect(verbs).to_have_text(["built", "10", "took", "took"])
        expect(played).to_have_text(["4♣", "10♠", "9♥"])
        for each in (*verbs.all(), *played.all()):
            expect(each).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 360, "height": 640})
    assert played.first.evaluate("card => parseFloat(getComputedStyle(card).fontSize)") > 14


def test_the_points_of_four_name_the_players_upright(visit: Visit) -> None:
    page = visit.at("company(4, False)", viewport={"width": 1440, "height": 900}).page
    names = page.locator(".running thead th")
    expect(page.locator(".who .out")).to_have_css("border-radius", "0px")  # which would cut its two lines
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


def test_with_text_of_twice_the_size_hand_and_moves_are_in_view_at_once(visit: Visit) -> None:
    player = visit.at("captures_ahead(hints=True)")
    player.page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    player.choose(player.hand.filter(has_text="jack of diamonds"))
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        player.page.evaluate("scrollTo(0, 0)")
        for each in (player.moves.first, *player.hand.all()):
            expect(each).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("call", ["captures_ahead(hints=True)", "three_plays"])
def test_with_text_of_twice_the_size_nothing_covers_the_own_seat_or_the_cards(visit: Visit, call: str) -> None:
    player = visit.at(call, viewport=PHONE)
    player.page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    edges = "([name, edge]) => Math.round(document.querySelector(name).getBoundingClientRect()[edge])"
    for one, its, other, from_there in (
        (".you", "bottom", ".hand .card", "top"),
        (".table .stock .card", "right", ".layout .card, .bare", "left"),
    ):
        assert player.page.evaluate(edges, [one, its]) <= player.page.evaluate(edges, [other, from_there])


def test_with_text_of_twice_the_size_an_opponent_has_a_row(visit: Visit) -> None:
    page = visit(viewport=PHONE).page
    page.goto("/")
    page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    left = "all => new Set(all.map((each) => each.getBoundingClientRect().left)).size"
    assert page.locator(".strengths button").evaluate_all(left) == 1


CUT = """all => all.filter((each) => {
  const inner = each.getBoundingClientRect(), outer = each.closest(".moves, .running").getBoundingClientRect();
  return inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1 || each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.textContent)"""


@pytest.mark.parametrize("viewport", some([PHONE, {"width": 820, "height": 1180}, {"width": 1366, "height": 650}], 3))
def test_with_text_of_twice_the_size_no_button_tip_name_or_row_of_points_is_cut(
    visit: Visit, viewport: dict[str, int]
) -> None:
    player = visit.at("three_plays", viewport=viewport)
    player.page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    cut = player.page.locator(".moves .quick > :not(.scriptless), .moves .lesson, .running tr > *")
    assert [text for text in cut.evaluate_all(CUT) if viewport["width"] > 1000 or "Points" not in text] == []
    names = [name.bounding_box() for name in player.page.locator(".opp .who b").all()]
    assert len({(round(box["x"] / 50), round(box["y"] / 20)) for box in names if box}) == 3
    assert too_wide(player.page, ".several .who b") == []


def test_with_text_of_twice_the_size_an_opponents_name_is_broken_between_words(visit: Visit) -> None:
    page = visit.at("built_by_another", viewport=PHONE).page
    page.goto("/games/")
    page.evaluate("() => { document.documentElement.style.fontSize = '32px' }")
    name = page.locator(".my-games .heading b")
    expect(name).to_have_text("Computer Magnus")
    assert name.evaluate("name => name.offsetHeight / parseFloat(getComputedStyle(name).lineHeight)") < 2.5


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
SEVERAL = ((390, 844), (740, 360), (820, 1180), (1440, 900))


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
