"""How the site is, for its host: a line for each thing to watch. `/admin/status/` shows all, the red ones first,
and the servers look once a minute and tell the administrators by mail when a line turns red."""

import asyncio
import logging
import shutil
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.formats import localize
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from casino import smtp
from casino.health import WORKERS_LATE, blocking_failures, degraded
from casino.hooks import database_metrics
from casino.metrics import BACKUP_LATE, backup_age, is_reporter, recent_errors
from casino.push_ages import RECENT, push_ages
from casino.version import release
from casino.worker import HELPER_STUCK_AFTER

logger = logging.getLogger(__name__)

LOOK_EVERY = 60.0  # seconds
QUIET = 3600.0  # seconds for which a line must have been well before another mail tells of it
MANY_ERRORS = 5  # in a day
LEAST_FREE = 1e9  # bytes of a disk, or a tenth of a smaller one

type Finding = tuple[str, bool]
"""What is to be said, and whether it is wrong."""


class Check(NamedTuple):
    """Something to watch: how to find out, the command that tells more, and the page of the guide that helps."""

    name: StrOrPromise
    find: Callable[[], Finding]
    command: str = ""
    guide: str = ""


class Line(NamedTuple):
    check: Check
    text: str
    red: bool


# --- what is watched ------------------------------------------------------------------------------------------------


def server() -> Finding:
    """What `/readyz` says of this server."""
    failures = async_to_sync(blocking_failures)()
    said = failures or async_to_sync(degraded)()
    return ", ".join(said) or "ok", bool(said)


def pushes() -> Finding:
    """How long a move takes to the other players; what is too late makes the server unready."""
    return _("slowest of the last half minute: %(seconds).1f s") % {"seconds": push_ages.age(RECENT)}, False


def figures() -> dict[str, dict[str, float]]:
    """The metrics that are read from the database."""
    return {name: numbers for name, _help, _label, numbers in chain.from_iterable(database_metrics())}


def tasks() -> Finding:
    known = figures()
    late, waiting = known["casino_seconds_late"], sum(known["casino_tasks_waiting"].values())
    said = _("tasks waiting: %(n)d; seconds late: tasks %(task)d, clocks %(clock)d") % {
        "n": waiting,
        **late,
    }
    return said, late["task"] > HELPER_STUCK_AFTER or late["clock"] > WORKERS_LATE


def backup() -> Finding:
    age = backup_age()
    if age is None:
        return _("deploy/backup has not made any on this machine"), settings.HTTPS and connection.vendor == "sqlite"
    never = age > timezone.now().timestamp() - 1
    said = _("none has been made and verified yet") if never else _("made and verified %(time)s ago")
    return said % {"time": timesince(timezone.now() - timedelta(seconds=age))}, age > BACKUP_LATE


def disk() -> Finding:
    """The disk of the database, or of the program where the database is another machine's."""
    usage = shutil.disk_usage(settings.DATA_DIR if connection.vendor == "sqlite" else settings.BASE_DIR)
    said = _("%(free)s of %(total)s free") % {"free": filesizeformat(usage.free), "total": filesizeformat(usage.total)}
    return said, usage.free < min(LEAST_FREE, usage.total / 10)


def mail() -> Finding:
    if settings.MAIL_OFF:
        return _("no mail server is set"), False
    (sent, _why), (failed, reason) = smtp.last(smtp.SENT), smtp.last(smtp.FAILED)
    said = [_("last sent: %(time)s") % {"time": shown(sent)}]
    if failed:
        said.append(_("last failure: %(time)s, %(reason)s") % {"time": shown(failed), "reason": reason})
    return "; ".join(said), bool(failed and (not sent or sent < failed))


def shown(at: datetime | None) -> str:
    return str(localize(timezone.localtime(at))) if at else "–"


def errors() -> Finding:
    recent = recent_errors()
    said = _("in the last day, in this server: %(n)d") % {"n": len(recent)}
    return f"{said} ({', '.join(sorted(set(recent)))})" if recent else said, len(recent) > MANY_ERRORS


def games_and_people() -> Finding:
    known = figures()
    games = {status: known["casino_games"].get(status, 0) for status in ("playing", "open")}
    said = _("games played now: %(playing)d, waiting for players: %(open)d; members: %(member)d, guests: %(guest)d")
    return said % {**games, **known["casino_people"]}, False


