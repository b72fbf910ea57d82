"""A visitor who plays by looking at the page and clicking; without JavaScript, too.

    player.choose(player.hand.first)      # tap a card, and wait for its moves
    player.press(player.moves.first)      # play a move, and wait for the table after it
    player.play_something()               # both, with the first card that has a move
    while player.wait_until_asked(): ...  # a whole game: until it is the player's turn, or over

Whatever another player does is waited for with `expect`, never looked at once: it comes when it comes. `hold` keeps
requests back, `hear_from_the_server` waits for the socket, `slowed` slows motion down to look at it.
"""

import re
from collections.abc import Callable
from typing import Any, Self

from playwright.sync_api import Error, Locator, Page, Route, expect

SOON = 30_000  # milliseconds in which another's move has to be seen: generous, machines are shared
AGAIN = 40_000  # in which a lost connection is there again: pages try at most every 8 seconds

type Laid = dict[str, Any]
"""A table, as `tests.browser.scenes` tells of it: its `game`, the seat whose `turn` it is, `sessions` by seat."""

MY_TURN = "#table.mine"
OVER = "#table.over"


HEAR = """() => {
  document.addEventListener("htmx:wsBeforeMessage", () => setTimeout(() => console.log("heard"), 100), { once: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def hear_from_the_server(page: Page) -> None:
    """Let the page ask for a sign of life, as it does from time to time, and wait until it has come."""
    with page.expect_console_message(lambda message: message.text == "heard"):
        page.evaluate(HEAR)


def wait_until(page: Page, happened: Callable[[], object]) -> None:
    """Wait for something that is no part of a page, while its events come."""
    for _ in range(SOON // 50):
        if happened():
            return
        page.wait_for_timeout(50)
    raise TimeoutError


def go(page: Page, address: str) -> None:
    """Open this page, and wait for its typefaces: on a busy machine they come late, and the spare ones are only about
    as wide."""
    page.goto(address)
    page.evaluate("document.fonts.ready")


def hold(page: Page, address: str) -> list[Route]:
    """Hold the requests to this address back, in a list that fills with them, until the test lets them go on."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


class Player:
    """A visitor's page of the site at `home`. `scripted` is whether the browser runs JavaScript: without it every step
    loads a page."""

    def __init__(self, page: Page, home: str = "", scripted: bool = True) -> None:
        self.page = page
        self.home = home
        self.scripted = scripted

    # getting to a table

    def become(self, session: str) -> Self:
        """Log in with this session, without the form."""
        self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.home}])
        return self

    def enter(self, laid: Laid, seat: int = 0) -> Self:
        """Open the table as the player on this seat, or on the one to play."""
        self.become(laid["sessions"][(seat or laid["turn"]) - 1])
        go(self.page, f"/g/{laid['game']}/")
        return self

    def second_window(self) -> "Player":
        return Player(self.page.context.new_page(), self.home, self.scripted)

    def play_the_computer(self) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=re.compile("^Pip")).click()

    def open_table(self, game: str, opponents: str, points: int | None = None) -> str:
        """Choose a game by its name, and return the link to its table."""
        self.page.goto("/")
        self.page.get_by_role("link", name="Choose a game").click()
        link = self.page.locator(".offers a").filter(has=self.page.get_by_text(game, exact=True)).first
        link.wait_for(state="attached")
        if not link.is_visible():
            link.locator("xpath=ancestor::details/summary").click()
        link.click()
        self.page.get_by_role("radio", name=opponents).check()
        if points:
            self.page.get_by_label("Points to win").fill(str(points))
        self.page.get_by_role("button", name="Create game").click()
        self.table.wait_for()
        return self.page.url

    def sit_down(self, link: str) -> None:
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down and play").click()

    def open_menu(self) -> None:
        self.page.get_by_role("button", name="Menu").click()

    def slowed(self, pace: float) -> Self:
        """Slow down all motion on this page, and on those that it opens later."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Animation.enable")
        session.send("Animation.setPlaybackRate", {"playbackRate": pace})
        return self

    def hide(self, hidden: bool) -> None:
        """Put the page behind others, or in front again."""
        self.page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            hidden,
        )

    def resign(self) -> None:
        self.page.get_by_text("Resign", exact=True).click()
        self.page.get_by_role("button", name="Yes, resign").click()
        self.page.locator(OVER).wait_for()

    # looking

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    @property
    def news(self) -> Locator:
        return self.page.locator(".news")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").locator("label")

    @property
    def on_table(self) -> Locator:
        return self.page.get_by_role("group", name="On the table").locator("label")

    @property
    def moves(self) -> Locator:
        return self.page.locator("#options button")

    @property
    def round_end(self) -> Locator:
        return self.page.locator(".ending:not(.over)")

    @property
    def next_round(self) -> Locator:
        return self.page.locator(".ending form.next .best")

    @property
    def seq(self) -> str:
        return self.table.get_attribute("data-seq") or ""

    @property
    def over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    @property
    def my_turn(self) -> bool:
        return self.page.locator(MY_TURN).count() > 0

    def wait_until_asked(self) -> bool:
        """Wait until it is the player's turn (true) or the game is over (false); without JavaScript by reloading.

        After each round, go on to the next one.
        """
        asked = self.page.locator(f"{MY_TURN}, {OVER}")
        while True:
            while not self.scripted and not asked.count() and not self.next_round.count():
                self.page.wait_for_timeout(50)
                self.reload()
            asked.or_(self.next_round).first.wait_for()
            if not self.next_round.count():
                return self.my_turn
            self.next_round.click()
            expect(self.next_round).to_have_count(0)

    def reload(self) -> None:
        """Reload, unless the page is just reloading itself, as it does every three seconds without JavaScript."""
        try:
            self.page.reload()
        except Error as error:
            if not any(reason in error.message for reason in ("ERR_ABORTED", "Not attached to an active page")):
                raise

    # playing

    def choose(self, spot: Locator) -> None:
        """Tap a card, and wait for its moves."""
        if spot.locator("input").is_checked():
            return
        if self.scripted:
            with self.page.expect_response(re.compile("/options/")):
                spot.click()
            expect(self.page.locator("#choose.htmx-request")).to_have_count(0)  # before, the last choice's moves show
        else:
            spot.click()
            self.page.get_by_role("button", name="Show possible moves").click()
        expect(self.page.locator("#options .clear")).to_be_visible()

    def press(self, button: Locator) -> None:
        """Press a move's button, and wait until it has been played."""
        before = self.seq
        button.click()
        self.page.locator(f'#table:not([data-seq="{before}"])').wait_for()

    def play_something(self) -> str:
        """Play the first card that has a move; capture if it can. Return the words of the button."""
        takes = self.page.locator("#options button.take")
        self.choose_one_with_a_move()
        button = takes.first if takes.count() else self.moves.first
        said = button.locator("span").first.inner_text()
        self.press(button)
        return said

    def choose_one_with_a_move(self) -> None:
        for place in range(self.hand.count()):
            self.choose(self.hand.nth(place))
            if self.moves.count():
                return

    def play_to_the_end(self) -> int:
        """Play on until the game is over, and return the number of the player's moves."""
        moves = 0
        while self.wait_until_asked():
            self.play_something()
            moves += 1
        return moves
