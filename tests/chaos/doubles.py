"""The same request sent twice, or by several clients at once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from tests.chaos.deployments import Deployment
from tests.chaos.players import Table, hold_to_the_log
from tests.chaos.report import Findings, fault
from tests.load.clients import Answer, Client, Move

HURRIED = 0.002  # seconds after which a client stops listening


@fault("every move in doubt, and sent again")
def in_doubt(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Each answer is abandoned; the move is sent again by a new connection, twice."""
    games = deployment.prepare(max(1, round(10 * scale)))
    table = Table(deployment.url, games)
    for game in games:
        for move in game.moves:
            hurried = Client(deployment.url, game.cookies[move.seat - 1], timeout=HURRIED)
            hurried.play(game.game, move)
            hurried.close()
            for _ in range(2):
                table.insist(Client(deployment.url, game.cookies[move.seat - 1]), game.game, move)
    hold_to_the_log(deployment, [table], findings)


@fault("50 identical posts at once")
def identical(deployment: Deployment, findings: Findings, scale: float) -> None:
    """One is accepted. The others hear that it has been, or that the table has changed."""
    games = deployment.prepare(max(1, round(4 * scale)))
    table = Table(deployment.url, games)
    statuses: Counter[int] = Counter()
    for game in games:
        for move in game.moves[:3]:
            clients = [Client(deployment.url, game.cookies[move.seat - 1]) for _ in range(50)]
            answers = at_once(clients, game.game, [move] * 50)
            statuses.update(answer.status for answer in answers)
            findings.expect(any(answer.accepted for answer in answers), f"{game.game}: none of 50 was accepted")
            table.insist(clients[0], game.game, move)
    tell(findings, statuses)
    hold_to_the_log(deployment, [table], findings)


@fault("8 clients on one game")
def crowded(deployment: Deployment, findings: Findings, scale: float) -> None:
    """Four browsers of each player all press the same button, and one that is not yet due."""
    games = deployment.prepare(max(1, round(4 * scale)))
    statuses: Counter[int] = Counter()
    tables = Table(deployment.url, games)
    for game in games:
        clients = [Client(deployment.url, cookie) for cookie in game.cookies for _ in range(4)]
        for move, later in zip(game.moves, game.moves[1:], strict=False):
            answers = at_once(clients, game.game, [move, later] * 4)
            statuses.update(answer.status for answer in answers)
            tables.insist(Client(deployment.url, game.cookies[move.seat - 1]), game.game, move)
        last = game.moves[-1]
        tables.insist(Client(deployment.url, game.cookies[last.seat - 1]), game.game, last)
    tell(findings, statuses)
    hold_to_the_log(deployment, [tables], findings)


def at_once(clients: list[Client], game: str, moves: list[Move]) -> list[Answer]:
    with ThreadPoolExecutor(len(clients)) as crowd:
        return list(crowd.map(lambda pair: pair[0].play(game, pair[1]), zip(clients, moves, strict=True)))


def tell(findings: Findings, statuses: Counter[int]) -> None:
    findings.note("answers: " + ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items())))
    bad = {status: number for status, number in statuses.items() if status >= 500 or status == 0}
    findings.expect(not bad, f"answers in error: {bad}")
