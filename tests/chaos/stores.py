"""Redis, PostgreSQL and workers that stop and come back."""

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from itertools import pairwise
from urllib.parse import urlencode

import psycopg

from tests.chaos.deployments import ClusterDeployment, Deployment, Logged
from tests.chaos.players import Table, hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.chaos.watchers import Watcher
from tests.load.clients import Client, Prepared

HAND = re.compile(r'name="hand" value="([^"]+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')
AWAY = 4.0  # seconds that a store is away
RIGHT_WITHIN = 5.0  # seconds after its return, in which every table must be right


@fault("Redis killed and back", "postgresql")
def redis_away(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Moves can still be made. Spectators see the latest table soon after."""
    assert isinstance(deployment, ClusterDeployment)
    redis = deployment.cluster.redis

    def trouble() -> None:
        redis.kill()
        time.sleep(AWAY)
        redis.start()

    store_away(deployment, findings, scale, trouble)


@fault("PostgreSQL killed and back", "postgresql")
def database_away(deployment: Deployment, findings: Findings, scale: float) -> None:
    """PostgreSQL crashes, and recovers from its own log. Meanwhile moves are refused clearly."""
    assert isinstance(deployment, ClusterDeployment)
    database = deployment.cluster.database

    def trouble() -> None:
        database.stop(signal.SIGQUIT)  # at once, without ending what is under way
        time.sleep(AWAY)
        database.start()

    store_away(deployment, findings, scale, trouble)


def store_away(deployment: Deployment, findings: Findings, scale: float, trouble: Callable[[], None]) -> None:
    times = max(1, round(3 * scale))
    tables = seated(deployment, 3, 30, pause=0.15)
    watchers: list[Watcher] = []
    for table in tables:
        table.start()
    for _ in range(times):
        time.sleep(3)
        watchers += watch(deployment, tables)
        trouble()
        back = time.monotonic()
        right_again(tables, watchers, findings, back)
    for table in tables:
        table.ending.set()
    play_out(tables)
    for watcher in watchers:
        watcher.ending.set()
    findings.note(f"{times} times, {sum(table.diary.refused for table in tables)} requests refused for now")
    hold_to_the_log(deployment, tables, findings)


def watch(deployment: Deployment, tables: list[Table]) -> list[Watcher]:
    """Open a page for each game that is being played now."""
    watchers = [Watcher(deployment.url, now_played(table)) for table in tables]
    for watcher in watchers:
        watcher.start()
    return watchers


def now_played(table: Table) -> Prepared:
    begun = {name for name, _ in list(table.diary.acknowledged)}
    played = [game for game in table.games if game.game in begun]
    return played[-1] if played else table.games[0]


def right_again(tables: list[Table], watchers: list[Watcher], findings: Findings, back: float) -> None:
    """Expect that each page shows the moves acknowledged by now within the time allowed."""
    for table, watcher in zip(tables, watchers[-len(tables) :], strict=True):
        mine = [before for name, before in list(table.diary.acknowledged) if f"/{name}/" in watcher.address]
        wanted = max(mine, default=0)
        left = max(0.0, back + RIGHT_WITHIN - time.monotonic())
        findings.expect(watcher.shows(wanted, left), f"a page showed {watcher.shown} where {wanted} had been played")


@fault("workers killed with tasks running", "postgresql")
def workers_killed(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Each computer's turn and each deadline happens once, whichever process runs the tasks."""
    assert isinstance(deployment, ClusterDeployment)
    alone = deployment.prepare(max(2, round(6 * scale)), "--computer", seed=7)
    timed = deployment.prepare(max(2, round(6 * scale)), "--clock", "3", seed=8)
    times = max(4, round(20 * scale))
    for number in range(times):
        with ThreadPoolExecutor(len(alone)) as people:
            list(people.map(lambda game: take_a_turn(deployment, game), alone))
        time.sleep(random.uniform(0.0, 0.15))
        worker = deployment.cluster.workers[number % 2]
        worker.kill()
        worker.start()
    findings.note(f"killed {times} times, {cut_off(deployment)} tasks cut off")
    time.sleep(RIGHT_WITHIN)
    logs = deployment.logs()
    for game in alone:
        computers = turns_of(logs[game.game], 2)
        findings.expect(computers > 0, f"{game.game}: the computer never played")
        findings.expect(alternate(logs[game.game]), f"{game.game}: somebody played twice in a row")
    expired = [Counter(row.type for row in logs[game.game])["turn_expired"] for game in timed]
    findings.note(f"{sum(expired)} deadlines kept in {len(timed)} games")
    findings.expect(all(expired), "a deadline was not kept")
    verified = deployment.manage("verify")
    findings.expect(verified.returncode == 0, f"verify: {(verified.stderr or verified.stdout).strip()[-300:]}")


def cut_off(deployment: Deployment) -> int:
    """Return the number of tasks that never finished. Others have done their work."""
    with psycopg.connect(deployment.environment["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT count(*) FROM django_tasks_database_dbtaskresult WHERE status = 'RUNNING'")
        return sum(number for (number,) in row)


def take_a_turn(deployment: Deployment, game: Prepared) -> None:
    """Trail, or make any move that is offered, if it is the person's turn."""
    player = Client(deployment.url, game.cookies[0])
    page = player.table(game.game)
    for card in HAND.findall(page.body):
        offered = MOVE.findall(player.ask("GET", f"/g/{game.game}/?hand={card}").body)
        if offered:
            player.ask("POST", f"/g/{game.game}/play/", urlencode({"move": unescape(offered[0]), "seq": page.number}))
            break
    player.close()


def turns_of(log: list[Logged], seat: int) -> int:
    return sum(1 for row in log if row.entry and row.actor == f"seat:{seat}")


def alternate(log: list[Logged]) -> bool:
    """Return whether two players take turns within a deal; only after a new deal may the same one play twice in a
    row."""
    played = [row for row in log if row.entry and row.actor.startswith("seat:") and "@" not in row.entry]
    numbers = {row.seq for row in log if row.type in ("cards_dealt", "round_started")}
    return all(
        first.actor != second.actor or any(first.seq < number < second.seq for number in numbers)
        for first, second in pairwise(played)
    )
