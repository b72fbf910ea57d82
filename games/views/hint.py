"""Requests for a hint at the table."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from casino.limits import limited
from games.hints import asking
from games.models import Seat
from games.views.looking import HtmxRequest
from games.views.turns import act, sitting


@require_POST
@limited("hint")
@sitting
def hint(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return act(request, seat, asking.ask)
