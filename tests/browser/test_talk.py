"""People at one table: a move taken back by consent, chat messages, a spectator, someone who has gone."""

import pytest
from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import Player, wait_until
from tests.browser.scenes import SIZES
from tests.examples import exhaustive, some


def test_a_move_is_taken_back_when_the_other_agrees(visit: Visit) -> None:
    mover, other = visit.both()
    mover.play_something()
    mover.page.get_by_role("button", name="Ask for a takeback").click()
    expect(mover.page.get_by_label("An offer").get_by_text("You asked to take back your ")).to_be_visible()
    other.page.get_by_role("button", name="Agree").click()
    for player in (mover, other):
        expect(player.news).to_contain_text("The move was taken back.")
    expect(mover.page.locator("#table.mine")).to_be_visible()


@exhaustive
def test_of_three_all_have_to_agree_and_one_is_enough_to_decline(visit: Visit) -> None:
    laid = visit.lay("played_live(3)")
    asking, other, third = [visit().enter(laid, seat) for seat in (1, 2, 3)]
    offer_draw(asking)
    other.page.get_by_role("button", name="Agree").click()
    expect(other.page.get_by_role("button", name="Agree")).to_have_count(0)
    expect(asking.page.get_by_text("Waiting for: Carla")).to_be_visible()
    third.page.get_by_role("button", name="Decline").click()
    expect(asking.news).to_contain_text("Carla declined the draw.")
    expect(other.page.get_by_text("a draw?")).to_have_count(0)
    offer_draw(asking)
    third.page.get_by_role("button", name="Agree").click()
    expect(other.page.get_by_text("Waiting for: You", exact=True)).to_be_visible()
    other.page.get_by_role("button", name="Agree").click()
    for player in (asking, other, third):
        expect(player.page.get_by_role("heading", name="Drawn game")).to_be_visible()


def offer_draw(player: Player) -> None:
    button = player.page.get_by_role("button", name="Offer a draw")
    if not button.is_visible():
        player.page.get_by_text("Draw or abort", exact=True).click()
    button.click()


PHONE = {"width": 390, "height": 844}


def test_what_is_said_arrives_and_counts_as_unread_until_it_is_looked_at(visit: Visit) -> None:
    speaker, other = visit.both(viewport=PHONE)
    watcher = visit(viewport=PHONE)
    watcher.page.goto(speaker.page.url)
    expect(speaker.page.get_by_role("region", name="Players and spectators")).to_contain_text("1 watching")
    assert watcher.page.get_by_role("group", name="Your hand").count() == 0
    open_chat(speaker)
    speaker.page.get_by_role("button", name="Well played.").click()
    for player in (other, watcher):
        expect(player.page.locator("#unread")).to_have_text("1")
    open_chat(other)
    expect(other.page.locator("#lines")).to_contain_text("Well played.")
    expect(other.page.locator("#unread")).to_be_hidden()
    open_chat(watcher)
    assert watcher.page.get_by_role("button", name="Send").count() == 0


def open_chat(player: Player) -> None:
    player.page.get_by_role("button", name="Chat").click()


@exhaustive
def test_a_message_is_in_view_for_some_seconds_and_takes_no_tap(visit: Visit) -> None:
    speaker, other = visit.both(viewport=PHONE)
    open_chat(speaker)
    for words in ("Hello!", "Well played."):
        speaker.page.get_by_role("button", name=words).click()
        told = other.page.locator(".heard p", has_text=words)
        expect(told).to_be_visible()
        assert told.evaluate("each => getComputedStyle(each).pointerEvents") == "none"
    expect(other.page.locator(".heard p").first).to_have_css("opacity", "1")
    expect(other.page.locator(".heard p").first).to_be_hidden()
    assert speaker.page.locator(".heard p").count() == 0  # one's own words are no news


@pytest.mark.parametrize(("width", "height"), some([(390, 844), (360, 640), (820, 1180)], 1))
def test_a_message_of_usual_length_is_whole_and_covers_no_card(visit: Visit, width: int, height: int) -> None:
    speaker, other = visit.both("crowded", viewport={"width": width, "height": height})
    open_chat(speaker)
    for words in ("Well played!", "I didn’t see that one coming, very well played! One more after this?"):
        speaker.page.get_by_label("Your message").fill(words)
        speaker.page.keyboard.press("Enter")
        told = other.page.locator(".heard p", has_text=words)
        expect(told).to_be_in_viewport(ratio=1)
    assert told.locator("span").last.evaluate("each => each.scrollHeight <= each.clientHeight")
    message = told.bounding_box()
    assert message
    cards = [card.bounding_box() for card in other.page.locator("#table .card:visible").all()]
    assert len(cards) > 20
    assert [card for card in cards if card and card["y"] < message["y"] + message["height"]] == []
    expect(other.page.locator("#unread")).to_have_text("2")


