"""Settings in a real browser: saved on their page, seen and heard at the table."""

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.examples import exhaustive, some

LISTEN = """
window.heard = [];
window.BiquadFilterNode = class extends BiquadFilterNode {
  constructor(audio, options) {
    super(audio, options);
    window.heard.push(options.frequency);
  }
};
"""
KNOCK = "() => window.heard.includes(330)"

RECORD = """
window.AudioContext = class extends OfflineAudioContext {
  constructor() {
    super(1, 48000, 48000);
    window.record = this;
  }
};
"""
"""Sounds are made into a second of numbers instead of being heard."""

HEAR = """async (name) => {
  document.dispatchEvent(new CustomEvent("sound", { detail: { name, after: 0 } }));
  const heard = [...(await window.record.startRendering()).getChannelData(0)].map(Math.abs);
  const peak = Math.max(...heard);
  return [peak, heard.findLastIndex((level) => level > peak / 100) / 48];
}"""
"""Returns the loudest level of a sound, and the milliseconds until it has fallen to a hundredth."""


@pytest.mark.parametrize("scripted", some([True, False], 1))
def test_settings_are_saved_and_show_at_once(visit: Visit, scripted: bool) -> None:
    page = visit(java_script_enabled=scripted, color_scheme="light").page
    page.goto("/rules/")
    page.get_by_role("banner").get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Dark", exact=True).check()
    page.get_by_role("radio", name="Four (one per suit)").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    if scripted:
        assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_sounds_are_heard_after_the_first_tap(visit: Visit) -> None:
    player = visit()
    player.page.add_init_script(LISTEN)
    player.play_the_computer()
    player.wait_until_asked()
    assert player.page.evaluate("window.heard") == []  # before the first tap there is silence
    player.play_something()
    player.page.wait_for_function(KNOCK)


@exhaustive
def test_one_tap_mutes_and_it_stays_so(visit: Visit) -> None:
    player = visit()
    player.page.add_init_script(LISTEN)
    player.play_the_computer()
    button = player.page.get_by_role("button", name="Sounds")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    player.wait_until_asked()
    player.play_something()
    player.wait_until_asked()
    assert player.page.evaluate("window.heard") == []
    player.page.goto("/settings/")
    expect(player.page.get_by_role("checkbox", name="Sounds")).not_to_be_checked()


@exhaustive
def test_sounds_are_soft_and_short(visit: Visit) -> None:
    player = visit.at("two_friends")  # who make no sound meanwhile
    player.page.add_init_script(RECORD)
    for name in ("card", "square", "slide", "knock", "end"):
        player.page.reload()
        player.page.keyboard.press("Shift")
        peak, lasts = player.page.evaluate(HEAR, name)
        assert 0.02 < peak <= 0.126, name  # -18 dB
        assert 10 < lasts < 300, name


def test_the_time_zone_is_taken_from_the_browser(visit: Visit) -> None:
    page = visit(timezone_id="America/Santiago").page
    page.goto("/")
    page.goto("/settings/notifications/")
    expect(page.get_by_text("Your time zone: America/Santiago.")).to_be_visible()
    page.get_by_role("link", name="Change").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Time zone")).to_have_value("America/Santiago")
