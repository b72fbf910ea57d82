"""Two servers and a worker over one PostgreSQL and one Redis: players need not know which of them they use, and any of
the processes may die in the middle of a game."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlsplit

import pytest
import requests
from allauth.account.models import EmailAddress
from websockets.sync.client import ClientConnection, connect

from accounts.models import Person
from games.domain.table_settings import DAY
from games.notifications.models import NotificationPreferences
from tests.games.viewers import Page
from tests.live import ENDING_WITH_US, PROJECT, LiveSite, scratch_database
from tests.post_office import Letters, post_office
from tests.swallowing_proxy import SwallowingProxy, swallowing_proxy

TIMEOUT = 20  # seconds that anything may take
AWAY = 8  # seconds for which Redis is silent


class Worker:
    """A `manage.py worker` process for the servers."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.start()

    def start(self) -> None:
        command = [*ENDING_WITH_US, sys.executable, "manage.py", "worker"]
        self.process = subprocess.Popen(command, cwd=PROJECT, env=self.environment, stdout=subprocess.DEVNULL)

    def stop(self, how: signal.Signals) -> None:
        self.process.send_signal(how)
        self.process.wait(TIMEOUT)


class House:
    """Two servers over the same data, and a worker that runs the tasks of both."""

    def __init__(self, data: Path, environment: dict[str, str]) -> None:
        self.ahead = data.with_name("ahead")
        alone = environment | {"CASINO_WORKER": "none", "CASINO_HEARTBEAT": "1", "COMPUTER_PAUSE": "0.05"}
        alone["CASINO_TEST_CLOCK"] = str(self.ahead)
        self.servers = [LiveSite(data, alone) for _ in range(2)]

    def start(self) -> None:
        for server in self.servers:
            server.start()
        self.worker = Worker(self.servers[0].environment)

    def stop(self) -> None:
        for server in self.servers:
            if server.process:
                server.stop()
        if self.worker.process.poll() is None:
            self.worker.stop(signal.SIGTERM)


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[House]:
    with scratch_database(migrated=True) as environment:
        running = House(tmp_path / "data", environment)
        running.start()
        try:
            yield running
        finally:
            running.stop()


class Guest:
    """A visitor with cookies, who talks to the server that is named."""

    def __init__(self, server: LiveSite) -> None:
        self.server = server
        self.session = requests.Session()

    def get(self, path: str, **query: str) -> Page:
        return Page(self.session.get(self.server.url + path, params=query, timeout=TIMEOUT))

    def post(self, path: str, **sent: str) -> requests.Response:
        token = self.session.cookies.get("csrftoken", domain="127.0.0.1") or ""
        headers = {"X-CSRFToken": token, "Referer": self.server.url + path}
        answer = self.session.post(self.server.url + path, data=sent, headers=headers, timeout=TIMEOUT)
        assert answer.status_code == 200, answer.text[:500]
        return answer

    def socket(self, table: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.session.cookies.items())
        address = self.server.url.replace("http://", "ws://") + f"/ws{table}"
        return connect(address, additional_headers={"Cookie": cookies, "Origin": self.server.url})

    def turn(self, table: str) -> dict[str, str] | None:
        """Return the form for the first move that the page offers; None when it is another player's turn."""
        page = self.get(table)
        hands = page.offered("hand")
        if not hands:
            return None
        chosen = next(found for card in hands if (found := self.get(table, hand=card)).moves)
        return {"move": next(iter(chosen.moves.values())), "seq": chosen.seq}


def opened_by(host: Guest, guest: Guest, **table_settings: str) -> str:
    """Return a table of two at which both sit, whichever server each is on."""
    host.get("/new/casino/")
    table = host.post("/new/casino/", seating="2", opponents="friends", **table_settings).url.removeprefix(
        host.server.url
    )
    guest.get(table)
    guest.post(f"{table}seat/", seat="2")
    return table


def wait_for_push(socket: ClientConnection, after: int) -> None:
    """Wait until a table with a higher number than this has been pushed."""
    shown = 0
    while shown <= after:
        shown = int(str(socket.recv(TIMEOUT)).partition('data-seq="')[2].partition('"')[0] or 0)


def wait_for_words(socket: ClientConnection, words: str) -> None:
    """Wait until something with these words has been pushed."""
    while words not in str(socket.recv(TIMEOUT)):
        pass


def log_of(deployment: House, table: str) -> list[tuple[int, str, str]]:
    """Return number, type and entry of every event of the game, by another process."""
    ask = (
        "import json; from games.models import StoredEvent; "
        f"print(json.dumps(list(StoredEvent.objects.filter(game__public_id='{table.split('/')[2]}')"
        ".order_by('seq').values_list('seq', 'type', 'action_text'))))"
    )
    rows = json.loads(deployment.servers[1].manage("shell", "-v", "0", "-c", ask))
    return [(seq, kind, entry) for seq, kind, entry in rows]


def moves_in(log: list[tuple[int, str, str]]) -> list[str]:
    return [entry for _, _, entry in log if entry]


def test_players_on_different_servers_see_each_others_turns(deployment: House) -> None:
    players = [Guest(server) for server in deployment.servers]
    table = opened_by(*players)
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(player.socket(table)) for player in players]
        for socket in sockets:
            socket.send(json.dumps({"seen": 0}))
            wait_for_push(socket, 0)
        for _ in range(8):
            mover, wanted = next((place, found) for place, each in enumerate(players) if (found := each.turn(table)))
            players[mover].post(f"{table}play/", **wanted)
            wait_for_push(sockets[1 - mover], int(wanted["seq"]))
    assert len(moves_in(log_of(deployment, table))) == 8


