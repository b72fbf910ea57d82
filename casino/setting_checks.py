"""Settings that cannot be meant, each refused at the start in one sentence: a name that is nearly one of the site's, a
value that no one could use. `manage.py` prints the sentences for every command, `check --deploy` among them."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from zoneinfo import ZoneInfo

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from limits import parse

from casino.backends import mailer

NUMBERS: Mapping[str, type[float]] = {
    **dict.fromkeys(["BODY_TIMEOUT", "CASINO_HEARTBEAT", "COMPUTER_PAUSE"], float),
    **dict.fromkeys(["NOTIFICATION_DELAY", "SHUTDOWN_DRAIN_SECONDS"], float),
    **dict.fromkeys(["DATABASE_CONNECTIONS", "MAX_BODY_BYTES", "ROUND_PAUSE"], int),
}
NAMES = {
    *NUMBERS,
    *(
        "ACCESS_LOG",
        "ALLOWED_HOSTS",
        "BACKUP_PING",
        "CASINO_COMMIT",
        "CASINO_DATA",
        "CASINO_SECRETS_KEYS",
        "CASINO_SECRETS_KEYS_FILE",
    ),
    *("CASINO_TEST_CLOCK", "CASINO_WORKER", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL", "DEBUG", "EMAIL_FROM", "EMAIL_URL"),
    *("ERROR_REPORTS", "HSTS_SUBDOMAINS", "HTTPS", "LIMITS", "LOG_FORMAT", "METRICS", "PGBOUNCER", "PGPASSWORD"),
    *("REDIS_URL", "SECRET_KEY", "SITE_URL", "STAFF_SECOND_FACTOR", "TIME_ZONE", "TRUSTED_PROXIES", "VAPID_CONTACT"),
    *("VAPID_PRIVATE_KEY", "WEBHOOK_ALLOWED_NETWORKS"),
}
SIMILAR = 0.85
"""How alike two names are of which one is a slip of the other; EMAIL_HOST is another program's."""
SECRET_KEY_LENGTH = 32
ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def refuse_impossible(environment: Mapping[str, str]) -> None:
    if problems := [*misspelled(environment), *impossible(environment)]:
        raise ImproperlyConfigured("\n".join(problems))


def misspelled(environment: Mapping[str, str]) -> Iterator[str]:
    """Names close to one of the site's that is not set itself."""
    for name in sorted(set(environment) - NAMES):
        for close in get_close_matches(name, NAMES - set(environment), 1, SIMILAR):
            yield f"There is no setting {name}: {close} may be meant."


def impossible(environment: Mapping[str, str]) -> Iterator[str]:
    for name, (is_possible, wanted) in RULES.items():
        value = environment.get(name, "")
        possible = False
        with suppress(ValueError, KeyError, OSError):
            possible = not value or is_possible(value)
        if not possible:
            yield f"{name} cannot be used: {wanted}."


def is_number(kind: type[float]) -> Callable[[str], bool]:
    return lambda value: 0 <= kind(value) < float("inf")


RULES: dict[str, tuple[Callable[[str], bool], str]] = {
    "SECRET_KEY": (
        lambda value: len(value) >= SECRET_KEY_LENGTH,
        f"it needs at least {SECRET_KEY_LENGTH} characters, as `manage.py newkeys` makes",
    ),
    "DATABASE_URL": (
        lambda value: dj_database_url.parse(value).get("ENGINE") in ENGINES,
        "the site works with PostgreSQL (postgres://...) and SQLite (sqlite:///...)",
    ),
    "ACCESS_LOG": (lambda value: value in {"0", "1", "all"}, "it is 0, 1, or all"),
    "EMAIL_URL": (lambda value: bool(mailer(value)), "it begins with smtp:// or smtps://, or is console:"),
    "METRICS": (
        lambda value: re.fullmatch(r"(.*:)?\d{1,5}(-\d{1,5})?", value) is not None,
        "it is an address and a port, or a range of ports, such as 127.0.0.1:9101",
    ),
    "TIME_ZONE": (lambda value: bool(ZoneInfo(value)), "there is no such time zone; one is Europe/Madrid"),
    **{name: (is_number(kind), "it is a number of 0 or more") for name, kind in NUMBERS.items()},
}


def read_limits(limits: list[str], known: Mapping[str, str]) -> dict[str, str]:
    """The limits given as `name=rate`; a number for what is a number in those known."""
    read = {}
    for limit in limits:
        name, _, rate = limit.partition("=")
        try:
            read_rate = int if known[name].isdigit() else parse
            if rate != "none":
                read_rate(rate)
        except KeyError:
            raise ImproperlyConfigured(f"LIMITS cannot be used: there is no limit {name!r}.") from None
        except ValueError:
            message = f"LIMITS cannot be used: {limit!r} is not like {name}={known[name]} or {name}=none."
            raise ImproperlyConfigured(message) from None
        read[name] = rate
    return read
