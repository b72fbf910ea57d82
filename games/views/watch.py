"""The page of games to watch, and a game between computers for whoever finds none."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.services import ensure_person
from casino.rate_limits import rate_limited
from games import services
from games.contexts.lobby import Page
from games.contexts.watch import tables_for, watched_games
from games.views.new_game import doors_context, today_context
from games.views.result_lists import latest_results
from games.views.suspended import redirect_suspended

FEW_RESULTS = 3


@require_safe
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    context = {"watched": tables_for(request.user, watched_games()), "results": Page(latest_results(FEW_RESULTS), "")}
    return render(request, "games/watch/page.html", context | doors_context(request) | today_context())


@require_POST
@rate_limited("open_game")
@redirect_suspended
def watch_computers(request: HttpRequest) -> HttpResponse:
    """Lead to a game between two computers, one at a time for each person."""
    return redirect("games:table", services.watch_computers(ensure_person(request)).public_id)
