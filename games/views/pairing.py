"""Quick pairing: looking for an opponent, and playing the computer meanwhile."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.services import ensure_person
from casino.rate_limits import rate_limited
from games.contexts.access import HtmxRequest
from games.contexts.table import ViewedTable
from games.forms.pairing import PairingForm
from games.forms.seeds import SeedForm, form_problem
from games.invitations.selectors import recent_opponents
from games.models import Game
from games.pairing import selectors, services
from games.pairing.tiles import SPANS, TILES, games_for_two, last_game
from games.presenters.pairing import tile_label, tiles
from games.presenters.rules import game_name
from games.views.suspended import redirect_suspended

SPAN = "rating_span"
"""The key in the session of the greatest difference to an opponent's rating."""

GAME = "pairing_game"
"""The key in the session of the game, and of whether it is rated."""


@require_POST
@rate_limited("pair")
@redirect_suspended
def quick_pairing(request: HtmxRequest) -> HttpResponse:
    """Join a matching open table or open one. A page that waits asks again by itself, and stays if there is no news."""
    form, seed = PairingForm(request.POST), SeedForm(request.POST)
    if not form.is_valid() or not seed.is_valid():
        raise Http404
    again = bool(request.htmx)
    if not again:
        _keep(request, form.cleaned_data)
    span, guest, person = request.session.get(SPAN), request.session.get(GUEST_BEFORE, 0), ensure_person(request)
    game = services.pair(person, form.cleaned_data["tile"], span, guest, seed.seed, _kept_game(request))
    hosting = game.host_id == request.user.pk
    if again and game.status == Game.Status.OPEN and hosting:
        return HttpResponse(status=204)
    if not (hosting or seed.seed.hash) and game.status == Game.Status.OPEN:
        messages.info(request, _("A player is waiting here. Take the seat to play."))
    return _to_table(request, game)


def _keep(request: HtmxRequest, chosen: Mapping[str, Any]) -> None:
    """Keep what was chosen beside the clock, for the page that waits and as the choice to begin with."""
    kept = {SPAN: chosen["span"]} | ({GAME: [chosen["preset"], chosen["rated"]]} if chosen["preset"] else {})
    for key, value in kept.items():
        if request.session.get(key) != value:
            request.session[key] = value


def _kept_game(request: HttpRequest) -> tuple[str, bool] | None:
    """The game that was chosen last in this browser, and True if it was to be rated."""
    preset, rated = request.session.get(GAME, ("", False))
    return (preset, rated) if preset in games_for_two() else None


@require_safe
@never_cache
def opponent(request: HtmxRequest) -> HttpResponse:
    """Redirect to the table of the user's latest quick pairing."""
    place = selectors.pairing_of(request.user) if isinstance(request.user, Person) else None
    return _to_table(request, place.game if place else None)


@require_POST
@rate_limited("open_game")
@redirect_suspended
def practice(request: HtmxRequest) -> HttpResponse:
    """Play the computer until an opponent comes."""
    form = SeedForm(request.POST)
    if not form.is_valid():
        messages.warning(request, form_problem(form))
        return _to_table(request, None)
    person = request.user if isinstance(request.user, Person) else None
    game = services.start_practice(person, form.seed, form.server_seed) if person else None
    return _to_table(request, game)


@require_POST
@rate_limited("arrange")
def stop_looking(request: HtmxRequest) -> HttpResponse:
    game = services.stop_looking(request.user) if isinstance(request.user, Person) else None
    if game and game.taken_seats.count() > 1:
        messages.warning(request, _("An opponent is already here."))
        return _to_table(request, game)
    return _to_table(request, None)


def _to_table(request: HtmxRequest, game: Game | None) -> HttpResponse:
    url = reverse("games:table", args=[game.public_id]) if game else reverse("games:home")
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


# --- contexts of pages -----------------------------------------------------------------------------------------------


def tiles_context(request: HttpRequest) -> dict[str, Any]:
    """The context of the tiles: the clocks, the games they start, and the range of ratings."""
    person = request.user if isinstance(request.user, Person) else None
    preset, rated = _kept_game(request) or last_game(person)
    member = person if person and not person.is_guest else None
    return {
        "tiles": tiles(TILES),
        "pairing_games": [(each, game_name(each)) for each in games_for_two()],
        "pairing_game": preset,
        "pairing_rated": rated and member is not None,
        "spans": SPANS if member else (),
        "span": request.session.get(SPAN),
        "opponents": recent_opponents(member) if member else [],
    }


def practice_context(viewed: ViewedTable) -> dict[str, Any]:
    """The context of a game against the computer that is played while waiting for an opponent."""
    people = [seat for seat in viewed.game.seats_with_people if seat.person_id]
    if viewed.game.status != Game.Status.PLAYING or viewed.person is None or len(people) != 1:
        return {}
    place = selectors.pairing_during(viewed.game, viewed.person)
    if place is None or place.game.status != Game.Status.OPEN:
        return {}
    return {"looking": place, "looking_for": tile_label(TILES[place.tile])}
