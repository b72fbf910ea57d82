"""Conditional moves of a player in a correspondence game: planning and removing them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from casino.rate_limits import rate_limited
from games.contexts.access import get_own_seat_or_404
from games.contexts.table import load_table, table_context
from games.forms.conditional_moves import ConditionalMoveForm, RemoveForm
from games.models import Game, Seat
from games.presenters.conditional_moves import planned_views
from games.presenters.refusals import refusal_words
from games.services import conditional_moves as services
from games.services.outcomes import TEMPLATES, Refused


@require_safe
@never_cache
def conditional_moves(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the moves that the player has planned, and the form of another one."""
    return _show(request, get_own_seat_or_404(request, public_id))


@require_POST
@rate_limited("move")
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    """Add a move to the plan; with `update`, only show the moves that the conditions leave."""
    seat = get_own_seat_or_404(request, public_id)
    return _show(request, seat, adding="update" not in request.POST)


def _show(request: HttpRequest, seat: Seat, adding: bool = False) -> HttpResponse:
    viewed = load_table(seat.game, request.user)
    if refusal := services.plan_refusal(seat.game, viewed.perspective):
        messages.info(request, refusal_words(refusal.refusal, TEMPLATES))
        return redirect("games:table", seat.game.public_id)
    form = ConditionalMoveForm(viewed.perspective, request.POST, adding)
    if adding and form.is_valid():
        added = services.add_conditional_move(seat, form.planned)
        if isinstance(added, Refused):
            messages.warning(request, refusal_words(added.refusal, TEMPLATES))
        return redirect("games:conditional_moves", seat.game.public_id)
    planned = services.planned_moves(seat, viewed.perspective)
    context = {
        **table_context(viewed, site=""),
        "form": form,
        "planned": planned_views(viewed.perspective, planned),
        "room": len(planned) < services.MAX_MOVES,
    }
    return render(request, "games/conditional_moves/page.html", context)


@require_POST
@rate_limited("move")
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    seat, form = get_own_seat_or_404(request, public_id), RemoveForm(request.POST)
    if form.is_valid() and seat.game.status == Game.Status.PLAYING:
        services.remove_conditional_move(seat, form.cleaned_data["number"], form.cleaned_data["of"])
        messages.success(request, _("Removed."))
    return redirect("games:conditional_moves", public_id)
