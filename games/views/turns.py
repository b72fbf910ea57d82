"""Actions of a seat in its game. With htmx the response is the table, otherwise a redirect to it."""

from collections.abc import Callable
from functools import partial, wraps
from typing import assert_never

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.person_preferences import preferences_of
from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import HtmxRequest, get_own_seat_or_404
from games.contexts.table import load_table
from games.domain.notation import NotationError, read_move, write_move
from games.forms.table import MoveForm, RoundForm, SequencedForm, query_of, sent_seq
from games.log.recent_states import cached_seat
from games.models import Seat
from games.presenters.choices import Choice, choice_of
from games.presenters.move_options import offered_moves
from games.presenters.rulebook.page import linked_refusal
from games.tasks.turns import schedule_bot_turn
from games.views.table import render_table


def require_seat(
    view: Callable[[HtmxRequest, Seat], HttpResponse], *, hidden: bool = False
) -> Callable[[HtmxRequest, str], HttpResponse]:
    """Require a seat at the table and pass it to the view; a seat played by the computer is refused.

    At pass and play that is the seat to play, whose cards must be shown unless they may stay `hidden`.
    """

    @wraps(view)
    def guarded(request: HtmxRequest, public_id: str) -> HttpResponse:
        seat = cached_seat(public_id, request.POST.get("seq", ""), request.user.pk)
        seat = seat or get_own_seat_or_404(request, public_id, local=True)
        if seat.game.pass_and_play and not hidden and not services.cards_shown(seat):
            return render_outcome(request, seat, "")
        if seat.bot:
            return render_outcome(
                request, seat, _("A computer is playing for your seat now, so your move wasn’t played.")
            )
        return view(request, seat)

    return guarded


@require_POST
@rate_limited("move")
@require_seat
def play(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = MoveForm(request.POST)
    if not form.is_valid():
        return render_outcome(request, seat, _("That isn’t a move."))
    move, expected_seq = form.cleaned_data["move"], form.cleaned_data["seq"]
    to_confirm = None if form.cleaned_data["sure"] else move_to_confirm(request, seat, move, expected_seq)
    if to_confirm:
        return render_outcome(request, seat, "", to_confirm)
    outcome = services.play(seat, move, expected_seq)
    refused = isinstance(outcome, services.Refused)  # then the move's cards stay chosen
    return render_outcome(request, seat, notice_of(outcome, seat), chosen_for(move) if refused else None)


def require_device(view: Callable[[HtmxRequest, Seat], HttpResponse]) -> Callable[[HtmxRequest, str], HttpResponse]:
    """Require the device of a game of pass and play, and pass the seat to play to the view, with its cards hidden. At
    other tables nothing happens."""

    @partial(require_seat, hidden=True)
    def guarded(request: HtmxRequest, seat: Seat) -> HttpResponse:
        return view(request, seat) if seat.game.pass_and_play else render_outcome(request, seat, "")

    return guarded


@require_POST
@rate_limited("move")
@require_device
def show_cards(request: HtmxRequest, seat: Seat) -> HttpResponse:
    """Show the cards of the player to play, who has the device."""
    return perform(request, seat, services.show_cards)


@require_POST
@rate_limited("move")
@require_device
def undo(request: HtmxRequest, seat: Seat) -> HttpResponse:
    """Take back the move after which the device has not been handed over."""
    return perform(request, seat, services.undo)


@require_POST
@rate_limited("move")
@partial(require_seat, hidden=True)
def next_round(request: HtmxRequest, seat: Seat) -> HttpResponse:
    """Go on after the end of a round. Once all players have, a computer that is to play need not wait any longer."""
    form = RoundForm(request.POST)
    if not form.is_valid():
        return render_outcome(request, seat, _("We couldn’t understand that request."))
    if services.mark_round_end_seen(seat, form.cleaned_data["round"]):
        schedule_bot_turn(seat.game, seat.game.seats_with_people, ())
    return render_outcome(request, seat, "")


@require_POST
@rate_limited("move")
@require_seat
def claim(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return perform(request, seat, services.claim)


@require_POST
@rate_limited("move")
@require_seat
def call_orange(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return perform(request, seat, services.call_orange)


@require_POST
@rate_limited("move")
@require_seat
def resign(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return perform(request, seat, services.resign)


@require_POST
@rate_limited("move")
def resume_seat(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Return to a seat that the computer is playing."""
    seat = get_own_seat_or_404(request, public_id)
    return render_outcome(request, seat, notice_of(services.return_to_seat(seat), seat))


def perform(
    request: HtmxRequest,
    seat: Seat,
    service: Callable[[Seat, int], services.Outcome],
    chosen: Callable[[Seat], Choice] = lambda _: Choice(),
) -> HttpResponse:
    """Perform the action; once it is accepted, the cards `chosen` for the seat are selected."""
    form = SequencedForm(request.POST)
    if not form.is_valid():
        return render_outcome(request, seat, _("We couldn’t understand that request."))
    outcome = service(seat, form.cleaned_data["seq"])
    choice = chosen(seat) if isinstance(outcome, services.Accepted) else None
    return render_outcome(request, seat, notice_of(outcome, seat), choice)


# --- responses ----------------------------------------------------------------------------------------------------


def notice_of(outcome: services.Outcome, seat: Seat) -> str:
    """The message for the outcome, with a link to the rule; empty when it was accepted."""
    match outcome:
        case services.Accepted():
            return ""
        case services.Refused(refusal):
            return linked_refusal(refusal, reverse("games:game_rules", args=[seat.game.public_id]), services.TEMPLATES)
        case services.Stale():
            return _("The table changed before your move arrived, so it wasn’t played.")
        case other:
            assert_never(other)


def move_to_confirm(request: HtmxRequest, seat: Seat, move: str, expected_seq: int) -> Choice | None:
    """The choice to confirm, if the player prefers confirmation and the move is offered; else None."""
    if not preferences_of(request.user).confirm:
        return None
    viewed, choice = load_table(seat.game, request.user, shown=True), chosen_for(move)
    if not viewed.perspective.my_turn or viewed.game.seq != expected_seq:
        return None
    offered = offered_moves(viewed.perspective.position(), viewed.moves, choice, viewed.help_level).matching
    return choice._replace(to_confirm=move) if move in map(write_move, offered) else None


def chosen_for(move: str) -> Choice:
    """The cards of the move; none where it cannot be read."""
    try:
        return choice_of(read_move(move))
    except NotationError:
        return Choice()


def render_outcome(request: HtmxRequest, seat: Seat, notice: str, choice: Choice | None = None) -> HttpResponse:
    if request.htmx:
        viewed = load_table(seat.game, request.user, shown=True)
        return render_table(request, "games/table/_table.html", viewed, choice, notice, sent_seq(request.POST))
    if notice:
        messages.warning(request, notice)
    query = query_of(choice or Choice()) or ("?shown" if seat.game.pass_and_play else "")
    return redirect(reverse("games:table", args=[seat.game.public_id]) + query)
