"""Settings of the stores: the database, the channel layer, the cache."""

from pathlib import Path
from typing import Any

import dj_database_url

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a transaction that will write says so at once, instead of failing half way
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON",
}
# Who waits is given up soon; tried on for longer, the pauses would grow with the time that the database is away.
POSTGRESQL_POOL = {"min_size": 2, "max_size": 16, "timeout": 3, "reconnect_timeout": 2}
POSTGRESQL_OPTIONS = {"connect_timeout": 5, "pool": POSTGRESQL_POOL}


def database(url: str, data: Path) -> dict[str, Any]:
    """Return the settings for DATABASE_URL, or the SQLite file in the data folder; options in the URL outrank those
    here."""
    chosen: dict[str, Any] = dict(dj_database_url.parse(url)) if url else {"NAME": data / "casino.sqlite3"}
    sqlite = chosen.get("ENGINE", "sqlite3").endswith("sqlite3")
    if sqlite:
        chosen["ENGINE"] = "casino.live_server.sqlite3"
    chosen["OPTIONS"] = {**(SQLITE_OPTIONS if sqlite else POSTGRESQL_OPTIONS), **chosen.get("OPTIONS", {})}
    return chosen


def channel_layer(redis: str) -> dict[str, Any]:
    if not redis:
        return {"BACKEND": "casino.live_server.channel_layer.OneProcessChannelLayer"}
    host = {"address": redis, "socket_timeout": None, "max_connections": 100_000}
    return {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [host]}}


def cache(redis: str) -> dict[str, Any]:
    """Return the cache in which limits are counted: without Redis the site is one process."""
    backend = "django.core.cache.backends"
    if redis:
        return {"BACKEND": f"{backend}.redis.RedisCache", "LOCATION": redis}
    return {"BACKEND": f"{backend}.locmem.LocMemCache"}
