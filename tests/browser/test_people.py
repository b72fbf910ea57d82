"""Accounts in a browser: a guest signs up in the middle of a game or comes back elsewhere; a passkey logs in."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.entering import Visit
from tests.examples import exhaustive

SECRET = "seven of diamonds"
KEY_IN_THE_DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Sign up").click()
    expect(page).not_to_have_url(re.compile("/signup/"))


def show_that_it_is_me(page: Page) -> None:
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("button", name="Continue").click()


def corner(page: Page, name: str) -> Locator:
    return page.get_by_role("banner").get_by_role("link", name=name, exact=True)


def test_who_signs_up_in_the_middle_of_a_game_plays_on(visit: Visit) -> None:
    player = visit()
    page = player.page
    player.play_the_computer()
    expect(player.hand.first).to_be_visible()
    table = page.url
    player.open_menu()
    page.get_by_role("navigation", name="The site").locator("a").last.click()
    page.get_by_role("link", name="Sign up and keep your games").click()
    sign_up(page, "anna")
    expect(page).to_have_url(table)
    expect(player.hand.first).to_be_visible()
    expect(page.get_by_label("Your private link")).to_have_count(0)


def test_a_guest_goes_on_in_another_browser_by_the_link(visit: Visit) -> None:
    player, elsewhere = visit(), visit()
    player.play_the_computer()
    link = player.page.locator("#way-back").input_value()
    elsewhere.page.goto(link)
    elsewhere.page.get_by_role("button", name="Continue as").click()
    expect(elsewhere.hand.first).to_be_visible()
    assert elsewhere.page.url == player.page.url


@exhaustive
def test_a_passkey_opens_the_door_without_a_password(visit: Visit) -> None:
    page = visit().page
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": KEY_IN_THE_DEVICE})
    home = visit.site.url.replace("127.0.0.1", "localhost")  # browsers keep passkeys for names only
    page.goto(f"{home}/account/signup/")
    sign_up(page, "berta")
    expect(corner(page, "berta")).to_be_visible()
    page.goto(f"{home}/account/passkeys/")
    page.get_by_role("link", name="Add a passkey").click()
    show_that_it_is_me(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Passkey 1", exact=True)).to_be_visible()
    page.goto(f"{home}/account/logout/")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("banner").get_by_role("link", name="Log in").click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(corner(page, "berta")).to_be_visible()
    page.goto(f"{home}/account/passkeys/")
    page.get_by_role("link", name="Remove").click()
    show_that_it_is_me(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Passkey 1", exact=True)).to_have_count(0)
