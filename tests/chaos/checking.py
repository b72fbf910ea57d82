"""Readers in addition to the players: every acknowledged move is there, and no one ever sees a game that never was."""

import threading
from collections.abc import Sequence

from tests.chaos.deployments import Deployment
from tests.chaos.players import Table, hold_to_the_log, play_out, seated
from tests.chaos.report import Findings, fault
from tests.load.clients import Client

TABLES = 12


class Reader(threading.Thread):
    """Reads the games of a table over and over: the number must be one at which a move had just been made, not lower
    than before, and not lower than the last one acknowledged."""

    def __init__(self, table: Table) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.looks = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        for game in self.table.games:
            whole = {game.moves[0].before, *(move.after for move in game.moves)}
            reader = Client(self.table.url, game.cookies[self.looks % 2])
            shown = 0
            while shown < game.moves[-1].after and self.table.is_alive():
                known = self.acknowledged(game.game)
                answer = reader.table(game.game)
                self.looks += 1
                if answer.number not in whole or answer.number < max(shown, known):
                    self.wrong.append(f"{game.game}: saw {answer.number} after {shown}, {known} was acknowledged")
                shown = answer.number
            reader.close()

    def acknowledged(self, game: str) -> int:
        """Return the number before the last acknowledged move: the number shown must be beyond it."""
        mine = [before for name, before in list(self.table.diary.acknowledged) if name == game]
        return max(mine, default=0)


@fault("a checker over 10,000 moves from many clients")
def checked(deployment: Deployment, findings: Findings, scale: float) -> None:
    tables = seated(deployment, TABLES, max(1, round(18 * scale)))
    readers = [Reader(table) for table in tables[:4]]
    everybody: Sequence[threading.Thread] = [*tables, *readers]
    for each in everybody:
        each.start()
    play_out(tables, 1800)
    for reader in readers:
        reader.join(60)
    looks = sum(reader.looks for reader in readers)
    findings.note(f"{looks} looks at tables")
    findings.expect(looks > 0, "nobody looked")
    findings.wrong.extend(each for reader in readers for each in reader.wrong[:3])
    hold_to_the_log(deployment, tables, findings)
