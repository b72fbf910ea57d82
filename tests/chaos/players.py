"""Players who play prepared games to the end, whatever breaks: a move without an answer is sent again."""

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.chaos.deployments import Deployment, Logged
from tests.chaos.report import Findings
from tests.load.clients import Answer, Client, Move, Prepared

AGAIN = 0.1  # seconds before a move is sent again
UNANSWERED = 0
REFUSED_FOR_NOW = (503, 504)


@dataclass
class Diary:
    """A player's notes: the acknowledged moves, and the number of moves that had to be sent again."""

    acknowledged: dict[tuple[str, int], str] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    again: int = 0
    unclear: list[str] = field(default_factory=list)
    refused: int = 0


class Table(threading.Thread):
    """Plays one prepared game after the other, both seats, until it is stopped or through. `pause`: seconds from when
    one move was due until the next one is, however long its answer takes."""

    def __init__(self, url: str, games: Sequence[Prepared], pause: float = 0.0, timeout: float = 120.0) -> None:
        super().__init__(daemon=True)
        self.url, self.games, self.pause, self.patience = url, games, pause, timeout
        self.diary = Diary()
        self.ending = threading.Event()
        self.failed: Exception | None = None

    def run(self) -> None:
        try:
            for game in self.games:
                self.play(game)
        except Exception as error:  # noqa: BLE001  raised again by the thread that waits for this one
            self.failed = error

    def play(self, game: Prepared) -> None:
        players, due = [Client(self.url, cookie) for cookie in game.cookies], time.monotonic()
        for move in game.moves:
            if self.ending.is_set():
                break
            self.insist(players[move.seat - 1], game.game, move)
            if self.pause:
                due += self.pause * random.uniform(0.5, 1.5)
                time.sleep(max(0.0, due - time.monotonic()))
        for player in players:
            player.close()

    def insist(self, player: Client, game: str, move: Move) -> None:
        until, began = time.monotonic() + self.patience, time.monotonic()
        while True:
            answer = player.play(game, move)
            if answer.accepted and answer.number >= move.after:
                break
            self.note(answer, move)
            if time.monotonic() > until:
                raise TimeoutError(f"{game}: {move} was never accepted; the last answer was {answer}")
            time.sleep(AGAIN)
        self.diary.seconds.append(time.monotonic() - began)
        self.diary.acknowledged[game, move.before] = move.text

    def note(self, answer: Answer, move: Move) -> None:
        self.diary.again += 1
        if answer.status in REFUSED_FOR_NOW and "Nothing is lost" in answer.body:
            self.diary.refused += 1
        elif answer.status != UNANSWERED:
            self.diary.unclear.append(
                f"{move.text}: status {answer.status}, number {answer.number} {answer.body[:60]!r}"
            )


def seated(deployment: Deployment, tables: int, games: int, pause: float = 0.0, seed: int = 1) -> list[Table]:
    """Return tables with this many games each, not yet playing."""
    prepared = deployment.prepare(tables * games, seed=seed)
    return [Table(deployment.url, prepared[number::tables], pause) for number in range(tables)]


def play_out(tables: Sequence[Table], timeout: float = 900.0) -> None:
    """Wait for all of them; raise the error that one of them raised."""
    for table in tables:
        table.join(timeout)
        if table.is_alive():
            raise TimeoutError("a table did not come to its end")
        if table.failed:
            raise table.failed


def hold_to_the_log(deployment: Deployment, tables: Sequence[Table], findings: Findings) -> None:
    """Expect that no acknowledged move is lost, doubled or out of sequence, and nothing else was played; `verify` is
    clean."""
    logs = deployment.logs()
    moves = 0
    for table in tables:
        mine = {game.game: game for game in table.games}
        for name, game in mine.items():
            done = {before: text for (each, before), text in table.diary.acknowledged.items() if each == name}
            findings.wrong.extend(differences(game, done, logs[name]))
            moves += len(done)
    again = sum(table.diary.again for table in tables)
    unclear = [each for table in tables for each in table.diary.unclear]
    findings.note(f"{moves} moves acknowledged, {again} sent again")
    findings.expect(not unclear, f"{len(unclear)} answers that are neither yes nor no, like {unclear[:1]}")
    verified = deployment.manage("verify")
    findings.expect(verified.returncode == 0, f"verify: {(verified.stderr or verified.stdout).strip()[-300:]}")


def differences(game: Prepared, acknowledged: dict[int, str], log: Sequence[Logged]) -> list[str]:
    """Return the differences between the moves acknowledged to a player and the log."""
    told = []
    if [row.seq for row in log] != list(range(1, len(log) + 1)):
        told.append(f"{game.game}: numbers with gaps")
    played = {row.seq - 1: row.entry for row in log if row.entry and row.actor.startswith("seat:")}
    for before, text in acknowledged.items():
        if played.get(before) != text:
            told.append(f"{game.game}: the move after {before} was acknowledged as {text}, is {played.get(before)}")
    unknown = sorted(played.keys() - acknowledged.keys())
    return told + [f"{game.game}: the move after {before} was never acknowledged" for before in unknown]
