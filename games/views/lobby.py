"""The lobby, the user's own games, and the next of them that waits."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person
from casino.clock import now
from games.contexts.lobby import (
    Page,
    games_over,
    games_to_join,
    invitations_context,
    kept_filters,
    open_tables,
    running_games,
)
from games.contexts.waiting import MAX_BADGE, waiting_games
from games.contexts.watch import tables_for, watched_games
from games.notifications.destinations import reachable
from games.notifications.models import NotificationPreferences
from games.presenters.lobby import GameRow
from games.presenters.notifications import notice_words
from games.rulings.models import Sanction
from games.views.new_game import doors_context, today_context
from games.views.pairing import tiles_context
from games.views.result_lists import latest_results

# --- open tables --------------------------------------------------------------------------------------------------


MEANWHILE = 2
"""The games to watch, and the latest results, that a lobby without open tables shows of each."""


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    after, filters = request.GET.get("after", ""), kept_filters(request)
    tables = open_tables(request.user, after, filters)
    to_join = [] if after else games_to_join(request.user)
    context = {"tables": tables, "live": not after, "filters": filters, "to_join": to_join} | tiles_context(request)
    context |= doors_context(request) | today_context()
    if not tables.rows:
        context["watched"] = tables_for(request.user, watched_games())[:MEANWHILE]
        context["table_wanted_until"] = _table_wanted_until(request)
        context["results"] = Page(latest_results(MEANWHILE), "")
    return render(request, "games/lobby/page.html", context | invitations_context(request))


def _table_wanted_until(request: HttpRequest) -> datetime | None:
    """The time until which the user will be told of a table that needs a player."""
    asked = NotificationPreferences.objects.filter(person=request.user.pk, table_wanted_until__gt=now())
    return asked.values_list("table_wanted_until", flat=True).first()


NOTICE_RETENTION = timedelta(days=30)

# --- the user's games ---------------------------------------------------------------------------------------------


@require_safe
@never_cache
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    person = request.user
    after = request.GET.get("after", "")
    over = games_over(person, after)
    context: dict[str, Any] = {"over": over, "later": bool(after)} | invitations_context(request)
    if not after:
        running = running_games(person, summaries=True)
        notices = Sanction.objects.filter(person=person.pk, made__gt=now() - NOTICE_RETENTION)
        context["notices"] = [(notice_words(notice.kind, notice.until), notice) for notice in notices]
        context["waiting"] = [row for row in running if row.waits]
        context["others"] = [row for row in running if not row.waits]
        context["untold"] = isinstance(person, Person) and _is_untold(person, running)
        shown = {row.public_id for row in running}  # some are over
        context["over"] = over._replace(rows=[row for row in over.rows if row.public_id not in shown])
    return render(request, "games/lobby/my_games.html", context)


def _is_untold(person: Person, running: list[GameRow]) -> bool:
    """True if nothing tells this person that it is their turn in a game that takes days."""
    over_days = any(row.deadline and row.deadline > now() + timedelta(hours=1) for row in running)
    return over_days and not reachable([person.pk])


@require_safe
@never_cache
def next_game(request: HttpRequest) -> HttpResponse:
    """Lead to the first table that waits for the user, or from one of them to the next."""
    if not isinstance(request.user, Person):
        return redirect("games:my_games")
    waiting = waiting_games(request.user)
    here = request.GET.get("from", "")
    if here in waiting:
        place = waiting.index(here)
        waiting = waiting[place + 1 :] + waiting[:place]
    return redirect("games:table", waiting[0]) if waiting else redirect("games:my_games")


@require_safe
@cache_control(max_age=7 * 24 * 3600, public=True)
def icon(request: HttpRequest, count: int) -> HttpResponse:
    """Render the site's icon with a number on it, 9+ beyond nine."""
    text = str(count) if count <= MAX_BADGE else f"{MAX_BADGE}+"
    return render(request, "icon.svg", {"text": text}, content_type="image/svg+xml")
