"""Offers to the other players, and their answers."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.rate_limits import rate_limited
from games import services
from games.contexts.access import HtmxRequest
from games.forms.table import AnswerForm, OfferForm
from games.models import Seat
from games.views.turns import notice_of, render_outcome, require_seat


@require_POST
@rate_limited("offer")
@require_seat
def make_offer(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = OfferForm(request.POST)
    if not form.is_valid():
        return render_outcome(request, seat, _("We couldn’t understand that request."))
    outcome = services.make_offer(seat, form.cleaned_data["kind"], form.cleaned_data["seq"])
    return render_outcome(request, seat, notice_of(outcome, seat))


@require_POST
@require_seat
def answer_offer(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return render_outcome(request, seat, _("We couldn’t understand that request."))
    outcome = services.answer_offer(seat, form.cleaned_data["agreed"] == "yes", form.cleaned_data["seq"])
    return render_outcome(request, seat, notice_of(outcome, seat))
