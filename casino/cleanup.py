"""Rows that are deleted once they are old, so that no table only grows."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from casino.hooks import old_rows
from casino.transactions import write_transaction

MAX_ROWS = 2000
"""Rows of one table deleted in one step, so that no one waits for it."""

TASK_RETENTION = timedelta(days=2)  # finished tasks are kept for this time, for troubleshooting
DAY = timedelta(days=1)


def finished_tasks() -> QuerySet[Any]:
    return DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - TASK_RETENTION)


def expired_sessions() -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=timezone.now())


def ended_logins() -> QuerySet[UserSession]:
    """Return rows of the list of logins whose session is gone."""
    old = UserSession.objects.filter(last_seen_at__lt=timezone.now() - DAY)
    return old.exclude(session_key__in=Session.objects.values("session_key"))  # type: ignore[no-any-return]  # allauth ships no types


def clean_up() -> bool:
    """Delete some old rows of each table; return whether there may be more."""
    full_steps = [delete_some(rows) for rows in [finished_tasks, expired_sessions, ended_logins, *old_rows]]
    return any(full_steps)


def delete_some(query: Callable[[], QuerySet[Any]]) -> bool:
    with write_transaction():
        old = list(query().order_by().values_list("pk", flat=True)[:MAX_ROWS])
        query().model._default_manager.filter(pk__in=old).delete()
    return len(old) == MAX_ROWS
