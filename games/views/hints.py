"""Requests for a hint at the table."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from casino.rate_limits import rate_limited
from games.analysis import hints
from games.contexts.access import HtmxRequest
from games.models import Seat
from games.presenters.choices import Choice
from games.views.turns import chosen_for, perform, require_seat


@require_POST
@rate_limited("hint")
@require_seat
def hint(request: HtmxRequest, seat: Seat) -> HttpResponse:
    """Give the hint, with the cards of its move selected."""
    return perform(request, seat, hints.request_hint, _cards_of_hint)


def _cards_of_hint(seat: Seat) -> Choice:
    hint = hints.hint_for_turn(seat.game, seat.number)
    return chosen_for(hint.move if hint else "")
