"""Chat at the table, and private notes; with htmx the response is the fragment."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.services import ensure_person
from casino.limits import TooOftenError, count, limited, too_often_words, who_asks
from games import services
from games.forms.table import GoneForm, MuteForm, NoteForm, ReportForm, SayForm
from games.models import Seat
from games.presenters.refusals import refusal_words
from games.views.company import company_context
from games.views.looking import HtmxRequest, look, own_seat, watched_game


@require_GET
@never_cache
def people(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show who is present now."""
    found = look(watched_game(request, public_id), request.user)
    return render(request, "games/_people.html", company_context(found))


@require_POST
def say(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = SayForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("This cannot be understood."))
    phrase, text = form.cleaned_data["phrase"], form.cleaned_data["text"]
    try:
        count("say", who_asks(request))
    except TooOftenError as error:
        if not request.htmx:
            raise
        return _answer(request, seat, too_often_words(error.wait), kept=text)  # the page keeps what was typed
    outcome = services.say(seat, phrase) if phrase else services.write(seat, text)
    return _answer(request, seat, _told(outcome), kept=text if isinstance(outcome, services.Refused) else "")


@require_POST
def mute(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = MuteForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("This cannot be understood."))
    muted = form.cleaned_data["muted"] == "yes"
    outcome = services.mute(ensure_person(request), seat.game, form.cleaned_data["number"], muted)
    return _answer(request, seat, _told(outcome))


@require_POST
@limited("report")
def report(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = ReportForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("This cannot be understood."))
    outcome = services.report(ensure_person(request), seat.game, form.cleaned_data["message"])
    return _answer(request, seat, _told(outcome) or _("Thank you: it will be looked at. Nobody here is told."))


@require_POST
def note(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    form = NoteForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("This cannot be understood."))
    text = form.cleaned_data["text"]
    outcome = services.keep_note(ensure_person(request), seat.game, text)
    if not request.htmx:
        return _answer(request, seat, _told(outcome) or _("Your note is kept."))
    told = {"told": _told(outcome) or _("Your note is kept."), "note": text, "public_id": public_id}
    return render(request, "games/_note.html", told)


@require_POST
def gone(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Act on a player who has left: claim the game, or let the computer play on."""
    seat = own_seat(request, public_id)
    form = GoneForm(request.POST)
    if not form.is_valid():
        return _answer(request, seat, _("This cannot be understood."), "games/_people.html")
    settle = services.claim_abandoned if form.cleaned_data["then"] == "win" else services.seat_computer_for
    return _answer(request, seat, _told(settle(seat, form.cleaned_data["number"])), "games/_people.html")


def _told(outcome: services.Outcome) -> str:
    return refusal_words(outcome.refusal, services.TEMPLATES) if isinstance(outcome, services.Refused) else ""


def _answer(
    request: HtmxRequest, seat: Seat, notice: str, template: str = "games/_chat.html", **more: Any
) -> HttpResponse:
    """Return the current fragment with the notice; without htmx, redirect to the table."""
    if not request.htmx:
        if notice:
            messages.warning(request, notice)
        return redirect("games:table", seat.game.public_id)
    found = look(watched_game(request, seat.game.public_id), request.user)
    return render(request, template, {**company_context(found), "told": notice, **more})
