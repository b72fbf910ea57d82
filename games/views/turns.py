"""Actions of a seat in its game. With htmx the response is the table, otherwise a redirect to it."""

from collections.abc import Callable
from functools import wraps
from typing import assert_never

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.preferences.reading import preferences_of
from casino.limits import limited
from games import services
from games.domain.notation import NotationError, read_move, write_move
from games.forms.table import MoveForm, SeenForm, query_of
from games.live.open_tables import others_first
from games.models import Seat
from games.presenters.choices import Choice, choice_of
from games.presenters.options import found_moves
from games.presenters.rulebook.links import linked_refusal
from games.views.looking import HtmxRequest, look, own_seat, wishes_of
from games.views.table import render_table


def sitting(view: Callable[[HtmxRequest, Seat], HttpResponse]) -> Callable[[HtmxRequest, str], HttpResponse]:
    """Require a seat at the table and pass it to the view; a seat played by the computer is refused."""

    @wraps(view)
    def guarded(request: HtmxRequest, public_id: str) -> HttpResponse:
        seat = own_seat(request, public_id)
        if seat.bot:
            return answer(request, seat, _("The computer plays on your seat now. Nothing of yours was played."))
        return view(request, seat)

    return guarded


@require_POST
@limited("move")
@sitting
def play(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = MoveForm(request.POST)
    if not form.is_valid():
        return answer(request, seat, _("This is no move."))
    move = form.cleaned_data["move"]
    seen = form.cleaned_data["seen"]
    asked = None if form.cleaned_data["sure"] else to_be_asked(request, seat, form)
    if asked:
        return answer(request, seat, "", asked, seen)
    outcome = services.play(seat, move, seen, shown=bool(request.htmx))
    return answer(request, seat, notice_of(outcome, seat), refused_choice(outcome, move), seen)


@require_POST
@limited("move")
@sitting
def claim(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return act(request, seat, services.claim)


@require_POST
@limited("move")
@sitting
def call_orange(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return act(request, seat, services.call_orange)


@require_POST
@limited("move")
@sitting
def resign(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return act(request, seat, services.resign)


@require_POST
@limited("move")
def come_back(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Return to a seat that the computer is playing."""
    seat = own_seat(request, public_id)
    outcome = services.return_to_seat(seat)
    return answer(request, seat, notice_of(outcome, seat))


def act(request: HtmxRequest, seat: Seat, service: Callable[[Seat, int], services.Outcome]) -> HttpResponse:
    form = SeenForm(request.POST)
    if not form.is_valid():
        return answer(request, seat, _("This cannot be understood."))
    return answer(request, seat, notice_of(service(seat, form.cleaned_data["seen"]), seat))


# --- responses ----------------------------------------------------------------------------------------------------


def notice_of(outcome: services.Outcome, seat: Seat) -> str:
    """Return the message for the outcome, with a link to the rule; empty when it was accepted."""
    match outcome:
        case services.Accepted():
            return ""
        case services.Refused(refusal):
            return linked_refusal(refusal, reverse("games:game_rules", args=[seat.game.public_id]), services.TEMPLATES)
        case services.Stale():
            return _("The table has changed meanwhile. This is how it looks now; nothing of yours was played.")
        case other:
            assert_never(other)


def to_be_asked(request: HtmxRequest, seat: Seat, form: MoveForm) -> Choice | None:
    """Return the choice to confirm, if the player prefers confirmation and the move is offered; else None."""
    if not preferences_of(request.user).confirm:
        return None
    found, text = look(seat.game, request.user), form.cleaned_data["move"]
    choice = chosen_for(text)
    if not found.sight.my_turn or found.game.seq != form.cleaned_data["seen"]:
        return None
    offered = found_moves(found.sight.position(), found.moves, choice, wishes_of(found)).exact
    return choice._replace(asked=text) if text in map(write_move, offered) else None


def refused_choice(outcome: services.Outcome, move: str) -> Choice:
    """Return the cards of a refused move, so that they stay chosen."""
    return chosen_for(move) if isinstance(outcome, services.Refused) else Choice()


def chosen_for(move: str) -> Choice:
    """Return the cards of the move; none where it cannot be read."""
    try:
        return choice_of(read_move(move))
    except NotationError:
        return Choice()


def answer(
    request: HtmxRequest, seat: Seat, notice: str, choice: Choice | None = None, seen: int | None = None
) -> HttpResponse:
    """Return the current table with the notice. `seen` is the sequence number shown before, if known."""
    if request.htmx:
        others_first(seat.game.public_id, seat.game.seq, seat.number)
        found = look(seat.game, request.user)
        services.looked(seat, found.game.seq)
        since = seen_in(request) if seen is None else seen
        return render_table(request, "games/changed.html", found, choice, notice, since)
    if notice:
        messages.warning(request, notice)
    return redirect(reverse("games:table", args=[seat.game.public_id]) + query_of(choice or Choice()))


def seen_in(request: HtmxRequest) -> int | None:
    form = SeenForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None
