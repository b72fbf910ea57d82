"""The page of games to watch."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.contexts.watch import tables_for, watched_games


@require_safe
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    return render(request, "games/watch/page.html", {"watched": tables_for(request.user, watched_games())})