def test_on_a_phone_on_its_side_a_message_lies_beside_the_cards(visit: Visit) -> None:
    speaker, other = visit.both(viewport={"width": 740, "height": 360})
    open_chat(speaker)
    speaker.page.get_by_role("button", name="Well played.").click()
    told = other.page.locator(".heard p")
    expect(told).to_be_visible()
    message, cards = told.bounding_box(), other.page.locator(".board").bounding_box()
    assert message
    assert cards
    assert message["x"] >= cards["x"] + cards["width"]
    expect(told).to_be_in_viewport(ratio=1)


def test_on_a_wide_screen_the_chat_is_beside_the_table(visit: Visit) -> None:
    speaker, other = visit.both(viewport={"width": 1280, "height": 720})
    for player in (speaker, other):
        expect(player.page.get_by_role("button", name="Chat")).to_be_hidden()
    field = speaker.page.get_by_label("Your message")
    for number in range(12):
        field.fill(f"Look at {number}")
        field.press("Enter")
        expect(field).to_have_value("")
    expect(other.page.locator("#lines").get_by_text("Look at 11")).to_be_in_viewport()
    for line in (-2, -1):
        expect(other.page.locator("#lines li").nth(line)).to_be_in_viewport(ratio=0.95)
    box = other.page.get_by_role("button", name="Send").bounding_box()
    assert box
    assert box["x"] + box["width"] <= 1280
    assert box["y"] + box["height"] <= 720
    writing = other.page.get_by_label("Your message")
    writing.press_sequentially("Well")
    speaker.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible()
    expect(writing).to_be_focused()


def test_on_a_phone_an_end_of_the_game_is_seen_above_the_moves(visit: Visit) -> None:
    page = visit.at("two_friends", viewport=PHONE).page
    page.get_by_role("button", name="Score and moves").click()
    last = page.get_by_text("Resign", exact=True).bounding_box()
    moves = page.get_by_role("heading", name="Moves").bounding_box()
    assert last
    assert moves
    assert last["y"] + last["height"] <= moves["y"]


@pytest.mark.parametrize(("width", "height"), some([(1366, 650), (1200, 500), (1280, 720), (1440, 900)], 1))
def test_an_end_of_the_game_can_be_offered_beside_the_chat(visit: Visit, width: int, height: int) -> None:
    page = visit.at("two_friends", viewport={"width": width, "height": height}).page
    phrases = page.locator(".phrases")
    goes_on = phrases.evaluate("row => row.scrollWidth > row.clientWidth")
    assert goes_on == (height < 800)
    assert phrases.evaluate("row => getComputedStyle(row).getPropertyValue('--fade')") == ("20px" if goes_on else "0px")
    for seen in (
        phrases.get_by_role("button").nth(2 if goes_on else 8),
        page.get_by_text("Draw or abort"),
        page.get_by_text("Resign", exact=True),
        page.get_by_label("Your message"),
    ):
        expect(seen).to_be_in_viewport(ratio=1)
    page.get_by_text("Draw or abort").click()
    expect(page.get_by_role("button", name="Offer a draw")).to_be_in_viewport(ratio=1)
    page.locator(".calls [open]").get_by_text("Cancel").click()
    page.get_by_text("Resign", exact=True).click()
    expect(page.get_by_role("button", name="Yes, resign")).to_be_in_viewport(ratio=1)
    page.locator(".calls [open]").get_by_text("Cancel").click()
    expect(page.get_by_role("button", name="Yes, resign")).to_be_hidden()


def test_a_question_stays_open_when_another_has_moved(visit: Visit) -> None:
    mover, other = visit.both(viewport={"width": 390, "height": 844})
    other.page.get_by_role("button", name="Score and moves").click()
    other.page.get_by_text("Resign", exact=True).click()
    mover.play_something()
    other.page.locator(f'#table[data-seq="{mover.seq}"]').wait_for()
    expect(other.page.get_by_role("button", name="Yes, resign")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), some([(1366, 650), (1280, 720)], 1))
