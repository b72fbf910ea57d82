"""Settings of the backends: the database, the channel layer, the cache, outgoing mail."""

from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url

from casino.live_server.channel_layer import connect_to_redis

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a transaction that will write takes the lock at once, instead of failing halfway
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}
# Short timeouts: otherwise the pauses would grow with the time that the database is away.
POSTGRESQL_POOL = {"min_size": 2, "timeout": 3, "reconnect_timeout": 2}
# Otherwise a thread waits for good for a Redis that is gone without saying so.
REDIS_TIMEOUTS = {"socket_timeout": 1, "socket_connect_timeout": 1}


def database(url: str, data: Path, connections: int = 8, pgbouncer: bool = False) -> dict[str, Any]:
    """The settings for DATABASE_URL, or the SQLite file in the data folder; options in the URL outrank those
    here. A pooler of transactions gives each transaction another connection: nothing outlives it there."""
    config: dict[str, Any] = dict(dj_database_url.parse(url)) if url else {"NAME": data / "casino.sqlite3"}
    sqlite = config.get("ENGINE", "sqlite3").endswith("sqlite3")
    if sqlite:
        # Each thread keeps its connection: as fast as a pool of our own (docs/measurements.md).
        config |= {"ENGINE": "casino.live_server.sqlite3", "CONN_MAX_AGE": None}
    postgresql = {"connect_timeout": 5, "pool": POSTGRESQL_POOL | {"max_size": connections}}
    config["OPTIONS"] = {**(SQLITE_OPTIONS if sqlite else postgresql), **config.get("OPTIONS", {})}
    config["DISABLE_SERVER_SIDE_CURSORS"] = pgbouncer
    return config


def channel_layer(redis: list[str]) -> dict[str, Any]:
    """The layer, which spreads its groups over all these servers."""
    if not redis:
        return {"BACKEND": "casino.live_server.channel_layer.OneProcessChannelLayer"}
    options = {"socket_timeout": None, "max_connections": 100_000, "redis_connect_func": connect_to_redis}
    hosts = [{"address": url, **options} for url in redis]
    return {"BACKEND": "casino.live_server.shared_channel_layer.SharedChannelLayer", "CONFIG": {"hosts": hosts}}


def page_cache() -> dict[str, Any]:
    """The cache of pages: some megabytes in each process, so that no one can fill Redis or push out counters."""
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    }


def cache(redis: list[str]) -> dict[str, Any]:
    """The cache of failed logins and of people online: without Redis the site is one process."""
    backend = "django.core.cache.backends"
    if redis:
        return {"BACKEND": f"{backend}.redis.RedisCache", "LOCATION": redis[0], "OPTIONS": REDIS_TIMEOUTS}
    return {"BACKEND": f"{backend}.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}


# --- mail -----------------------------------------------------------------------------------------------------------


SENDER_NAME = "Casino"
CONSOLE = "console:"
BACKENDS = "django.core.mail.backends"
TIMEOUT = 20  # seconds that a mail server may take to answer


def named_sender(sender: str) -> str:
    """The sender of mail with a name: the host's, as in `My club <casino@club.example>`, else the site's."""
    name, address = parseaddr(sender)
    return sender if name else formataddr((SENDER_NAME, address))


def mailer(url: str) -> dict[str, Any]:
    """The settings for `console:`, `smtps://[user:password@]host[:port]`, or `smtp://...`, which encrypts as
    soon as it is connected unless it ends in `?starttls=0`; for "", no mail. Raises ValueError for anything else."""
    parts = urlsplit(url)
    if not url:
        return {"BACKEND": f"{BACKENDS}.dummy.EmailBackend"}
    if url == CONSOLE:
        return {"BACKEND": f"{BACKENDS}.console.EmailBackend"}
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("EMAIL_URL begins with smtp://, smtps:// or is console:")
    secure = parts.scheme == "smtps"
    starttls = parse_qs(parts.query).get("starttls", ["1"])[-1] != "0"
    options = {
        "host": parts.hostname,
        "port": parts.port or (465 if secure else 587),
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_ssl": secure,
        "use_tls": starttls and not secure,
        "timeout": TIMEOUT,
    }
    return {"BACKEND": "casino.smtp.EmailBackend", "OPTIONS": options}
