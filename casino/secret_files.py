"""The data folder, closed to the machine's other users, and secret keys: those generated once into that folder, and the
encryption keys, which must not be stored with the database."""

import os
import secrets
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions of everyone but the owner."""

OWN_NAMES = ("*.sqlite3", "*.sqlite3-*", "*_key")
"""What the site itself writes into the data folder."""


def private_folder(folder: Path) -> Path:
    """The folder, made now if there is none. Close it and all that is in it to others, and say so if they were
    open. Where other things are kept as well, close only the site's own files."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    shared = folder in (Path(os.environ.get("HOME", "/")), Path.cwd()) or folder.stat().st_mode & stat.S_ISVTX
    found = (file for name in OWN_NAMES for file in folder.glob(name)) if shared else (folder, *folder.rglob("*"))
    if closed := [path for path in found if close_to_others(path)]:
        what = "file or folder" if len(closed) == 1 else "files and folders"
        print(  # noqa: T201  settings are read before there is a log
            f"Others on this machine could read {len(closed)} {what} in {folder}. Now only their owner can.",
            file=sys.stderr,
        )
    return folder


def close_to_others(path: Path) -> bool:
    """Take the permissions of others away, and return True if they had any. What can't be changed stays as it is:
    another user's file, or a file system without permissions."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) or not mode & OTHERS:
            return False
        path.chmod(stat.S_IMODE(mode) & ~OTHERS)
        return not path.lstat().st_mode & OTHERS
    except OSError:
        return False


def new_secret() -> str:
    return secrets.token_urlsafe(50)


def load_or_create_secret(path: Path, make: Callable[[], str] = new_secret) -> str:
    """The key in the file, made now if there is none."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return create_secret(path, make)


def create_secret(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Write a complete new key, then link it into place: if two processes do this at once, the second reads the first
    one's key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(make() + "\n")
    try:
        os.link(temporary, path)
    except FileExistsError:
        pass  # another process was first
    finally:
        temporary.unlink()
    return path.read_text(encoding="ascii").strip()


def encryption_keys() -> list[str]:
    """The keys that encrypt secrets in the database (`games/log/encryption.py`), in Fernet's format, the newest
    first."""
    file = os.environ.get("CASINO_SECRETS_KEYS_FILE")
    text = Path(file).expanduser().read_text(encoding="ascii") if file else os.environ.get("CASINO_SECRETS_KEYS", "")
    keys = text.replace(",", " ").split()
    for key in keys:
        try:
            Fernet(key)
        except ValueError:
            message = "A key in CASINO_SECRETS_KEYS is none: make keys by `manage.py secrets new`."
            raise ImproperlyConfigured(message) from None
    return keys
