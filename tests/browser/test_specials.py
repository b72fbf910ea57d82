"""Every special played in the browser through its own control."""

from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import Player
from tests.examples import exhaustive


def play(player: Player, move: str, *spots: str) -> None:
    """Select these cards and builds by their names, then press the button with these words."""
    for spot in spots:
        player.choose(player.page.locator("#choose label").filter(has_text=spot))
    button = player.page.get_by_role("button", name=move, exact=True)
    expect(button).to_be_visible()
    player.press(button)


def test_several_hand_cards(visit: Visit) -> None:
    player = visit.at("several_hand_cards")
    play(player, "Take 3♦ with A♣ and 2♥ (3 cards)", "ace of clubs", "two of hearts")
    expect(player.news).to_contain_text("You took 3♦ with A♣ and 2♥.")
    player.page.get_by_role("button", name="Claim the game").click()
    expect(player.news).to_contain_text("You wrongly claimed the game.")
    expect(player.page.get_by_role("button", name="Claim the game")).to_have_count(0)


@exhaustive
def test_an_orange(visit: Visit) -> None:
    player = visit.at("orange")
    player.page.get_by_role("checkbox", name="Call “orange” with this capture").check()
    play(player, "Take yellow 2, red 3 with black 5 and call “orange” (3 cards)", "black five")
    expect(player.news).to_contain_text("You: 10 points (Oranges).")


def test_a_pluck(visit: Visit) -> None:
    player = visit.at("pluck")
    player.page.get_by_role("combobox", name="Pluck").select_option("5♦, before playing")
    play(player, "Pluck 5♦, then: Take 9♥ with 9♠ (3 cards)", "nine of spades", "nine of hearts")
    expect(player.news).to_contain_text("You plucked 5♦.")


@exhaustive
def test_a_build_for_the_partner(visit: Visit) -> None:
    player = visit.at("for_partner")
    move = "Build nines with 6♠, 3♦ and the build of 9 for your partner (can’t be raised)"
    play(player, move, "six of spades", "three of diamonds", "Build of 9")
    expect(player.news).to_contain_text("Owner: Carla.")


@exhaustive
def test_a_trail_with_a_build_of_table_cards(visit: Visit) -> None:
    player = visit.at("table_build")
    play(player, "Trail 9♠ and build 8 with 3♣ and 5♦", "nine of spades", "five of diamonds", "three of clubs")
    expect(player.page.get_by_role("group", name="On the table")).to_contain_text("Build of 8: 3♣ 5♦. Owner: You")


@exhaustive
def test_the_cut_card(visit: Visit) -> None:
    expect(visit.at("cut_card").page.get_by_text("at the bottom: king of clubs")).to_be_visible()
