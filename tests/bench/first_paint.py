"""The first paint of a page on a slow phone: a processor four times slower, 1.6 Mbit/s, and nothing cached."""

from collections.abc import Iterator

from tests.bench.browser import browser
from tests.bench.registry import AIMS, Reading, Round, at_most, bench
from tests.bench.web import games_on, started

PAGES = {
    "front page": "/",
    "lobby": "/lobby/",
    "choosing a game": "/new/",
    "rules of a game": "/rules/casino/",
    "table": "/g/{game}/",
}
SLOWDOWN = 4
BYTES_PER_SECOND = 1_600_000 / 8
REST = 1_000  # milliseconds after loading in which the layout may still shift

PAINTED = """() => new Promise((done) => {
    const told = ([entry]) => done(entry.startTime);
    const found = performance.getEntriesByName("first-contentful-paint");
    if (found.length) return told(found);
    new PerformanceObserver((list) => {
        const paints = list.getEntriesByName("first-contentful-paint");
        if (paints.length) told(paints);
    }).observe({ type: "paint", buffered: true });
})"""
"""Milliseconds from the start of the navigation to the first contentful paint."""

SHIFTED = """() => new Promise((done) => {
    let sum = 0;
    const add = (list) => list.getEntries().forEach((entry) => { sum += entry.value; });
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(sum), 100);
})"""
"""The sum of all layout shifts since the navigation."""


@bench("first paint")
def first_paint() -> Round:
    """Open each page in a new browser window that has cached nothing; the table as its player sees it."""
    site = started()
    game = games_on(site, 1)[0]

    def once() -> Iterator[Reading]:
        shifts = []
        for name, address in PAGES.items():
            room = browser().new_context(base_url=site.url, viewport={"width": 390, "height": 844})
            if name == "table":
                room.add_cookies([{"name": "sessionid", "value": game.cookies[0], "url": site.url}])
            page = room.new_page()
            link = room.new_cdp_session(page)
            link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            speed = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND, "latency": 0}
            link.send("Network.emulateNetworkConditions", {"offline": False} | speed)
            page.goto(address.format(game=game.game))
            painted = float(page.evaluate(PAINTED))
            page.wait_for_timeout(REST)
            shifts.append(float(page.evaluate(SHIFTED)))
            room.close()
            yield Reading(name, painted, "ms", f"processor {SLOWDOWN} x slower, 1.6 Mbit/s, nothing cached")
        yield Reading("layout shift, worst page", max(shifts), "")

    return once


AIMS |= {f"first paint: {name}": at_most(1000, 600) for name in PAGES}
AIMS["first paint: layout shift, worst page"] = at_most(0, 0)
