"""Tables before the game begins, in real browsers: by a link, in the lobby, with a player removed and computers."""

import re

from playwright.sync_api import expect

from tests.browser.entering import Visit
from tests.browser.player import Player
from tests.examples import exhaustive

FRIENDS = "Friends (invite link)"
ONE_WAITS = re.compile(r"^\(1\) ")


def open_table(host: Player, company: str, *choices: str) -> str:
    """Open a table for this company, and return its link."""
    page = host.page
    page.goto("/new/casino/")
    page.get_by_role("radio", name=company, exact=True).check()
    for choice in (FRIENDS, *choices):
        page.get_by_role("radio", name=choice).check()
    page.get_by_role("button", name="Create game").click()
    host.table.wait_for()
    return page.url


@exhaustive
def test_four_friends_play_in_partnerships_by_a_link(visit: Visit) -> None:
    host, *friends = players = [visit() for _ in range(4)]
    link = open_table(host, "4 players, in partnerships")
    for number, friend in enumerate(friends, start=2):
        friend.sit_down(link)
        expect(friend.page.get_by_role("button", name="Sit down and play")).to_have_count(0)
        expect(host.page.locator(".place.free")).to_have_count(4 - number)
    assert host.page.url == link  # the game begins without the page being reloaded
    for player in players:
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
        expect(player.page.get_by_text("partner", exact=True)).to_be_visible()
        expect(player.page.get_by_role("region", name="Chat")).to_be_visible()
    for _ in range(4):
        mover = next(player for player in players if player.my_turn)
        mover.play_something()
        for player in players:
            expect(player.page.locator(f'#table[data-seq="{mover.seq}"]')).to_be_visible()
        expect(mover.page).not_to_have_title(ONE_WAITS)  # the open game is not one that waits elsewhere


def test_two_play_on_one_device_and_hand_it_over(visit: Visit) -> None:
    player = visit()
    page = player.page
    page.goto("/new/casino/")
    expect(page.get_by_label("Player 2")).to_be_hidden()
    page.get_by_role("radio", name="2 players", exact=True).check()
    page.get_by_role("radio", name="Pass and play").check()
    expect(page.get_by_label("Player 3")).to_be_hidden()
    page.get_by_label("Player 2").fill("Ben")
    page.get_by_role("button", name="Create game").click()
    seen = set()
    for _ in range(3):
        expect(page.get_by_role("heading", name="Hand the device to")).to_be_visible()
        expect(player.hand).to_have_count(0)
        seen.add(page.title())
        page.get_by_role("button", name="show my cards").click()
        expect(player.hand.first).to_be_visible()
        player.play_something()
    assert len(seen) == 2
    page.get_by_role("button", name="show my cards").click()
    expect(player.hand.first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Hand the device to")).to_be_visible()
    expect(player.hand).to_have_count(0)


def test_a_table_opened_by_one_is_seen_in_the_lobby_by_another_who_joins(visit: Visit) -> None:
    host, guest = visit(), visit()
    guest.page.goto("/lobby/")
    expect(guest.page.get_by_role("heading", name="Lobby", level=1)).to_be_visible()
    table = open_table(host, "2 players", "anyone (listed in the lobby)")
    guest.page.locator(f"#join-{table.strip('/').rpartition('/')[2]}").click()
    for player in (host, guest):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()


@exhaustive
def test_somebody_is_invited_by_name_and_joins_from_the_lobby(visit: Visit) -> None:
    sessions = visit.lay("members('ines', 'noel', 'olga')")["sessions"]
    host, friend, other = (visit().become(session) for session in sessions)
    friend.page.goto("/lobby/")
    other.page.goto("/lobby/")
    open_table(host, "2 players")
    for name in ("noel", "olga"):
        host.page.get_by_label("Username").fill(name)
        host.page.get_by_role("button", name="Invite", exact=True).click()
        expect(host.page.get_by_text(f"{name} has been invited.")).to_be_visible()
    for player in (friend, other):
        expect(player.page.get_by_text("ines invites you")).to_be_visible()
    other.page.get_by_role("button", name="Decline").click()
    expect(other.page.get_by_text("You declined the invitation.")).to_be_visible()
    expect(host.page.get_by_text("olga declined")).to_be_visible()
    friend.page.get_by_role("region", name="You are invited").get_by_role("button", name="Join").click()
    for player in (host, friend):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(host.page.get_by_role("heading", name="Invite by name")).to_be_hidden()


@exhaustive
def test_the_host_removes_a_player_and_begins_with_computers(visit: Visit) -> None:
    host, guest = visit(), visit()
    link = open_table(host, "4 players, in partnerships")
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take seat 2 and play").click()
    expect(guest.page.get_by_role("button", name="Leave the table")).to_be_visible()
    host.page.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(guest.news).to_contain_text("was removed by the host")
    guest.page.get_by_role("button", name="Take seat 2 and play").click()
    expect(guest.page.get_by_text("You can’t join this table.")).to_be_visible()
    host.page.get_by_role("button", name="Move to seat 3").click()
    expect(host.news).to_contain_text("moved to seat 3")
    host.page.get_by_label("Computer strength").select_option("beginner")
    host.page.get_by_role("button", name="Fill empty seats with computers and start").click()
    expect(host.page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(host.page.locator(".seat").get_by_text("Pip", exact=True)).to_be_visible()
    host.wait_until_asked()
    host.play_something()


@exhaustive
def test_a_table_is_opened_and_filled_without_javascript(visit: Visit) -> None:
    host = visit(java_script_enabled=False)
    open_table(host, "3 players", "anyone (listed in the lobby)")
    host.page.get_by_role("button", name="Computer in seat 3").click()
    expect(host.page.get_by_text("Seat 3: Otto")).to_be_visible()
    host.open_menu()
    host.page.get_by_role("link", name="Lobby").click()
    expect(host.page.get_by_text("2 of 3 seats taken")).to_be_visible()
    host.page.get_by_role("link", name="Go to your table").click()
    host.page.get_by_text("Host options").click()
    host.page.get_by_role("button", name="Cancel game").click()
    expect(host.page.get_by_role("heading", name="The game was canceled.")).to_be_visible()