def test_what_is_said_leaves_the_points_whole(visit: Visit, width: int, height: int) -> None:
    page = visit.at("two_friends", viewport={"width": width, "height": height}).page
    field = page.get_by_label("Your message")
    for words in ("Good luck", "And to you"):
        field.fill(words)
        field.press("Enter")
        expect(page.locator("#lines")).to_contain_text(words)
    running = page.locator(".running")
    assert running.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    for row in running.locator("tr").all():
        expect(row).to_be_in_viewport(ratio=1)
    expect(running.get_by_text("Details")).to_be_in_viewport(ratio=1)
    first, second = (face.bounding_box() for face in page.locator("#lines .portrait").all())
    assert first
    assert second
    assert second["y"] - first["y"] - first["height"] >= 4


def test_details_of_the_points_are_whole_above_a_chat_in_which_nothing_is_said(visit: Visit) -> None:
    page = visit.at("three_plays", viewport={"width": 1366, "height": 650}).page
    expect(page.locator(".running").get_by_text("Details")).to_be_in_viewport(ratio=1)


def test_the_computer_is_not_talked_to(visit: Visit) -> None:
    player = visit()
    player.play_the_computer()
    expect(player.hand.first).to_be_visible()
    expect(player.page.get_by_role("button", name="Chat")).to_have_count(0)  # once the style sheets are there
    expect(player.page.locator("#talk")).to_be_hidden()


@exhaustive
@pytest.mark.parametrize("width", [390, 1280])
def test_whoever_takes_over_from_the_computer_is_talked_to(visit: Visit, width: int) -> None:
    player, other = visit(viewport={"width": width, "height": 720}), visit()
    player.play_the_computer()
    expect(player.hand.first).to_be_visible()
    other.page.goto(player.page.url)
    other.page.get_by_role("button", name="Ask to play for").click()
    player.page.get_by_role("button", name="Agree").click()
    if width < 1200:
        player.page.get_by_role("button", name="Chat").click()
    expect(player.page.get_by_label("Your message")).to_be_visible()


@exhaustive
def test_a_message_is_reported_while_a_browser_extension_styles_the_field(visit: Visit) -> None:
    speaker, other = visit.both()
    speaker.page.get_by_label("Your message").fill("You can’t play!")
    speaker.page.get_by_role("button", name="Send").click()
    other.page.locator("#lines summary").click()
    other.page.locator("#say").evaluate("field => field.style.color = 'red'")
    other.page.get_by_role("button", name="Report this message").click()
    expect(other.page.locator("#chat").get_by_role("alert")).to_contain_text("A moderator will look at it.")


@exhaustive
def test_who_looks_on_follows_the_game_and_sees_the_hands_when_it_is_over(visit: Visit) -> None:
    mover, other = visit.both()
    watcher = visit()
    page = watcher.page
    page.goto(mover.page.url)
    held = other.page.locator(".hand .sr").all_inner_texts()
    assert len(held) == 4
    assert not any(name in page.content() for name in held)
    mover.play_something()
    expect(page.locator(f'#table[data-seq="{mover.seq}"]')).to_be_visible()
    assert not any(name in page.content() for name in held)
    assert page.locator("#choose button").count() == 0
    other.resign()
    expect(page.locator("#table.over")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    for name in held:
        expect(page.locator("#table")).to_contain_text(name)


def test_one_sees_that_the_other_has_gone(visit: Visit) -> None:
    mover, other = visit.both()
    company = mover.page.get_by_role("region", name="Players and spectators")
    expect(company).to_contain_text(": online")
    other.page.context.close()
    expect(company).to_contain_text(": offline")


@pytest.mark.parametrize(("width", "height"), some(SIZES, 2))
def test_who_waits_for_someone_away_reads_how_they_are_told_and_shares_the_link(
    visit: Visit, width: int, height: int
) -> None:
    player = visit.at("over_days", 1, viewport={"width": width, "height": height})
    page = player.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.choose(player.hand.filter(has_text="nine of spades"))
    player.press(page.get_by_role("button", name="Trail 9♠"))
    told = page.locator(".moves .told")
    expect(told).to_contain_text("isn’t here. We can’t notify them. Send them the link")
    share = told.get_by_role("button", name="Send them the link")
    expect(share).to_be_in_viewport(ratio=1)

    def is_confirmed() -> bool:
        """Press it, once more if the list of players has just come anew."""
        if share.count():
            share.click()
        return told.get_by_role("button", name="Copied").count() > 0

    wait_until(page, is_confirmed)
    assert page.evaluate("navigator.clipboard.readText()") == page.url.partition("?")[0]