def test_players_on_different_servers_hear_each_other_and_know_who_is_there(deployment: House) -> None:
    players = [Guest(server) for server in deployment.servers]
    table = opened_by(*players)
    with players[0].socket(table) as here:
        here.send(json.dumps({"seen": 0, "ask": "talk"}))
        wait_for_words(here, ": offline")
        with players[1].socket(table) as there:
            there.send(json.dumps({"seen": 0, "ask": "talk"}))
            wait_for_words(here, ": online")
            wait_for_words(there, ": online")
            players[1].post(f"{table}say/", phrase="well_played")
            wait_for_words(here, "Well played.")
            there.send(json.dumps({"seen": 0, "hidden": True}))
            wait_for_words(here, ": away")
        wait_for_words(here, ": offline")


def test_a_deadline_is_kept_once_by_several_workers_and_seen_on_every_server(deployment: House) -> None:
    players = [Guest(server) for server in deployment.servers]
    table = opened_by(*players, clock="turn-1", timeout="lose")
    deployment.worker.stop(signal.SIGKILL)
    with ExitStack() as open_sockets:
        sockets = [open_sockets.enter_context(player.socket(table)) for player in players]
        for socket in sockets:
            socket.send(json.dumps({"seen": 0}))
            wait_for_push(socket, 0)
        deployment.ahead.write_text(str(DAY))
        workers = [Worker(deployment.servers[0].environment) for _ in range(2)]
        try:
            for socket in sockets:
                wait_for_words(socket, "ran out of time.")
        finally:
            for worker in workers:
                worker.stop(signal.SIGTERM)
    kinds = [kind for _, kind, _ in log_of(deployment, table)]
    assert [kinds.count(kind) for kind in ("turn_expired", "game_won")] == [1, 1]


def test_a_server_killed_in_mid_game_loses_and_doubles_nothing(deployment: House) -> None:
    first, second = deployment.servers
    players = [Guest(first), Guest(second)]
    table = opened_by(*players)
    sent = []
    for turn in range(12):
        if turn == 4:
            first.stop(signal.SIGKILL)
            players[0].server = second
        if turn == 8:
            first.start()
            players[0].server = first
        mover, wanted = next((player, found) for player in players if (found := player.turn(table)))
        for _ in range(2):  # sent again, as by one whose answer got lost
            mover.post(f"{table}play/", **wanted)
        sent.append(wanted["move"])
    log = log_of(deployment, table)
    assert moves_in(log) == sent
    assert [seq for seq, _, _ in log] == list(range(1, len(log) + 1))
    assert "all in order" in second.manage("verify")


def test_the_computer_plays_once_though_the_worker_is_killed(deployment: House) -> None:
    player = Guest(deployment.servers[0])
    player.get("/")
    table = player.post("/play/").url.removeprefix(player.server.url)
    played = 0
    while played < 3:
        wanted = player.turn(table)
        if wanted is None:
            continue
        deployment.worker.stop(signal.SIGKILL)
        player.post(f"{table}play/", **wanted)
        deployment.worker.start()
        played += 1
    with player.socket(table) as socket:
        socket.send(json.dumps({"seen": 0}))
        while player.turn(table) is None:
            wait_for_push(socket, 0)
    assert len(moves_in(log_of(deployment, table))) in (6, 7)  # by turns, whichever seat began
    assert "all in order" in deployment.servers[1].manage("verify")


def test_the_mail_of_each_turn_is_sent_once_while_everything_fails_in_turn(tmp_path: Path) -> None:
    """The worker is killed, Redis falls silent, the servers are killed; each just before a move."""
    redis = urlsplit(os.environ["REDIS_URL"])
    with (
        post_office() as (office, mail),
        scratch_database(migrated=True) as database,
        swallowing_proxy(redis.port or 6379) as line,
    ):
        between = redis._replace(netloc=urlsplit(line.url).netloc).geturl()
        settings = {"EMAIL_URL": mail, "NOTIFICATION_DELAY": "0", "REDIS_URL": between}
        house = House(tmp_path / "data", database | settings)
        house.start()
        try:
            play_by_mail(house, office, line)
        finally:
            house.stop()


def give_mail() -> None:
    """Give everybody a confirmed address, and no quiet hours."""
    for person in Person.objects.all():
        EmailAddress.objects.create(user=person, email=f"{person.pk}@mail.example", verified=True, primary=True)
        NotificationPreferences.objects.create(person=person)


def wait_for_letters(office: Letters, number: int) -> None:
    end = monotonic() + TIMEOUT
    while len(office.letters) < number:
        assert monotonic() < end, [letter["Subject"] for _, letter in office.letters]
        sleep(0.1)


def play_by_mail(house: House, office: Letters, line: SwallowingProxy) -> None:
    players = [Guest(server) for server in house.servers]
    table = opened_by(*players)
    house.servers[0].manage("shell", "-v", "0", "-c", f"from {__name__} import give_mail; give_mail()")
    for trouble in ("none", "worker", "redis", "servers", "none"):
        if trouble == "worker":
            house.worker.stop(signal.SIGKILL)
        if trouble == "servers":
            for server in house.servers:
                server.stop(signal.SIGKILL)
                server.start()
        line.swallows = trouble == "redis"
        mover, wanted = next((player, found) for player in players if (found := player.turn(table)))
        mover.post(f"{table}play/", **wanted)
        if trouble == "worker":
            house.worker.start()
        if trouble == "redis":
            sleep(AWAY)
            line.swallows = False
        wait_for_letters(office, len(moves_in(log_of(house, table))))
    sleep(3)  # time for letters that should not come
    told = [(to[0], letter["Message-ID"]) for to, letter in office.letters]
    assert len(told) == len(set(told)) == len(moves_in(log_of(house, table)))
