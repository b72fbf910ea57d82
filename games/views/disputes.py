"""Disputing a move, and the outcome: for the players of the game."""

from collections.abc import Callable
from itertools import pairwise

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.limits import limited
from games import services
from games.domain.disputed import RulingMade
from games.domain.events import Event, WentBack
from games.domain.hindsight import Seen, seen_since
from games.domain.perspective import SPECTATOR, perspective, seen_by
from games.forms.table import DisputeForm, NumberForm
from games.log.player_names import seat_names, whole_log, with_names
from games.log.store import load
from games.models import Game, Seat
from games.presenters.disputes import Told, disputable_moves, dispute_views, ruling_views
from games.presenters.refusals import refusal_words
from games.rulings import disputes as keeping
from games.rulings.models import TEXT_LENGTH, Dispute
from games.views.looking import HtmxRequest, own_seat
from games.views.turns import answer


@require_GET
@never_cache
def disputes(request: HtmxRequest, public_id: str) -> HttpResponse:
    """List the disputes of a game, with a form for a new one; the query may name the move."""
    seat = own_seat(request, public_id)
    return _page(request, seat, DisputeForm(initial={"at": request.GET.get("at", "")}))


@require_POST
@limited("dispute")
def dispute(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = DisputeForm(request.POST)
    if not form.is_valid():
        return _page(request, seat, form)
    said = form.cleaned_data
    made = keeping.open_dispute(seat, said["at"], said["text"], said["stop"])
    if isinstance(made, services.Refused):
        form.add_error(None, refusal_words(made.refusal, services.TEMPLATES))
        return _page(request, seat, form)
    messages.success(request, _("A director will read this and decide. You will be told here, and at the table."))
    return redirect("games:disputes", public_id)


@require_POST
@limited("dispute")
def withdraw_dispute(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _do(request, own_seat(request, public_id), keeping.withdraw)


@require_POST
@limited("dispute")
def want_stop(request: HtmxRequest, public_id: str) -> HttpResponse:
    return _do(request, own_seat(request, public_id), keeping.agree_to_stop)


# --- steps --------------------------------------------------------------------------------------------------------


def _named(request: HtmxRequest, seat: Seat) -> Dispute | None:
    """Return the dispute of this game that the request names."""
    form = NumberForm(request.POST)
    return seat.game.disputes.filter(number=form.cleaned_data["number"]).first() if form.is_valid() else None


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
        return answer(request, seat, notice)
    if notice:
        messages.warning(request, notice)
    return redirect("games:disputes", seat.game.public_id)


def _page(request: HtmxRequest, seat: Seat, form: DisputeForm) -> HttpResponse:
    game = seat.game
    state, log = load(game)[0], whole_log(game)
    viewer = seat.number if not seat.bot or state.result else SPECTATOR
    sight = with_names(perspective(state, viewer), seat_names(game))
    seen = tuple(seen_by(event, viewer) for event in log)
    context = {
        "public_id": game.public_id,
        "form": form,
        "choices": disputable_moves(sight, seen),
        "chosen": str(form["at"].value() or ""),
        "disputes": dispute_views(sight, seen, _told(game, seat), _seen_before_rulings(log)),
        "rulings": ruling_views(sight, seen, _seen_before_rulings(log)),
        "running": state.result is None and not state.frozen,
        "frozen": state.frozen and state.result is None,
        "most": TEXT_LENGTH,
        "days": keeping.DAYS,
    }
    return render(request, "games/disputes.html", context)


def _seen_before_rulings(log: tuple[Event, ...]) -> dict[int, Seen]:
    """Return the information revealed since the restored moment, by the number of each ruling that rolled back."""
    return {
        made.number: seen_since(log[:place], back.to)
        for place, (made, back) in enumerate(pairwise(log))
        if isinstance(made, RulingMade) and isinstance(back, WentBack)
    }


def _told(game: Game, seat: Seat) -> list[Told]:
    rows = game.disputes.order_by("number")
    return [
        Told(row.number, row.seat == seat.number, row.state, row.opened, row.text if row.seat == seat.number else "")
        for row in rows
    ]
