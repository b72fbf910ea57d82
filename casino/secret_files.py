"""Secret keys: those generated once into the data folder, readable by their owner only, and the encryption keys, which
must not be stored with the database."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured


def new_secret() -> str:
    return secrets.token_urlsafe(50)


def load_or_create_secret(path: Path, make: Callable[[], str] = new_secret) -> str:
    """Return the key in the file, made now if there is none."""
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
    """Return the keys that encrypt secrets in the database (`games/log/encryption.py`), in Fernet's format, the newest
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
