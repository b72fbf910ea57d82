"""Replays of games and of imported records."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games.deals.reveal import secrets_open
from games.domain.codec import decode
from games.domain.perspective import SPECTATOR
from games.log.player_names import whole_log
from games.models import Game, Record
from games.views.looking import HtmxRequest, find_seat, opening_at, watched_game
from games.views.stories import Story, tell


def log_of(game: Game) -> Story:
    """Return the game's log; for a spectator while its cards are hidden."""
    return Story(whole_log(game), secrets_open(game))


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def replay(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = watched_game(request, public_id)
    if game.status == Game.Status.OPEN:
        return redirect("games:table", public_id)
    seat = find_seat(game, request.user)
    story = log_of(game)._replace(viewer=seat.number if seat else SPECTATOR)
    hidden = "" if story.over else opening_at(game)
    context = {"public_id": public_id, "may_dispute": seat is not None, "hidden": hidden}
    return _page(request, story, ("games:replay", "games:what_if", public_id), context)


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def record(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show an imported record to anyone who has its URL."""
    return _page(request, record_story(public_id), ("games:record", "games:record_what_if", public_id), {})


def record_story(public_id: str) -> Story:
    kept = get_object_or_404(Record, public_id=public_id)
    return Story(tuple(decode(*row) for row in kept.log), over=True)


def _page(request: HtmxRequest, story: Story, names: tuple[str, str, str], context: dict[str, Any]) -> HttpResponse:
    template = "games/_replay.html" if request.htmx else "games/replay.html"
    shown = tell(story, place_in(request))
    address, what_if = (reverse(name, args=[names[2]]) for name in names[:2])
    found = {
        "replay": shown,
        "table": shown.table,
        "over": story.over,
        "address": address,
        "what_if": what_if,
        "permalink": request.build_absolute_uri(f"{address}?at={shown.at}"),
    }
    return render(request, template, found | context)


def place_in(request: HtmxRequest) -> int:
    """Return the moment named by the query."""
    wanted = request.GET.get("at", "0")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 6):
        raise Http404
    return int(wanted)
