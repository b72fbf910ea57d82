"""The end of a round in a real browser: shown to both players, until they go on or ten seconds have passed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.examples import exhaustive, some

SIZES = [(360, 640), (390, 844), (740, 360), (820, 1180), (1366, 650), (1440, 900)]
ENDS = ["round_over", "round_over('casino', 4, True)", "round_over('tuxedo', 6)", "over"]
PAGE_SIZE = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
FELT_OVERFLOW = "() => [document.querySelector('.ending')].map((felt) => felt.scrollHeight - felt.clientHeight)[0]"


def test_both_see_the_end_and_each_goes_on_alone(visit: Visit) -> None:
    mover, other = visit.both("last_card_of_round")
    mover.play_something()
    for player in (mover, other):
        expect(player.round_end).to_be_visible()
        expect(player.round_end).to_contain_text(re.compile(r"round 1"))
        expect(player.hand).to_have_count(0)
    mover.next_round.click()
    expect(mover.round_end).to_have_count(0)
    expect(mover.page.locator(".hand .spot")).to_have_count(4)
    expect(other.round_end).to_be_visible()


@exhaustive
def test_after_some_seconds_the_page_goes_on_by_itself(visit: Visit) -> None:
    mover, other = visit.both("last_card_of_round", patient=False)
    mover.play_something()
    expect(other.round_end).to_be_visible()
    for player in (mover, other):
        expect(player.page.locator(".hand .spot")).to_have_count(4)
        expect(player.round_end).to_have_count(0)


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
    laid = visit.lay("round_over")
    still, moving = visit().enter(laid), visit(reduced_motion="no-preference").slowed(0.01).enter(laid)
    running = "() => document.querySelector('.ending').getAnimations({ subtree: true }).length"
    assert still.page.evaluate(running) == 0
    assert moving.page.evaluate(running) > 0
    shown = still.page.locator(".reel").first
    last = shown.locator("i").last
    box, number = shown.bounding_box(), last.bounding_box()
    assert box
    assert number
    assert abs(box["y"] - number["y"]) < 2


@pytest.mark.parametrize("call", some(ENDS, 1))
def test_it_fits_the_window_at_every_size(visit: Visit, call: str) -> None:
    player = visit.at(call, 1, fonts=True)
    for width, height in SIZES:
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(PAGE_SIZE) == [width, height]
        for part in (".slip h1", ".next .best"):
            box = player.page.locator(part).bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
        assert player.page.evaluate(FELT_OVERFLOW) <= 0, (width, height)
