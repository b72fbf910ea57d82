"""Requests for a hint at the table."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from casino.rate_limits import rate_limited
from games.analysis import hints
from games.contexts.access import HtmxRequest
from games.models import Seat
from games.views.turns import perform, require_seat


@require_POST
@rate_limited("hint")
@require_seat
def hint(request: HtmxRequest, seat: Seat) -> HttpResponse:
    return perform(request, seat, hints.request_hint)
