"""A player disputes a move; the game stops when both want it, and resumes when the dispute is withdrawn."""

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import SOON

STANDS_STILL = "The game is paused until a director rules"

DIRECTOR = """
from accounts.models import Person
from tests.rulings.cases import director
Person.objects.filter(username="rita").exists() or director("Rita")
"""


@pytest.fixture(autouse=True)
def there_is_a_director(visit: Visit) -> None:
    visit.site.run(DIRECTOR)


def test_a_disputed_move_stops_the_game_for_both(visit: Visit) -> None:
    mover, other = visit.both()
    table = other.page.url
    mover.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible()
    other.open_menu()
    other.page.get_by_role("link", name="Dispute a move").click()
    other.page.get_by_label("Why was it wrong?").fill("A nine was left behind.")
    other.page.get_by_label("Pause the game until it is decided").check()
    other.page.get_by_role("button", name="Send to a director").click()
    expect(other.page.get_by_role("heading", name="Dispute 1")).to_contain_text("awaiting a director")
    mover.page.get_by_role("button", name="Yes, pause the game").click()
    other.page.goto(table)
    for player in (mover, other):
        expect(player.page.get_by_role("region", name="A disputed move")).to_contain_text(STANDS_STILL)
        expect(player.page.locator("#table.mine")).to_have_count(0)
    expect(mover.news).to_contain_text("disputed a move")
    other.page.get_by_role("link", name="Disputes in this game").click()
    other.page.get_by_role("button", name="Withdraw").click()
    expect(other.page.get_by_role("heading", name="Dispute 1")).to_contain_text("withdrawn")
    expect(mover.page.get_by_role("region", name="A disputed move")).to_have_count(0)
    other.page.goto(table)
    expect(other.page.locator("#table.mine")).to_be_visible()
    other.play_something()


def test_an_open_page_of_disputes_shows_a_new_one_and_keeps_what_is_being_written(visit: Visit) -> None:
    mover, other = visit.both()
    mover.play_something()
    for player in (mover, other):
        player.page.goto(player.page.url.split("?")[0] + "disputes/")
    writing = other.page.get_by_label("Why was it wrong?")
    writing.fill("A nine was")
    mover.page.get_by_label("Why was it wrong?").fill("I meant another.")
    mover.page.get_by_role("button", name="Send to a director").click()
    expect(other.page.get_by_role("heading", name="Dispute 1")).to_be_visible(timeout=SOON)
    expect(writing).to_have_value("A nine was")


def test_without_javascript_a_move_is_picked_in_the_replay(visit: Visit) -> None:
    mover, other = visit.both(java_script_enabled=False)
    mover.play_something()
    mover.page.goto(mover.page.url.split("?")[0] + "replay/?at=2")
    mover.page.get_by_role("link", name="Dispute this move").click()
    chosen = mover.page.get_by_label("The move").input_value()
    assert chosen in mover.page.url
    mover.page.get_by_label("Why was it wrong?").fill("I meant another.")
    mover.page.get_by_role("button", name="Send to a director").click()
    expect(mover.page.get_by_text("I meant another.")).to_be_visible()
    page = other.second_window().page  # the first one loads itself anew while it waits
    page.goto(mover.page.url)
    expect(page.get_by_role("heading", name="Dispute 1")).to_be_visible()
    expect(page.get_by_text("I meant another.")).to_have_count(0)
