"""The end of a round, and of a game, in a real browser: counted before the result, until the players go on."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.examples import exhaustive, some

SIZES = [(360, 640), (375, 667), (390, 844), (740, 360), (820, 1180), (1366, 650), (1440, 900)]
COVERED = """() => {
  const foot = document.querySelector(".counts tfoot").getBoundingClientRect().top;
  const rows = [...document.querySelectorAll(".counts tbody tr")];
  return rows.filter((row) => row.getBoundingClientRect().bottom > foot + 1).length;
}"""
ENDS = [
    *("over_with_a_computer", "round_over", "round_over('casino', 4, True)", "round_over('tuxedo', 6)", "over"),
    *("over_with_a_computer(won=True)", "over_with_a_computer(4)"),
]
PAGE_SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
FELT_OVERFLOW = "() => [document.querySelector('.ending')].map((felt) => felt.scrollHeight - felt.clientHeight)[0]"
FOUR_ACES = """() => {
  const aces = ["♣", "♠", "♥", "♦"].map((suit) => `<span>A${suit}</span>`).join("");
  const [ours, theirs] = document.querySelectorAll(".counts tbody tr:last-child .cell");
  ours.innerHTML = `${aces}<span class="pt">+4</span>`;
  theirs.replaceChildren(); // the four can't be there too
  for (const name of document.querySelectorAll(".side h2 > span:last-child")) name.textContent = "You and Poppy";
}"""


LIVE = "last_card_of_round('live')"
RUNNING = "() => document.querySelector('.ending').getAnimations({ subtree: true }).length"
DELAY = "(part) => document.querySelector(part).getAnimations()[0].effect.getTiming().delay"


def test_both_see_the_end_and_each_goes_on_alone(visit: Visit) -> None:
    mover, other = visit.both("last_card_of_round")
    mover.play_something()
    for player in (mover, other):
        expect(player.round_end).to_be_visible()
        expect(player.round_end).to_contain_text(re.compile(r"[Rr]ound 1"))
        expect(player.hand).to_have_count(0)
    mover.next_round.click()
    expect(mover.round_end).to_have_count(0)
    expect(mover.page.locator(".hand .spot")).to_have_count(4)
    expect(other.round_end).to_be_visible()


def test_in_a_live_game_the_round_starts_for_all_when_the_last_one_is_ready(visit: Visit) -> None:
    mover, other = visit.both(LIVE)
    mover.play_something()
    expect(mover.page.get_by_role("timer").first).to_have_text(re.compile(r"^0:(12|11|10|0\d)$"))
    mover.page.get_by_role("button", name="I’m ready").click()
    expect(mover.page.get_by_text("Still looking at the count:", exact=False)).to_be_visible()
    other.page.get_by_role("button", name="I’m ready").click()
    for player in (mover, other):
        expect(player.page.locator(".hand .spot")).to_have_count(4, timeout=6000)  # before the pause is over


@exhaustive
def test_after_some_seconds_the_page_goes_on_by_itself(visit: Visit) -> None:
    mover, other = visit.both(LIVE)
    mover.play_something()
    expect(other.round_end).to_be_visible()
    for player in (mover, other):
        expect(player.page.locator(".hand .spot")).to_have_count(4)
        expect(player.round_end).to_have_count(0)


@pytest.mark.parametrize("how", some(["felt", "Enter"]))
def test_a_tap_on_the_felt_or_enter_goes_on_and_one_on_the_slip_does_not(visit: Visit, how: str) -> None:
    player = visit.at("round_over", 1)
    player.page.locator(".slip").click()
    if how == "Enter":
        player.page.locator("#status").focus()
        player.page.keyboard.press("Enter")
    else:
        player.round_end.click(position={"x": 30, "y": 30})
    expect(player.page.locator(".hand .spot")).to_have_count(4)


def test_the_result_comes_after_the_count_which_a_tap_ends_and_is_not_shown_twice(visit: Visit) -> None:
    laid = visit.lay("over")
    player = visit(reduced_motion="no-preference").slowed(0.01).enter(laid, 1)
    first, sums, result = (player.page.evaluate(DELAY, part) for part in (".slip .pt", ".counts tfoot", ".hero"))
    assert first < sums < result
    player.page.locator(".slip").click()
    assert player.page.evaluate(RUNNING) == 0
    expect(player.page.locator(".hero")).to_have_css("opacity", "1")
    other = visit().enter(laid, 2)
    other.page.get_by_role("button", name="Rematch").click()
    expect(player.page.get_by_text("Join the rematch")).to_be_visible()
    assert player.page.evaluate(RUNNING) == 0
    player.page.reload()
    assert player.page.evaluate(RUNNING) == 0


@exhaustive
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_the_chat_on_a_phone_leaves_the_whole_count_in_view(visit: Visit, width: int, height: int) -> None:
    page = visit.at("over", viewport={"width": width, "height": height}).page
    page.get_by_role("button", name="Chat").click()
    expect(page.locator("#talk")).to_be_visible()
    seen = "all => all.map((row) => row.getBoundingClientRect().bottom)"
    talk = page.locator("#talk").bounding_box()
    assert talk
    *rows, this_round, _ = page.locator(".counts tr").evaluate_all(seen)
    assert max(rows) < this_round < talk["y"]
    expect(page.locator("#table")).to_have_class("table over")  # a tap once took this class away


@exhaustive
def test_who_comes_back_later_sees_it_first_and_then_what_was_played(visit: Visit) -> None:
    mover, other = visit.both("last_card_of_round")
    other.page.close()
    mover.play_something()
    mover.next_round.click()
    expect(mover.page.locator(".hand .spot")).to_have_count(4)
    back = other.second_window()
    back.page.goto(mover.page.url)
    expect(back.round_end).to_be_visible()
    back.next_round.click()
    expect(back.page.locator(".hand .spot")).to_have_count(4)


@exhaustive
def test_without_javascript_it_is_a_page_with_a_button(visit: Visit) -> None:
    player = visit.at("round_over", java_script_enabled=False)
    expect(player.round_end).to_be_visible()
    assert player.page.locator("meta[http-equiv=refresh]").count() == 0
    player.next_round.click()
    expect(player.round_end).to_have_count(0)
    expect(player.page.locator(".hand .spot")).to_have_count(4)


@exhaustive
def test_with_reduced_motion_nothing_moves_and_the_points_are_there(visit: Visit) -> None:
    still, moving = visit(), visit(reduced_motion="no-preference").slowed(0.01)
    for player in (still, moving):
        player.enter(visit.lay("round_over"))
    assert still.page.evaluate(RUNNING) == 0
    assert moving.page.evaluate(RUNNING) > 0
    shown = still.page.locator(".reel").first
    last = shown.locator("i").last
    box, number = shown.bounding_box(), last.bounding_box()
    assert box
    assert number
    assert abs(box["y"] - number["y"]) < 2


@pytest.mark.parametrize("call", some(ENDS[:3], 1))
def test_a_tie_is_explained_at_every_size(visit: Visit, call: str) -> None:
    page = visit.at(call, 1).page
    page.locator(".slip").evaluate(
        "(slip, text) => slip.insertAdjacentHTML('beforeend', `<p class='remark'>${text}</p>`)",
        "Tied in cards, 26 to 26: no one scores the 3 points.",
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part in (page.locator(".slip .remark").last, page.locator(".counts tfoot tr").first):
            expect(part).to_be_in_viewport(ratio=0.99)


def test_four_aces_and_the_names_of_partners_leave_the_points_in_view(visit: Visit) -> None:
    page = visit.at("round_over('casino', 4, True)", 1).page
    page.evaluate(FOUR_ACES)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".counts tfoot tr")).to_be_in_viewport(ratio=0.99)
        assert page.evaluate(COVERED) == 0, (width, height)


@exhaustive
def test_on_a_phone_all_six_rows_of_a_long_end_can_be_read_and_every_column_has_a_name(visit: Visit) -> None:
    phone = {"width": 390, "height": 844}
    long = visit.at("over_with_a_computer(4, True, 'casino-sweeps')", 1, viewport=phone, locale="es").page
    assert long.locator(".counts tbody tr").count() == 6
    assert long.evaluate(COVERED) == 0
    names = visit.at("over_among_four", 1, viewport=phone).page.locator(".counts th[scope=col] > span")
    assert min(names.evaluate_all("all => all.map((name) => name.clientWidth)")) > 30


@pytest.mark.parametrize("call", ["over_with_a_computer", "over_with_a_computer(won=True)"])
def test_the_longest_story_and_last_words_of_a_game_fit_a_phone(visit: Visit, call: str) -> None:
    page = visit.at(call, 1, viewport={"width": 360, "height": 640}).page
    story = "You and Pip reached the target of 21. The most points win. A comeback from 11 points behind."
    page.locator(".story").evaluate("(story, text) => story.textContent = text", f"{story} Decided by both casinos.")
    words = "You took A♣ 2♦ 3♠ 4♣ with 10♦. Magnus took the cards left on the table."
    page.locator(".took").evaluate("(took, text) => took.textContent = text", words)
    assert page.evaluate(FELT_OVERFLOW) <= 0
    assert page.evaluate(COVERED) == 0


@pytest.mark.parametrize("call", some(ENDS, 1))
def test_it_fits_the_window_at_every_size(visit: Visit, call: str) -> None:
    player = visit.at(call, 1)
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(PAGE_SIZE) == [width, height]
        for part in ("#status", ".next .best"):
            box = player.page.locator(part).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        assert player.page.evaluate(FELT_OVERFLOW) <= 0, (width, height)
        if call.startswith("over"):
            assert player.page.evaluate(COVERED) == 0, (width, height)
