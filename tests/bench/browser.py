"""The site in a real browser on this machine: from a tap to what it changes on the page."""

import atexit
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Locator, Page, sync_playwright

from tests.bench.registry import Reading, Round, bench
from tests.browser.player import Player
from tests.chromium import chromium
from tests.live import live_site

MOVES = 40
"""How many moves are played and measured in a round."""

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
"""Milliseconds from the tap to the frame in which the part of the page is another one."""


def tap(tapped: Locator, part: str) -> float:
    return float(tapped.evaluate(TAP, part))


@bench("browser")
def tapping() -> Round:
    """A game against the computer at its usual pace, played tap by tap; a new one when it is over."""
    page = opened()
    player = Player(page, scripted=True)
    player.play_the_computer()

    def once() -> Iterator[Reading]:
        taps = [timed_move(player) for _ in range(MOVES)]
        for name, times in zip(("tap to moves", "tap to changed table"), zip(*taps, strict=True), strict=True):
            yield Reading(f"{name}, median", median(times), "ms")
            yield Reading(f"{name}, 95th percentile", quantiles(times, n=20)[-1], "ms", f"{MOVES} taps a round")

    return once


def opened() -> Page:
    """A page of a browser on a site of its own, both gone when the bench ends."""
    stack = ExitStack()
    data = stack.enter_context(tempfile.TemporaryDirectory())
    site = stack.enter_context(live_site(Path(data)))
    browser = stack.enter_context(sync_playwright()).chromium
    running = browser.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"])
    stack.callback(running.close)
    atexit.register(stack.close)
    return running.new_page(base_url=site.url)


def timed_move(player: Player) -> tuple[float, float]:
    """The first card that can do something, and its first move: milliseconds of both taps."""
    while not player.wait_until_asked():
        player.page.get_by_role("button", name="Play again").click()
        player.page.locator("#table.playing").wait_for()
    for place in range(player.hand.count()):
        chosen = tap(player.hand.nth(place).locator("input"), "options")
        if player.moves.count():
            return chosen, tap(player.moves.first, "table")
    raise ValueError("whose turn it is has a move")
