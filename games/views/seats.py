"""Sitting down, and playing again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.services import ensure_person
from casino.limits import limited
from games import services
from games.forms import SeatForm
from games.presenters.refusals import refusal_words
from games.views.looking import HtmxRequest, find_game, own_seat


@require_POST
@limited("join")
def take_seat(request: HtmxRequest, public_id: str) -> HttpResponse:
    game = find_game(public_id)
    form = SeatForm(request.POST)
    number = form.cleaned_data["number"] if form.is_valid() else None
    seat = services.take_seat(game, ensure_person(request), number)
    return to_table(request, public_id, seat)


@require_POST
@limited("open_game")
def play_again(request: HtmxRequest, public_id: str) -> HttpResponse:
    seat = own_seat(request, public_id)
    rematch = services.play_again(seat.game, ensure_person(request))
    return to_table(request, public_id if isinstance(rematch, services.Refused) else rematch.public_id, rematch)


def to_table(request: HtmxRequest, public_id: str, result: object) -> HttpResponse:
    """The whole page anew: whoever sits down may just have become a guest."""
    if isinstance(result, services.Refused):
        messages.warning(request, refusal_words(result.refusal, services.TEMPLATES))
    address = reverse("games:table", args=[public_id])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
