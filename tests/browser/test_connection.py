"""A reload, a second window, a lost connection, a restart of the server: the same table is there."""

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.entering import Visit
from tests.browser.player import AGAIN, SOON, Player, hear_from_the_server, wait_until
from tests.examples import exhaustive, some
from tests.swallowing_proxy import swallowing_proxy


def cards_of(player: Player) -> list[str]:
    return player.page.locator(".spot > .sr").all_inner_texts()


@exhaustive
def test_a_restart_of_the_server_in_mid_game_loses_nothing(visit: Visit) -> None:
    """At a table of two; and at one where the computer is to play meanwhile."""
    (mover, other), alone = visit.both(), visit()
    mover.play_something()
    expect(other.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    before = [cards_of(player) for player in (mover, other)]
    alone.play_the_computer()
    alone.wait_until_asked()
    alone.play_something()
    visit.site.stop()
    expect(mover.page.get_by_text("Connection lost.")).to_be_visible()
    visit.site.start()
    expect(mover.page.get_by_text("Reconnected.")).to_be_visible(timeout=AGAIN)
    for player in (mover, other):
        expect(player.page.get_by_text("Connection lost.")).to_be_hidden(timeout=AGAIN)
    visit.troubles.clear()  # the browser complains of the server's absence
    assert [cards_of(player) for player in (mover, other)] == before
    other.play_something()
    expect(mover.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    expect(alone.page.locator("#table.mine")).to_be_visible(timeout=AGAIN)


def test_what_was_missed_while_away_comes_on_return(visit: Visit) -> None:
    mover, other = visit.both()
    other.page.context.set_offline(True)
    mover.play_something()
    assert not other.my_turn
    other.page.context.set_offline(False)
    expect(other.page.locator("#table.mine")).to_be_visible()
    visit.troubles.clear()  # the browser complains of being offline


@exhaustive
def test_a_reload_shows_the_same_table(visit: Visit) -> None:
    mover, _ = visit.both()
    before = cards_of(mover)
    mover.page.reload()
    assert cards_of(mover) == before


@exhaustive
def test_a_second_window_follows_the_first(visit: Visit) -> None:
    mover, _ = visit.both()
    second = mover.second_window()
    second.page.goto(mover.page.url)
    mover.play_something()
    expect(second.page.locator(f'#table[data-seq="{mover.seq}"]')).to_be_visible(timeout=SOON)
    assert cards_of(second) == cards_of(mover)


# --- requests without an answer -------------------------------------------------------------------------------------

LOST, LATER = "Connection lost.", "Your move will be sent when you’re back online."


def ready_to_play(player: Player) -> str:
    """Choose a card with a move, wait for the moves, and return the number of the table."""
    player.choose_one_with_a_move()
    return player.seq


def test_a_move_made_without_a_connection_is_played_once_it_is_back(visit: Visit) -> None:
    mover, other = visit.both()
    before = ready_to_play(mover)
    mover.page.context.set_offline(True)
    mover.moves.first.click()
    expect(mover.page.get_by_text(LATER)).to_be_visible()
    assert (mover.seq, other.seq) == (before, before)
    mover.page.context.set_offline(False)
    expect(other.page.locator("#table.mine")).to_be_visible(timeout=AGAIN)
    expect(mover.page.locator("#table:not(.mine)")).to_be_visible(timeout=AGAIN)
    expect(mover.page.get_by_text(LOST)).to_be_hidden()
    assert mover.seq == other.seq
    visit.troubles.clear()  # the browser complains of being offline


@exhaustive
def test_a_card_laid_down_without_a_connection_plays_no_move_of_another_card(visit: Visit) -> None:
    mover, other = visit.both()
    before = ready_to_play(mover)
    mover.page.context.set_offline(True)
    mover.hand.nth(0 if mover.hand.nth(1).locator("input").is_checked() else 1).click()
    expect(mover.page.get_by_text(LOST)).to_be_visible()
    mover.page.context.set_offline(False)
    expect(mover.page.get_by_text(LOST)).to_be_hidden(timeout=AGAIN)
    assert (mover.seq, other.seq) == (before, before)
    visit.troubles.clear()  # the browser complains of being offline


@pytest.mark.exhaustive  # half a minute; the next test is the small one
def test_a_move_swallowed_by_a_dead_connection_is_played_over_the_next_one(visit: Visit) -> None:
    with swallowing_proxy(visit.site.port) as proxy:
        mover, other = visit.both(base_url=proxy.url)
        hear_from_the_server(mover.page)
        ready_to_play(mover)
        proxy.swallows = True
        mover.moves.first.click()
        expect(mover.page.get_by_text(LATER)).to_be_visible()
        proxy.swallows = False
        for player in (mover, other):
            expect(player.page.get_by_text(LOST)).to_be_hidden(timeout=AGAIN)
        expect(other.page.locator("#table.mine")).to_be_visible(timeout=AGAIN)
        expect(mover.page.locator("#table:not(.mine)")).to_be_visible(timeout=AGAIN)
        for player in (mover, other):
            player.page.close()
    visit.troubles.clear()  # the browser complains of lost connections


@exhaustive
@pytest.mark.parametrize(("scene", "seconds"), some([("played_live(2)", 5), ("two_friends", 8)], 1))
def test_a_dead_line_is_noticed_by_both_sides(visit: Visit, scene: str, seconds: int) -> None:
    """Sooner with a live clock; by the clock of the page, which is put forward."""
    mover, player = visit.both(scene)
    dead = False

    def forward(route: WebSocketRoute) -> None:
        if dead:
            return
        server = route.connect_to_server()
        route.on_message(lambda message: None if dead else server.send(message))
        server.on_message(lambda message: None if dead else route.send(message))
        route.on_close(lambda *_: None)

    player.page.clock.install()
    player.page.route_web_socket("**/ws/g/**", forward)
    player.page.reload()
    expect(mover.page.locator("#company li.visible")).to_have_count(1)
    hear_from_the_server(player.page)  # else its wait for an answer might have begun long before
    expect(player.page.get_by_text(LOST)).to_be_hidden()
    dead = True
    player.page.clock.run_for(seconds * 1000)
    expect(player.page.get_by_text(LOST)).to_be_visible()
    expect(mover.page.locator("#company li.gone")).to_have_count(1, timeout=SOON)
    visit.troubles.clear()  # the browser complains of lost connections


# --- no sockets at all -----------------------------------------------------------------------------------------------

NO_SOCKETS = """
window.refusing = true;
window.WebSocket = class extends WebSocket {
  constructor(address) { super(window.refusing ? address.replace("/ws/", "/nowhere/") : address); }
};
"""
POLLING = "No live connection: this page looks for news every few seconds."


def test_without_sockets_a_page_asks_for_news_until_one_opens(visit: Visit) -> None:
    """As behind a proxy that doesn't pass on upgrades."""
    laid = visit.lay("two_friends")
    other = visit().enter(laid, laid["turn"])
    player = visit()
    player.page.add_init_script(NO_SOCKETS)
    player.enter(laid, 3 - laid["turn"])
    expect(player.page.get_by_text(POLLING)).to_be_visible(timeout=AGAIN)
    expect(player.page.get_by_text(LOST)).to_be_hidden()
    expect(other.page.locator("#company li.visible")).to_have_count(1)
    other.play_something()
    expect(player.page.locator("#table.mine")).to_be_visible(timeout=AGAIN)
    player.choose_one_with_a_move()
    chosen = player.page.locator(".hand .pick:checked").get_attribute("id")
    with player.page.expect_response("**/?news&*"):
        pass
    player.page.wait_for_timeout(300)
    expect(player.page.locator(f"#{chosen}")).to_be_checked()
    expect(player.moves.first).to_be_visible()
    player.press(player.moves.first)
    expect(other.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    player.page.evaluate("window.refusing = false")
    expect(player.page.get_by_text(POLLING)).to_be_hidden(timeout=AGAIN)
    other.play_something()
    expect(player.page.locator("#table.mine")).to_be_visible(timeout=SOON)
    player.page.close()
    visit.troubles.clear()  # the browser complains of the sockets


@pytest.mark.parametrize("address", ["/games/", "/lobby/"])
def test_without_sockets_lists_are_drawn_anew_from_time_to_time(visit: Visit, address: str) -> None:
    player = visit.at("two_friends")
    player.page.add_init_script(NO_SOCKETS)
    player.page.clock.install()
    player.page.goto(address)
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.page.wait_for_timeout(500)
    player.page.clock.run_for(20_000)
    wait_until(player.page, lambda: any(url.endswith(address) for url in asked))
    player.page.close()
    visit.troubles.clear()  # the browser complains of the sockets
