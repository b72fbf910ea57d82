"""Offers to the other players, and their answers."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.limits import limited
from games import services
from games.forms.table import AnswerForm, OfferForm
from games.models import Seat
from games.views.looking import HtmxRequest
from games.views.turns import answer, notice_of, sitting


@require_POST
@limited("offer")
@sitting
def make_offer(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = OfferForm(request.POST)
    if not form.is_valid():
        return answer(request, seat, _("This cannot be understood."))
    outcome = services.make_offer(seat, form.cleaned_data["kind"], form.cleaned_data["seen"])
    return answer(request, seat, notice_of(outcome, seat))


@require_POST
@sitting
def answer_offer(request: HtmxRequest, seat: Seat) -> HttpResponse:
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return answer(request, seat, _("This cannot be understood."))
    outcome = services.answer_offer(seat, form.cleaned_data["agreed"] == "yes", form.cleaned_data["seen"])
    return answer(request, seat, notice_of(outcome, seat))
