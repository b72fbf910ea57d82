"""Settings in a real browser: saved on their page, seen and heard at the table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.player import Player

LISTEN = """
window.OscillatorNode = class extends OscillatorNode {
  constructor(audio, options) {
    super(audio, options);
    document.documentElement.dataset.heard += ` ${options.frequency}`;
  }
};
"""
MY_TURN = re.compile(r"\b523\b")


@pytest.mark.parametrize("scripted", [True, False])
def test_settings_are_saved_and_show_at_once(visit: Callable[..., Player], scripted: bool) -> None:
    page = visit(java_script_enabled=scripted, color_scheme="light").page
    page.goto("/rules/")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="dark", exact=True).check()
    page.get_by_role("radio", name="four: each suit its own").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    if scripted:
        assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_sounds_are_heard_by_who_has_switched_them_on(visit: Callable[..., Player]) -> None:
    player = visit()
    player.page.add_init_script(LISTEN)
    player.page.goto("/settings/")
    player.page.get_by_role("checkbox", name="Soft sounds").check()
    player.page.get_by_role("button", name="Save").click()
    expect(player.page.get_by_text("Saved.")).to_be_visible()
    player.play_the_computer()
    player.wait_until_asked()
    player.play_something()
    expect(player.page.locator("html")).to_have_attribute("data-heard", MY_TURN)


def test_nothing_is_loaded_for_sounds_that_are_off(visit: Callable[..., Player]) -> None:
    player = visit()
    player.play_the_computer()
    expect(player.page.locator("script[src*=table]")).to_have_count(1)
    expect(player.page.locator("script[src*=sounds]")).to_have_count(0)
