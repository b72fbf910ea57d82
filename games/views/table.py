"""The table page, and the fragments of it that htmx requests."""

from django.http import HttpResponse
from django.shortcuts import render
from django.template.context_processors import csrf
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from games import services
from games.forms.table import SeenForm, read_choice
from games.models import Game
from games.presenters.choices import Choice
from games.views.company import company_context
from games.views.invitations import inviting_context
from games.views.looking import HtmxRequest, Look, fragment_context, look, watched_game

PAGE = "games/table.html"


@require_GET
@never_cache
@vary_on_headers("HX-Request")
def table(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = watched_game(request, public_id)
    if game.status == Game.Status.OPEN and game.deadline and services.run_out(public_id, game.seq):
        game.refresh_from_db()  # seeds that were promised stayed away, and no worker was there to begin without them
    found = look(game, request.user)
    choice = read_choice(request.GET, found.sight, found.moves)
    template = "games/changed.html" if request.htmx else PAGE
    since = found.seat.seen if found.seat else None
    note_look(found)
    return render_table(request, template, found, choice, since=since)


@require_GET
@never_cache
def options(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the moves of the chosen cards; the whole table if it has changed since the page was shown."""
    found = look(watched_game(request, public_id), request.user)
    choice = read_choice(request.GET, found.sight, found.moves)
    form = SeenForm(request.GET)
    if form.is_valid() and form.cleaned_data["seen"] == found.game.seq and found.sight.my_turn:
        return render_table(request, "games/options.html", found, choice)
    response = render_table(request, "games/changed.html", found, choice)
    response["HX-Retarget"] = "#table"
    return response


def note_look(found: Look) -> None:
    """Record that the viewer has seen the table at its present state."""
    if found.seat:
        services.looked(found.seat, found.game.seq)


def render_table(
    request: HtmxRequest,
    template: str,
    found: Look,
    choice: Choice | None = None,
    notice: str = "",
    since: int | None = None,
) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    shown = fragment_context(found, site, choice, notice, since)
    if template == PAGE:
        return render(request, template, shown | company_context(found) | inviting_context(found, request.user))
    return HttpResponse(render_to_string(template, shown | csrf(request)))  # as pushed: a fragment knows no page
