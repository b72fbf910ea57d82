"""Learning aids: a hint, a look back, the daily deal, and the same cards with a friend."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import Player
from tests.examples import exhaustive, some

WAYS = pytest.mark.parametrize("scripted", some([True, False], 1))


def give_up(player: Player) -> None:
    player.wait_until_asked()
    player.resign()


@WAYS
def test_a_hint_selects_its_cards_and_its_button_keeps_its_place(visit: Visit, scripted: bool) -> None:
    player = visit(java_script_enabled=scripted)
    page = player.page
    player.play_the_computer()
    player.wait_until_asked()
    ask = page.get_by_role("button", name="Hint", exact=True)
    before = ask.bounding_box()
    hint, advised = page.get_by_role("status", name="Hint"), page.locator("#options .primary")
    for _ in range(2):
        ask.click()
        said = hint.locator("b").inner_text().rstrip(".")
        expect(page.locator(".hand .pick:checked")).not_to_have_count(0)
        expect(page.locator("#options").get_by_role("button", name=said).and_(advised)).to_be_visible()
        expect(page.get_by_text("1 hint")).to_be_visible()
        page.get_by_role("link", name="Clear selection").click()
        expect(advised).to_have_count(0)
        assert ask.bounding_box() == before
    ask.click()
    player.press(advised)
    expect(hint).to_have_count(0)


@WAYS
def test_a_look_back_from_the_table_to_the_replay(visit: Visit, scripted: bool) -> None:
    player = visit(java_script_enabled=scripted)
    page, laid = player.page, visit.lay("given_up")
    player.enter(laid, 2)
    page.get_by_role("button", name="Analyze").click()
    done = page.get_by_text("of your 1 move")
    while not scripted and not done.count():
        page.wait_for_timeout(100)
        player.reload()
    expect(done).to_be_visible()
    expect(page.get_by_role("img", name="Points ahead")).to_be_visible()
    page.get_by_text("All your moves").click()
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="The table before this move").locator(".card:not(.back)")).not_to_have_count(
        0
    )
    page.get_by_role("link", name="Open in the replay").click()
    expect(page).to_have_url(re.compile(r"/replay/\?at=2$"))
    expect(page.get_by_text("You took 9♠ with 9♣.").first).to_be_visible()


@WAYS
def test_the_deal_of_the_day_is_played_once(visit: Visit, scripted: bool) -> None:
    player, other = visit(java_script_enabled=scripted), visit()
    page = player.page
    page.goto("/")
    page.get_by_role("link", name="Daily deal").click()
    page.get_by_role("button", name="Play today’s deal").click()
    player.wait_until_asked()
    table = page.url
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    assert other.page.request.get(table).status == 403
    give_up(player)
    page.goto("/daily/")
    expect(page.get_by_text("Your result: given up.")).to_be_visible()
    expect(page.get_by_role("button", name="Play today’s deal")).to_have_count(0)


@exhaustive
def test_two_friends_with_the_same_cards(visit: Visit) -> None:
    anna, ben = visit(), visit()
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Play the same cards as a friend").click()
    anna.page.get_by_role("button", name="Create link").click()
    link = anna.page.get_by_label("Link for your friend").input_value()
    hands = []
    for player in (anna, ben):
        player.page.goto(link)
        player.page.get_by_role("button", name="Play these cards").click()
        player.wait_until_asked()
        hands.append(sorted(player.hand.all_inner_texts()))
    assert hands[0] == hands[1]
    give_up(anna)
    ben.page.goto(link)
    expect(ben.page.get_by_text("has finished")).to_be_visible()
    ben.page.get_by_role("link", name="Continue").click()
    give_up(ben)
    for player in (anna, ben):
        player.page.goto(link)
        expect(player.page.get_by_text("It’s a tie.")).to_be_visible()
        expect(player.page.get_by_role("link", name="Replay")).to_have_count(2)
