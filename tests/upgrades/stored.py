"""Stored sites, one of each release: an SQLite database as SQL, below a comment that tells what its visitors hold."""

import json
import sqlite3
from base64 import urlsafe_b64encode
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
SECRET_KEY = "of the stored sites, and of no other"
SECRETS_KEY = urlsafe_b64encode(b"of stored sites, and of no other").decode()


class Visitors(NamedTuple):
    """Sessions of a member and of a guest, the guest's link back, and two games by their addresses: the guest is in the
    middle of one, the member's is over."""

    member: str
    guest: str
    recovery_link: str
    playing: str
    over: str


def save(file: Path, visitors: Visitors, database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        lines = [f"-- {json.dumps(visitors._asdict())}", *connection.iterdump()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def load(file: Path, database: Path) -> Visitors:
    """Make the database anew; return what its visitors hold."""
    text = file.read_text(encoding="utf-8")
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(text)
    return Visitors(**json.loads(text.partition("\n")[0].removeprefix("-- ")))
