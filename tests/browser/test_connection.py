"""A reload, a second window, a lost connection, a restart of the server: the same table is there."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.player import AGAIN, SOON, Player
from tests.live import LiveSite

FRIENDS = "Friends (invite link)"


def seated(visit: Callable[..., Player]) -> tuple[Player, Player]:
    """Two friends at a table: the one to play, and the one who waits."""
    host, friend = visit(), visit()
    friend.sit_down(host.open_table("Casino", FRIENDS))
    for player in (host, friend):
        expect(player.page.get_by_role("group", name="Your hand")).to_be_visible()
    return (host, friend) if host.my_turn else (friend, host)


def cards_of(player: Player) -> list[str]:
    return player.page.locator(".spot > .sr").all_inner_texts()


def test_a_restart_of_the_server_in_mid_game_loses_nothing(visit: Callable[..., Player], site: LiveSite) -> None:
    mover, other = seated(visit)
    mover.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    before = [cards_of(player) for player in (mover, other)]
    site.stop()
    expect(mover.page.get_by_text("Connection lost.")).to_be_visible()
    site.start()
    for player in (mover, other):
        expect(player.page.get_by_text("Connection lost.")).to_be_hidden(timeout=AGAIN)
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser complains of the server's absence
    assert [cards_of(player) for player in (mover, other)] == before
    other.play_something()
    expect(mover.page.locator("#table.mine")).to_be_visible(timeout=SOON)


def test_what_was_missed_while_away_comes_on_return(visit: Callable[..., Player]) -> None:
    mover, other = seated(visit)
    other.page.context.set_offline(True)
    mover.play_something()
    assert not other.my_turn
    other.page.context.set_offline(False)
    expect(other.page.locator("#table.mine")).to_be_visible()
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser complains of being offline


def test_a_reload_shows_the_same_table(visit: Callable[..., Player]) -> None:
    mover, _ = seated(visit)
    before = cards_of(mover)
    mover.page.reload()
    assert cards_of(mover) == before


def test_a_second_window_follows_the_first(visit: Callable[..., Player]) -> None:
    mover, _ = seated(visit)
    second = Player(mover.page.context.new_page(), scripted=True)
    second.page.goto(mover.page.url)
    mover.play_something()
    expect(second.page.locator(f'#table[data-seq="{mover.seq}"]')).to_be_visible(timeout=SOON)
    assert cards_of(second) == cards_of(mover)


def test_the_computer_plays_on_after_a_restart(visit: Callable[..., Player], site: LiveSite) -> None:
    player = visit()
    player.play_the_computer()
    player.wait_until_asked()
    player.play_something()
    site.stop()
    site.start()
    expect(player.page.locator("#table.mine")).to_be_visible(timeout=AGAIN)
    visit.troubles.clear()  # type: ignore[attr-defined]  # the browser complains of the server's absence
