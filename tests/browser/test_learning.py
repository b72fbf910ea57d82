"""Without an account: the tutorial from first to last; a finished game replayed, and played differently."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.entering import Visit
from tests.browser.player import Player, hold, wait_until
from tests.examples import exhaustive, some


def play(player: Player, move: str, *cards: str) -> None:
    """Select these cards, then press the button that says so."""
    choose(player, *cards)
    player.page.get_by_role("button", name=move).click()


def choose(player: Player, *cards: str) -> None:
    for card in cards:
        player.page.locator("#choose label").filter(has_text=card).click()
    if not player.scripted:
        player.page.get_by_role("button", name="Show possible moves").click()


def next_step(player: Player, title: str) -> None:
    player.page.get_by_role("link", name=f"Next: {title}").click()
    expect(player.page.get_by_role("heading", level=1)).to_contain_text(title)


@exhaustive
@pytest.mark.parametrize("scripted", [True, False])
def test_the_tutorial(visit: Visit, scripted: bool) -> None:
    player = visit(java_script_enabled=scripted)
    page = player.page
    page.goto("/")
    page.get_by_role("link", name="Learn to play").click()
    play(player, "Take 8♥ with 8♣", "eight of clubs", "eight of hearts")
    next_step(player, "Take cards that add up")
    play(player, "Take 4♠ 5♥ 9♦ with 9♣", "nine of clubs", "five of hearts", "four of spades", "nine of diamonds")
    next_step(player, "Sweep the table")
    play(player, "Take 2♠ 5♥ 7♦ with 7♣", "seven of clubs", "two of spades", "five of hearts", "seven of diamonds")
    next_step(player, "Build")
    play(player, "Build 9 with 4♣ and 5♥", "four of clubs", "five of hearts")
    play(player, "Take the build of 9 with 9♠", "nine of spades", "Build of 9")
    next_step(player, "Take cards that score")
    expect(page.get_by_text("Step 5 of 6")).to_be_visible()
    play(player, "Take A♣ 9♥ 10♦ with 10♠", "ten of spades", "ten of diamonds", "nine of hearts", "ace of clubs")
    play(player, "Take 2♠ 2♥ with 4♦", "four of diamonds", "two of spades", "two of hearts")
    next_step(player, "Keep what is yours")
    play(player, "Raise the 6 to 9 with 3♦", "three of diamonds", "Build of 6")
    choose(player, "two of spades")
    expect(page.get_by_text("You own a build of 9, so you can’t trail 2♠.")).to_be_visible()
    page.get_by_role("link", name="Clear selection").click()
    play(player, "Take the build of 9 with 9♣", "nine of clubs", "Build of 9")
    play(player, "Trail K♣", "king of clubs")
    next_step(player, "Puzzle")
    solve_the_puzzle(player)
    page.get_by_role("button", name="Good for a first game").click()
    expect(page.locator("#table.playing, #table.over")).to_be_visible()


def solve_the_puzzle(player: Player) -> None:
    """Try a move that is not the best, then play the best one."""
    page = player.page
    play(player, "Take A♠ 9♥ with 10♦", "ten of diamonds", "nine of hearts", "ace of spades")
    expect(page.get_by_role("alert")).to_contain_text("It takes the big casino and an ace.")
    built = ("six of spades", "ace of spades", "nine of hearts")
    play(player, "Build tens with 4♣", "four of clubs", *built)
    expect(page.get_by_text("Only your 10♦ can take them.")).to_be_visible()
    play(player, "Take the build of tens with 10♦", "ten of diamonds", "Build of")
    expect(page.get_by_role("heading", name="You know how to play Casino!")).to_be_visible()


def test_the_first_step_and_the_first_build_mark_the_cards_they_speak_of(visit: Visit) -> None:
    page = visit().page
    marked = "all => all.filter((each) => getComputedStyle(each).outlineStyle === 'dashed').length"
    for step, cards in ((1, 2), (2, 0), (4, 2)):
        page.goto(f"/learn/{step}/")
        assert page.locator("#choose .card").evaluate_all(marked) == cards


def test_on_a_small_phone_the_buttons_are_in_view_at_once(visit: Visit) -> None:
    player = visit(viewport={"width": 360, "height": 640})
    page = player.page
    page.goto("/learn/1/")
    choose(player, "eight of clubs", "eight of hearts")
    expect(page.get_by_role("button", name="Take 8♥ with 8♣")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Take 8♥ with 8♣").click()
    expect(page.get_by_role("link", name="Next: Take cards that add up")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(("width", "height"), some([(360, 640), (390, 844), (740, 360), (1366, 650)], 2))
def test_the_moves_of_a_step_are_a_line_each_and_none_stands_out(visit: Visit, width: int, height: int) -> None:
    player = visit(viewport={"width": width, "height": height})
    page = player.page
    for step, card in ((2, "nine of clubs"), (3, "seven of clubs"), (5, "ten of spades"), (7, "four of clubs")):
        page.goto(f"/learn/{step}/")
        choose(player, card)
        expect(page.get_by_role("button", name="Trail")).to_be_in_viewport(ratio=1)
        words = page.locator("#options button > span")
        assert words.count() >= 3
        assert max(words.evaluate_all("all => all.map((each) => each.offsetHeight)")) < 24
        expect(page.locator("#options .primary")).to_have_count(0)
        for button in page.locator("#options button").all():
            expect(button).to_be_in_viewport(ratio=1)
    expect(page.locator(".you .tag.now")).to_be_visible()
    assert page.locator(".you .tag.now").evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_step_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit().page
    page.goto("/learn/1/")
    for card in (page.locator("#choose .hand .pick").nth(1), page.locator("#choose .layout .pick").first):
        card.focus()
        with page.expect_response(re.compile("/learn/1/")):
            page.keyboard.press("Space")
        expect(page.locator("#choose.htmx-request")).to_have_count(0)
    page.get_by_role("button", name="Take 8♥ with 8♣").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Next: Take cards that add up")).to_be_visible()


@pytest.mark.parametrize(
    ("address", "cards"),
    some(
        [
            ("/learn/1/", ["eight of clubs", "eight of hearts"]),
            ("/learn/6/", ["three of diamonds", "Build of 6"]),
            ("/puzzles/1/", ["four of spades", "ace of spades"]),
        ],
        1,
    ),
)
def test_a_selection_moves_nothing_and_the_moves_are_in_view(visit: Visit, address: str, cards: list[str]) -> None:
    page = visit(viewport={"width": 1366, "height": 650}).page
    page.goto(address)
    places = [place_of_felt_and_hand(page)]
    for card in cards:
        with page.expect_response(re.compile(rf"{address}\?")):
            page.locator("#choose label").filter(has_text=card).click()
        expect(page.locator("#choose.htmx-request")).to_have_count(0)
        expect(page.locator("#options .buttons button").first).to_be_visible()
        for seen in page.locator("#choose .hand, #options button, #options .clear").all():
            expect(seen).to_be_in_viewport(ratio=1)
        places.append(place_of_felt_and_hand(page))
    assert places == [places[0]] * 3


def place_of_felt_and_hand(page: Page) -> list[int]:
    """Return the lower edge of the felt, and both edges of the hand, in the page."""
    felt, hand = page.locator(".felt").bounding_box(), page.locator("#choose .hand").bounding_box()
    assert felt
    assert hand
    edges = (felt["y"] + felt["height"], hand["y"], hand["y"] + hand["height"])
    return [round(edge + page.evaluate("scrollY")) for edge in edges]


@pytest.mark.parametrize("page", some(["learn/1/", "puzzles/1/", "g/{game}/replay/", "g/{game}/variation/?at=2"], 1))
def test_a_page_that_needs_no_connection_misses_none(visit: Visit, page: str) -> None:
    player = visit()
    player.page.clock.install()
    player.page.goto(f"/{page.format(game=visit.lay('given_up')['game'])}")
    player.page.clock.run_for(60_000)
    expect(player.page.locator("#offline")).to_have_count(1)
    expect(player.page.locator("#offline")).to_be_hidden()


@exhaustive
def test_copying_a_link_is_confirmed(visit: Visit) -> None:
    player = visit()
    player.page.context.grant_permissions(["clipboard-write"])
    player.page.goto(f"/g/{visit.lay('given_up')['game']}/replay/")
    player.page.get_by_role("button", name="Copy").click()
    expect(player.page.get_by_role("button", name="Copied")).to_be_visible()


def test_a_replay_begins_with_its_table_in_the_first_screen(visit: Visit) -> None:
    page = visit.at("three_friends", viewport={"width": 1366, "height": 650}).page
    page.goto(page.url + "replay/?at=0")
    for seen in (".steps .place", "#table .board .layout", ".near .seat"):
        expect(page.locator(seen).first).to_be_in_viewport(ratio=1)


def test_a_replay_by_the_arrow_keys_and_what_if(visit: Visit) -> None:
    player = visit()
    page, address = player.page, f"/g/{visit.lay('given_up')['game']}"
    page.goto(f"{address}/replay/")
    expect(page).to_have_title("Move 0 of 2 · Casino")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_title("Move 1 of 2 · Casino")
    expect(page).to_have_url(re.compile(r"/replay/\?at=1$"))
    expect(page.get_by_label("Link to this move")).to_have_value(re.compile(r"/replay/\?at=1$"))
    page.get_by_role("link", name="Explore other moves").click()
    expect(page.get_by_text("Ben to play")).to_be_visible()
    play(player, "Build 9 with 5♣ and 4♦", "five of clubs", "four of diamonds")
    expect(page.get_by_text("Anna to play", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Your line")).to_contain_text("Ben built 9 with 5♣ and 4♦.")
    expect(page.get_by_role("group", name="What actually happened")).to_contain_text("Ben took 9♠ with 9♣.")
    expect(page.get_by_label("Link to this position")).to_have_value(re.compile(r"line=5C%2B4D%3D9$"))
    page.get_by_role("link", name="Undo the last move").click()
    page.get_by_role("button", name="Play the actual move").click()
    expect(page.get_by_role("group", name="Your line")).to_contain_text("Ben took 9♠ with 9♣.")
    page.get_by_role("link", name="Back to the game").click()
    expect(page).to_have_url(re.compile(r"/replay/\?at=1$"))


@exhaustive
def test_a_record_is_taken_along_and_looked_at_elsewhere(visit: Visit) -> None:
    mover, other = visit.both()
    first = mover.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible()
    other.resign()
    expect(mover.page.get_by_role("heading", name="You won!")).to_be_visible()
    record = mover.page.request.get(f"{mover.page.url}record.json").body()
    reader = visit()
    page = reader.page
    page.goto("/records/")
    page.get_by_label("Or upload a file").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": record}
    )
    page.get_by_role("button", name="View").click()
    expect(page).to_have_title("Move 0 of 1 · Casino")
    page.get_by_role("link", name="Next").click()
    expect(page).to_have_title("Move 1 of 1 · Casino")
    expect(page.locator(".said")).to_contain_text(re.findall(r"\w+[♠♥♦♣]", first)[-1])
    page.goto("/records/")
    page.get_by_label("Game record (text or JSON)").fill("Casino, two players\n1. Ann: nonsense")
    page.get_by_role("button", name="View").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label("Game record (text or JSON)")).to_have_value(re.compile("nonsense"))


@exhaustive
def test_house_rules_that_go_together_are_kept_and_used(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto("/new/casino/")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_text("Special rules", exact=True).click()
    page.locator("#w-orange > summary").click()
    oranges = page.locator("#o-orange")
    expect(oranges.locator("option[disabled]")).to_have_count(1)
    expect(page.locator("#w-orange")).to_contain_text("Oranges need the Rook deck")
    page.get_by_text("Deck and deal", exact=True).click()
    page.locator("#w-deck > summary").click()
    page.locator("#o-deck").select_option("no_faces")
    expect(oranges.locator("option[disabled]")).to_have_count(0)
    oranges.select_option("true")
    expect(page.locator("#v-orange")).to_have_text("Yes")
    page.get_by_label("Save these house rules as…").fill("Oranges")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Saved as “Oranges.”")).to_be_visible()
    page.get_by_role("link", name="All your house rules").click()
    page.get_by_role("link", name="Oranges", exact=True).click()
    expect(page.locator("#o-orange")).to_have_value("true")
    page.get_by_role("radio", name="Friends (invite link)").check()
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_text("Waiting for players.")).to_be_visible()


@exhaustive
def test_opening_another_option_does_not_drop_the_check_under_way(visit: Visit) -> None:
    page = visit().page
    page.goto("/new/casino/")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_text("Special rules", exact=True).click()
    page.locator("#w-orange > summary").click()
    page.get_by_text("Deck and deal", exact=True).click()
    page.locator("#w-deck > summary").click()
    expect(page.locator("#w-deck .option-values")).to_be_visible()
    held = hold(page, "**/fit/")
    page.locator("#o-deck").select_option("no_faces")
    page.locator("#w-jack_takes_all > summary").click()
    expect(page.locator("#w-jack_takes_all .option-values")).to_be_visible()
    wait_until(page, lambda: held)
    held[0].continue_()
    expect(page.locator("#o-orange option[disabled]")).to_have_count(0)


@exhaustive
def test_what_is_wrong_with_a_row_is_told_once_it_is_left_and_when_it_was_sent(visit: Visit) -> None:
    page = visit().page
    page.goto("/new/swedish/?customize&find=from+the+hand#house-rules")
    page.locator("#w-hand_values > summary").click()
    told, numbers = page.locator("#p-hand_values-1"), page.locator("[name=hand_values]").first
    page.locator("[name='hand_values.of']").first.fill("10♦\ufe0f")
    numbers.focus()
    expect(told).to_have_text("Write the number for 10♦\ufe0f, too.")
    expect(told).to_be_hidden()
    page.get_by_label("Search the options").focus()
    expect(told).to_be_visible()
    numbers.fill("ten or 99")
    page.get_by_role("button", name="Create game").click()
    expect(page.locator(".errorlist")).to_contain_text("has a row to correct")
    expect(numbers).to_be_focused()
    expect(numbers).to_have_value("ten or 99")
    expect(told).to_be_visible()
    numbers.fill("ten or 16")
    numbers.blur()
    expect(told).to_be_hidden()
    expect(page.locator("#summary")).to_contain_text("10♦ 10 or 16")


@pytest.mark.parametrize("scripted", some([True, False], 1))
def test_an_option_is_found_explained_summed_up_and_played(visit: Visit, scripted: bool) -> None:
    page = visit(java_script_enabled=scripted).page
    page.goto("/new/casino/")
    page.get_by_text("House rules", exact=True).click()
    page.get_by_label("Search the options").fill("jack takes")
    if not scripted:
        page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#w-jack_takes_all > summary").click()
    expect(page.locator("#o-jack_takes_all")).to_be_visible()
    expect(page.locator("#w-duty")).to_be_hidden()
    if scripted:
        expect(page.locator("#w-jack_takes_all .may-not").first).to_be_visible()
    page.locator("#o-jack_takes_all").select_option("true")
    if not scripted:
        page.get_by_role("button", name="Show the summary").click()
    expect(page.locator("#summary dt")).to_have_count(1)
    page.get_by_role("radio", name="Friends (invite link)").check()
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_text("Waiting for players.")).to_be_visible()
