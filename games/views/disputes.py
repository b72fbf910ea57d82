"""Disputing a move, and the outcome: for the players of the game."""

from collections.abc import Callable
from itertools import pairwise

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import HtmxRequest, get_own_seat_or_404
from games.domain.dispute_events import RulingMade
from games.domain.disputes import RevealedCards, revealed_since
from games.domain.events import Event, RolledBack
from games.domain.perspective import SPECTATOR, perspective_of, redact
from games.forms.table import DisputeForm, DisputeNumberForm, RulingForm
from games.log.player_names import current_names, load_full_log, with_current_names
from games.log.store import load
from games.models import Game, Seat
from games.presenters.disputes import StoredDispute, disputable_moves, dispute_views, ruling_views
from games.presenters.refusals import refusal_words
from games.rulings import disputes as keeping
from games.rulings.models import TEXT_LENGTH, Dispute
from games.rulings.permissions import directors_for
from games.views.turns import render_outcome


@require_safe
@never_cache
def disputes(request: HtmxRequest, public_id: str) -> HttpResponse:
    """List the disputes of a game, with a form for a new one; the query may name the move."""
    seat = get_own_seat_or_404(request, public_id)
    return _page(request, seat, DisputeForm(initial={"at": request.GET.get("at", "")}))


@require_POST
@rate_limited("move")
def read_ruling(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Take the banner with a ruling off the player's table."""
    seat, form = get_own_seat_or_404(request, public_id), RulingForm(request.POST)
    if form.is_valid():
        services.mark_ruling_read(seat, form.cleaned_data["ruling"])
    return render_outcome(request, seat, "")


@require_POST
@rate_limited("dispute")
def open_dispute(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = get_own_seat_or_404(request, public_id)
    form = DisputeForm(request.POST)
    if not form.is_valid():
        return _page(request, seat, form)
    data = form.cleaned_data
    directed = directors_for(seat.game).exists()  # without one, no one could let the game continue
    made = keeping.open_dispute(seat, data["at"], data["text"], data["stop"] and directed)
    if isinstance(made, services.Refused):
        form.add_error(None, refusal_words(made.refusal, services.TEMPLATES))
        return _page(request, seat, form)
    promise = _("A director will read this and decide. You will be told here and at the table.")
    told = promise if directed else _("The other players can see that you dispute this move.")
    messages.success(request, told)
    return redirect("games:disputes", public_id)


@require_POST
@rate_limited("dispute")
def withdraw_dispute(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _do(request, get_own_seat_or_404(request, public_id), keeping.withdraw)


@require_POST
@rate_limited("dispute")
def request_pause(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _do(request, get_own_seat_or_404(request, public_id), keeping.agree_to_pause)


# --- steps --------------------------------------------------------------------------------------------------------


def _named(request: HtmxRequest, seat: Seat) -> Dispute | None:
    """The dispute of this game that the request names."""
    form = DisputeNumberForm(request.POST)
    return seat.game.disputes.filter(number=form.cleaned_data["dispute_no"]).first() if form.is_valid() else None


def _do(
    request: HtmxRequest, seat: Seat, service: Callable[[Dispute, Seat], services.Accepted | services.Refused]
) -> HttpResponse:
    """Call the service, then return to the page that asked: the table, or the list of disputes."""
    named, notice = _named(request, seat), ""
    outcome = service(named, seat) if named else None
    if outcome is None:
        notice = _("There is no such dispute in this game.")
    elif isinstance(outcome, services.Refused):
        notice = refusal_words(outcome.refusal, services.TEMPLATES)
    if "table" in request.POST:
        seat.game.refresh_from_db()
        return render_outcome(request, seat, notice)
    if notice:
        messages.warning(request, notice)
    return redirect("games:disputes", seat.game.public_id)


def _page(request: HtmxRequest, seat: Seat, form: DisputeForm) -> HttpResponse:
    game, directed = seat.game, directors_for(seat.game).exists()
    state, log = load(game)[0], load_full_log(game)
    viewer = seat.number if not seat.bot or state.result else SPECTATOR
    perspective = with_current_names(perspective_of(state, viewer), current_names(game))
    events = tuple(redact(event, viewer) for event in log)
    context = {
        "public_id": game.public_id,
        "form": form,
        "choices": disputable_moves(perspective, events),
        "chosen": str(form["at"].value() or ""),
        "directed": directed,
        "disputes": dispute_views(perspective, events, _own_disputes(game, seat), _seen_before_rulings(log), directed),
        "rulings": ruling_views(perspective, events, _seen_before_rulings(log)),
        "pausable": directed and state.result is None and not state.paused,
        "frozen": state.paused and state.result is None,
        "most": TEXT_LENGTH,
        "days": keeping.DAYS,
    }
    return render(request, "games/disputes/page.html", context)


def _seen_before_rulings(log: tuple[Event, ...]) -> dict[int, RevealedCards]:
    """The information revealed since the restored moment, by the number of each ruling that rolled back."""
    return {
        made.ruling_no: revealed_since(log[:place], back.to_seq)
        for place, (made, back) in enumerate(pairwise(log))
        if isinstance(made, RulingMade) and isinstance(back, RolledBack)
    }


def _own_disputes(game: Game, seat: Seat) -> list[StoredDispute]:
    rows = game.disputes.order_by("number")
    return [
        StoredDispute(
            row.number, row.seat == seat.number, row.state, row.opened, row.text if row.seat == seat.number else ""
        )
        for row in rows
    ]
