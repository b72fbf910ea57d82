"""An address that sends too many requests is told to wait, and the others hardly notice."""

import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from tests.chaos.deployments import Deployment, Needs
from tests.chaos.players import Table, hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.load.clients import Client

FLOODER = "127.0.0.9"
RATE = 100.0  # requests a second
TIMEOUT = 10
TOLD_WITHIN = 30.0  # seconds, of a flood that starts again
TWICE = 2.0


class Flood(threading.Thread):
    """Posts the same request over and over from one address."""

    def __init__(self, url: str, path: str, body: str, cookie: str) -> None:
        super().__init__(daemon=True)
        self.address, self.path, self.body = urlsplit(url).netloc, path, body
        self.headers = Client(url, cookie).headers
        self.statuses: Counter[int] = Counter()
        self.ending = threading.Event()

    def run(self) -> None:
        while not self.ending.wait(1 / RATE):
            self.statuses[self.ask()] += 1

    def ask(self) -> int:
        connection = HTTPConnection(self.address, timeout=TIMEOUT, source_address=(FLOODER, 0))
        try:
            connection.request("POST", self.path, self.body, self.headers)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()


@fault("a flood on join, login and move from one address", needs=Needs(limits=""))
def flood(deployment: Deployment, findings: Findings, scale: float) -> None:
    """The limits are those of a new site. The same players play with and without the flood, in turns."""
    rounds = max(2, round(6 * scale))
    tables = seated(deployment, 12, 6, pause=1.0)
    (victim,) = deployment.prepare(1, seed=5)
    move = victim.moves[0]
    aims = {
        "join": (f"/g/{victim.game}/seat/", "number=1", ""),
        "login": ("/account/login/", "login=ann&password=wrong", ""),
        "move": (f"/g/{victim.game}/play/", f"move={move.text}&seq=0", victim.cookies[0]),
    }
    for table in tables:
        table.start()
    quiet: list[float] = []
    flooded: list[float] = []
    statuses: dict[str, Counter[int]] = {name: Counter() for name in aims}
    for _ in range(rounds):
        quiet += during(tables)
        floods = {name: Flood(deployment.url, *aim) for name, aim in aims.items()}
        for each in floods.values():
            each.start()
        flooded += during(tables)
        until = time.monotonic() + TOLD_WITHIN
        while any(not each.statuses[429] for each in floods.values()) and time.monotonic() < until:
            flooded += during(tables, 1.0)
        for name, each in floods.items():
            each.ending.set()
            each.join()
            statuses[name] += each.statuses
    for table in tables:
        table.ending.set()
    play_out(tables)
    for name, counted in statuses.items():
        findings.note(f"{name}: " + ", ".join(f"{number} x {status}" for status, number in sorted(counted.items())))
        findings.expect(counted[429] > 0, f"nobody who floods {name} was told to wait")
    ratio = p99(flooded) / p99(quiet)
    findings.note(f"the others' p99 {p99(quiet) * 1000:.0f} ms quiet, {p99(flooded) * 1000:.0f} ms flooded")
    findings.expect(ratio <= TWICE, f"the others' p99 grew {ratio:.1f} fold")
    hold_to_the_log(deployment, tables, findings)


def during(tables: list[Table], seconds: float = 5.0) -> list[float]:
    """Return the seconds that the moves made from now on take."""
    before = [len(table.diary.seconds) for table in tables]
    time.sleep(seconds)
    return [took for table, start in zip(tables, before, strict=True) for took in table.diary.seconds[start:]]


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]
