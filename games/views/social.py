"""Chat at the table, and private notes; with htmx the response is the fragment."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person
from accounts.services import ensure_person
from casino.rate_limits import RateLimitExceeded, client_key, hit, rate_limit_text, rate_limited
from games import services
from games.contexts.access import HtmxRequest, find_seat, get_own_seat_or_404, get_watchable_game
from games.contexts.social import social_context
from games.contexts.table import load_table
from games.forms.table import AbsentPlayerForm, ChatForm, MuteForm, NoteForm, ReportForm, TakeoverAnswerForm
from games.invitations import takeovers
from games.models import Seat
from games.notifications.game_events import remind_of_turn
from games.presenters.refusals import refusal_words
from games.tasks.bot_chat import schedule_bot_reply


@require_safe
@never_cache
def presence(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show who is present now."""
    viewed = load_table(get_watchable_game(request, public_id), request.user)
    return render(request, "games/social/_presence.html", social_context(viewed))


def _reader_or_404(request: HtmxRequest, public_id: str) -> Seat | services.Spectator:
    """The user's seat in the game, or the user as one of its spectators; 404 for everyone else."""
    person, game = request.user, get_watchable_game(request, public_id)
    seat = find_seat(game, person)
    if seat:
        return get_own_seat_or_404(request, public_id)
    if not isinstance(person, Person) or not services.is_spectator(game, person):
        raise Http404
    return services.Spectator(game, person)


@require_POST
def post_message(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = _reader_or_404(request, public_id)
    form = ChatForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."))
    to_spectators = bool(form.cleaned_data["audience"])
    if isinstance(seat, services.Spectator) and not to_spectators:
        raise Http404
    if isinstance(seat, Seat) and to_spectators:  # the page was opened before the seat was taken
        return _answer(request, seat, _refusal_text(services.refused("not-spectator")))
    phrase, text = form.cleaned_data["phrase"], form.cleaned_data["text"]
    try:
        hit("chat", client_key(request))
    except RateLimitExceeded as error:
        if not request.htmx:
            raise
        return _answer(request, seat, rate_limit_text(error.wait), draft=text)  # the page keeps what was typed
    outcome = services.post_phrase(seat, phrase) if phrase else services.post_text(seat, text)
    if isinstance(outcome, services.Accepted) and isinstance(seat, Seat):
        schedule_bot_reply(seat.game, phrase)
    return _answer(request, seat, _refusal_text(outcome), draft=text if isinstance(outcome, services.Refused) else "")


@require_POST
def mute(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = _reader_or_404(request, public_id)
    form = MuteForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."))
    muted, number = form.cleaned_data["muted"] == "yes", form.cleaned_data["seat"]
    if number is None:
        outcome = services.mute_author(seat, form.cleaned_data["message"], muted)
    elif isinstance(seat, Seat):
        outcome = services.mute(ensure_person(request), seat.game, number, muted)
    else:
        raise Http404
    return _answer(request, seat, _refusal_text(outcome))


@require_POST
@rate_limited("report")
def report_message(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = _reader_or_404(request, public_id)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."))
    outcome = services.report_message(seat, form.cleaned_data["message"])
    return _answer(
        request,
        seat,
        _refusal_text(outcome) or _("Thanks! A moderator will look at it. The other players aren’t told."),
    )


@require_POST
def save_note(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = get_own_seat_or_404(request, public_id)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."))
    text = form.cleaned_data["text"]
    outcome = services.save_note(ensure_person(request), seat.game, text)
    if not request.htmx:
        return _answer(request, seat, _refusal_text(outcome) or _("Note saved."))
    context = {"notice": _refusal_text(outcome) or _("Note saved."), "note": text, "public_id": public_id}
    return render(request, "games/social/_note.html", context)


@require_POST
def resolve_absence(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Act on a player who lets the others wait: remind them, end the game, or let the computer play on."""
    seat = get_own_seat_or_404(request, public_id)
    form = AbsentPlayerForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."), "games/social/_presence.html")
    action, number = form.cleaned_data["action"], form.cleaned_data["seat"]
    notice = _remind(seat, number) if action == "remind" else _refusal_text(SETTLING[action](seat, number))
    return _answer(request, seat, notice, "games/social/_presence.html")


@require_POST
@rate_limited("offer")
def answer_request(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Agree to another person's request to take over a seat, decline it, or withdraw one's own."""
    game, person = get_watchable_game(request, public_id), request.user
    seat = find_seat(game, person)
    if not isinstance(person, Person) or (seat is None and not takeovers.withdraw_request(game, person)):
        raise Http404
    if seat is None:
        return _answer(request, services.Spectator(game, person), "", "games/social/_presence.html")
    form = TakeoverAnswerForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("We couldn’t understand that request."), "games/social/_presence.html")
    agreed = form.cleaned_data["agreed"] == "yes"
    outcome = takeovers.answer_request(seat, form.cleaned_data["seat"], agreed)
    return _answer(request, seat, _refusal_text(outcome), "games/social/_presence.html")


SETTLING = {
    "win": services.claim_forfeit,
    "computer": services.seat_computer_for,
    "end": services.end_without_result,
}


def _remind(seat: Seat, number: int) -> str:
    game = seat.game
    if game.turn != number or not services.may_remind(game, services.claim_wait(seat)):
        return _refusal_text(services.refused("not-awaited"))
    return _("Reminder sent.") if remind_of_turn(game) else _("This player has been reminded today.")


def _refusal_text(outcome: services.Outcome) -> str:
    return refusal_words(outcome.refusal, services.TEMPLATES) if isinstance(outcome, services.Refused) else ""


def _answer(
    request: HtmxRequest,
    seat: Seat | services.Spectator,
    notice: str,
    template: str = "games/social/_chat.html",
    **more: Any,
) -> HttpResponse:
    """The current fragment with the notice; without htmx, redirect to the table."""
    if not request.htmx:
        if notice:
            messages.warning(request, notice)
        return redirect("games:table", seat.game.public_id)
    viewed = load_table(get_watchable_game(request, seat.game.public_id), request.user)
    return render(request, template, {**social_context(viewed), "notice": notice, **more})
