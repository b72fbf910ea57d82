"""The site in a real browser on this machine: from a tap to its effect on the page."""

import atexit
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from statistics import median, quantiles

from playwright.sync_api import Browser, Locator, sync_playwright

from tests.bench.registry import AIMS, Reading, Round, at_most, bench
from tests.bench.web import games_on, started
from tests.browser.player import Player
from tests.chromium import chromium

MOVES = 40
"""Number of moves that are played and measured in a round."""

GAMES, TURNS = 3, 12
"""Number of games that two browsers play in a round, and of turns in each."""

TAP = """(tapped, part) => new Promise((done) => {
    const byId = (id) => document.getElementById(id);
    const shown = () => (part === "table" ? byId("table").dataset.seq : byId("options"));
    const before = shown();
    const start = performance.now();
    const watch = new MutationObserver(() => {
        if (shown() === before) return;
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - start));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    tapped.click();
})"""
"""Milliseconds from the tap to the frame in which that part of the page has changed."""


WATCH = """() => {
    const moving = ({ timeline, effect }) => timeline === document.timeline && effect.getComputedTiming().progress > 0;
    const travels = () => document.getAnimations().some(moving);
    window.moving = new Promise((done) => {
        const look = () => {
            if (travels()) done(performance.timeOrigin + performance.now());
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    });
}"""
"""Records the time of the first frame in which a card is on its way. What follows a scroll bar has a timeline of its
own, and never ends."""

RESTS = """() => Promise.allSettled(
    document.getAnimations().filter((motion) => motion.timeline === document.timeline).map((motion) => motion.finished)
).then(() => null)"""
"""Resolves when all motion has ended: people look at a move before they make the next."""

CLICK = "(button) => { const at = performance.timeOrigin + performance.now(); button.click(); return at; }"


def tap(tapped: Locator, part: str) -> float:
    return float(tapped.evaluate(TAP, part))


@bench("browser")
def tapping() -> Round:
    """A game against the computer at its usual pace, played tap by tap; when it is over another begins."""
    player = Player(browser().new_page(base_url=started().url), scripted=True)
    player.play_the_computer()

    def once() -> Iterator[Reading]:
        taps = [timed_move(player) for _ in range(MOVES)]
        for name, times in zip(("tap to moves", "tap to changed table"), zip(*taps, strict=True), strict=True):
            yield Reading(f"{name}, median", median(times), "ms")
            yield Reading(f"{name}, 95th percentile", quantiles(times, n=20)[-1], "ms", f"{MOVES} taps a round")

    return once


@bench("two browsers")
def both_at_a_table() -> Round:
    """Time from a player's tap on a move to the first frame in which a card moves on the other player's page."""
    site, running = started(), browser()
    rooms = [running.new_context(base_url=site.url) for _ in range(2)]
    players = [Player(each.new_page(), scripted=True) for each in rooms]

    def once() -> Iterator[Reading]:
        times: list[float] = []
        for game in games_on(site, GAMES):
            for room, player, cookie in zip(rooms, players, game.cookies, strict=True):
                room.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
                player.page.goto(f"/g/{game.game}/")
                player.page.wait_for_timeout(500)  # its socket is open then
            times += [seen_by_the_other(players) for _ in range(TURNS)]
        yield Reading("tap to motion on the other's page, p50", median(times), "ms", f"{len(times)} moves a round")
        yield Reading("tap to motion on the other's page, p99", quantiles(times, n=100)[-1], "ms")

    return once


def seen_by_the_other(players: list[Player]) -> float:
    """Return the milliseconds until the first card that has a move is on its way on the other player's page."""
    mover, other = sorted(players, key=lambda player: not player.my_turn)
    for place in range(mover.hand.count()):
        tap(mover.hand.nth(place).locator("input"), "options")
        if mover.moves.count():
            break
    for player in players:
        player.page.evaluate(RESTS)
    number = mover.seq
    other.page.evaluate(WATCH)
    tapped = float(mover.moves.first.evaluate(CLICK))
    seen = float(other.page.evaluate("window.moving"))
    for player in players:
        player.page.wait_for_function("(before) => document.getElementById('table').dataset.seq !== before", arg=number)
    return seen - tapped


@cache
def browser() -> Browser:
    """Return the one browser of all benches, closed when they end."""
    stack = ExitStack()
    atexit.register(stack.close)
    driver = stack.enter_context(sync_playwright()).chromium
    running = driver.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
    stack.callback(running.close)
    return running


def timed_move(player: Player) -> tuple[float, float]:
    """Play the first move of the first card that has one, and return the milliseconds of both taps."""
    while not player.wait_until_asked():
        player.page.get_by_role("button", name="Rematch").click()
        player.page.locator("#table.playing").wait_for()
    for place in range(player.hand.count()):
        chosen = tap(player.hand.nth(place).locator("input"), "options")
        if player.moves.count():
            return chosen, tap(player.moves.first, "table")
    raise ValueError("whose turn it is has a move")


AIMS["two browsers: tap to motion on the other's page, p50"] = at_most(40, 25)
AIMS["two browsers: tap to motion on the other's page, p99"] = at_most(80, 50)
