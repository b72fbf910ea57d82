"""Logs of every version there has been, and the meaning they have always had.

A file of logs/ is one game, a line an event: its type, version and payload as they were written, and the beginning of
the hash of the state's meaning after it. Files are added, and never changed: `kept.json` has their hashes.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from games.domain.codec import decode, encode
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.options import write_options
from games.domain.rules import Rules
from games.domain.state import GameState

FOLDER = Path(__file__).parent / "logs"
KEPT = FOLDER / "kept.json"
LETTERS = 16

USUAL = write_options(Rules())


class Line(NamedTuple):
    """One recorded event, and the hash of the state's meaning after it."""

    type: str
    version: int
    payload: dict[str, Any]
    meaning: str


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def read(path: Path) -> list[Line]:
    return [Line(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def write(name: str, log: list[Event]) -> Path:
    """Write a new log in the current versions. Existing ones are never overwritten."""
    path = FOLDER / f"{name}.jsonl"
    recorded = [encode(event) for event in log]
    lines = [Line(*each, meaning) for each, meaning in zip(recorded, meanings(log), strict=True)]
    with path.open("x", encoding="utf-8") as file:
        file.writelines(json.dumps(line._asdict(), ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    return path


def facts_of(lines: list[Line]) -> list[Event]:
    return [decode(line.type, line.version, line.payload) for line in lines]


def meanings(log: list[Event]) -> list[str]:
    """Return the meaning of the state after each event."""
    return [meaning(fold(log[:number])) for number in range(1, len(log) + 1)]


def meaning(state: GameState) -> str:
    told = json.dumps(plain(state), sort_keys=True, ensure_ascii=False)
    return sha256(told.encode()).hexdigest()[:LETTERS]


def plain(value: Any) -> Any:
    """Return everything in the value that differs from the defaults, so that a field, or an option, that has been added
    since does not change the meaning of an older game."""
    if isinstance(value, Rules):
        return {key: option for key, option in write_options(value).items() if option != USUAL[key]}
    if hasattr(value, "_fields"):
        usual = value._field_defaults
        told = {name: part for name, part in value._asdict().items() if name not in usual or part != usual[name]}
        return {name: plain(part) for name, part in told.items()}
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted((plain(part) for part in value), key=str)
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def hashes() -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files()}


def keep() -> None:
    """Record the hashes of all files."""
    KEPT.write_text(json.dumps(hashes(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
