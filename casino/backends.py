"""Settings of the backends: the database, the channel layer, the cache."""

from pathlib import Path
from typing import Any

import dj_database_url

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a transaction that will write takes the lock at once, instead of failing halfway
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}
# Short timeouts: otherwise the pauses would grow with the time that the database is away.
POSTGRESQL_POOL = {"min_size": 2, "timeout": 3, "reconnect_timeout": 2}


def database(url: str, data: Path, connections: int = 8, pgbouncer: bool = False) -> dict[str, Any]:
    """Return the settings for DATABASE_URL, or the SQLite file in the data folder; options in the URL outrank those
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
    """Return the layer, which spreads its groups over all these servers."""
    if not redis:
        return {"BACKEND": "casino.live_server.channel_layer.OneProcessChannelLayer"}
    hosts = [{"address": url, "socket_timeout": None, "max_connections": 100_000} for url in redis]
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": hosts}}


def page_cache() -> dict[str, Any]:
    """Return the cache of pages: some megabytes in each process, so that no one can fill Redis or push out counters."""
    return {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": 600,
        "OPTIONS": {"MAX_ENTRIES": 500},
    }


def cache(redis: list[str]) -> dict[str, Any]:
    """Return the cache of failed logins and of people online: without Redis the site is one process."""
    backend = "django.core.cache.backends"
    if redis:
        return {"BACKEND": f"{backend}.redis.RedisCache", "LOCATION": redis[0]}
    return {"BACKEND": f"{backend}.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 100_000}}