def version() -> Finding:
    newer = f"git -C {settings.BASE_DIR} ls-remote --tags"
    return _("%(release)s. The site looks for no newer one; this does: %(command)s") % {
        "release": release(),
        "command": newer,
    }, False


LOG = "journalctl --unit 'casino*'"
WRONG = "docs/operations.md, “When something is wrong”"
CHECKS = (
    Check(gettext_lazy("Server"), server, LOG, WRONG),
    Check(gettext_lazy("Moves on their way to others"), pushes),
    Check(gettext_lazy("Tasks and clocks"), tasks, LOG, WRONG),
    Check(gettext_lazy("Backup"), backup, "systemctl start casino-backup", "docs/club.md, “Backups”"),
    Check(gettext_lazy("Disk"), disk, "df -h; journalctl --disk-usage", WRONG),
    Check(gettext_lazy("Mail"), mail, "deploy/manage sendtestemail you@casino.example", "docs/club.md, “Mail”"),
    Check(gettext_lazy("Errors"), errors, LOG, WRONG),
    Check(gettext_lazy("Games and people"), games_and_people),
    Check(gettext_lazy("Version"), version),
)


def lines() -> list[Line]:
    """All lines, those that are wrong first."""
    return sorted(map(line_of, CHECKS), key=lambda line: not line.red)


def line_of(check: Check) -> Line:
    try:
        return Line(check, *check.find())
    except Exception as error:  # noqa: BLE001  drivers raise many kinds: that it is not known is what counts
        logger.warning("The status is not known: %s, %r.", check.find.__name__, error)
        return Line(check, _("not known; the log says why"), True)


@require_safe
def status_page(request: HttpRequest) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": _("Status"), "lines": lines(), "now": timezone.now()}
    return render(request, "admin/status.html", context)


# --- mail to the administrators -------------------------------------------------------------------------------------


def administrators() -> list[str]:
    active = get_user_model()._default_manager.filter(is_superuser=True, is_active=True).exclude(email="")
    return [str(email) for email in active.values_list("email", flat=True)]


class Watch:
    """Looks at all lines. One that is red twice in a row is told, once until it has been well for a while."""

    def __init__(self) -> None:
        self.addresses: list[str] = []  # as last known: the database may be what is away
        self.red_before: set[str] = set()
        self.told: dict[str, float] = {}
        """When a line that was told of was last red."""

    def look(self) -> None:
        """Look, in one of all servers."""
        try:
            if is_reporter("casino-status-watch"):
                self.tell(lines())
        except Exception:
            logger.exception("The administrators could not be told of the site's status; that is tried again.")
        finally:
            connection.close()

    def tell(self, found: Sequence[Line]) -> None:
        now, red, before = time.monotonic(), {str(line.check.name): line for line in found if line.red}, self.red_before
        recently = {name for name, at in self.told.items() if now - at < QUIET}
        self.red_before = set(red)
        if new := [line for name, line in red.items() if name in before - recently]:
            send(new, self.recipients())
        self.told |= dict.fromkeys(red.keys() & (recently | before), now)

    def recipients(self) -> list[str]:
        try:
            self.addresses = administrators()
        except DatabaseError:
            logger.warning("The database is away: mail goes to the administrators as they were last known.")
        return self.addresses


def send(red: Sequence[Line], addresses: list[str]) -> None:
    told = [f"{line.check.name}: {line.text}\n    {line.check.command}\n    {line.check.guide}" for line in red]
    logger.warning("Status: %s", "; ".join(f"{line.check.name}: {line.text}" for line in red))
    if addresses and not settings.MAIL_OFF:
        subject = f"Casino: {', '.join(str(line.check.name) for line in red)}"
        text = "\n\n".join([f"{settings.SITE_URL.rstrip('/')}/admin/status/", *told])
        EmailMessage(subject, text, to=addresses).send()


async def watch() -> None:
    """Look from time to time, until it is canceled."""
    watching = Watch()
    while True:
        await asyncio.sleep(LOOK_EVERY)
        await sync_to_async(watching.look, thread_sensitive=False)()
