"""The home page, and opening a game."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Literal

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.models import Person
from accounts.services import ensure_person
from casino.limits import limited
from games import services
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card
from games.domain.variants import DEFAULT_PRESET, PRESETS, resolve
from games.forms.seeds import SeedForm, seed_problem
from games.forms.table import SetUpForm
from games.presenters.cards import card_views
from games.presenters.catalogue import shelves
from games.presenters.refusals import sentence_words
from games.views.house import own_sets
from games.views.lists import invited, running_games

MOST_ROWS = 6
FAN = (Card("JS"), Card("AH"), BIG_CASINO, LITTLE_CASINO)


@require_GET
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    running = running_games(request.user)[:MOST_ROWS] if isinstance(request.user, Person) else []
    return render(request, "games/home.html", {"running": running, "fan": card_views(FAN)} | invited(request))


def welcome[**P](view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate views that open tables: a suspended person is shown until when, and redirected."""

    @wraps(view)
    def told(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except services.SuspendedError as error:
            messages.warning(request, sentence_words(error.sentence))
            return redirect("games:home")

    return told


@require_POST
@limited("open_game")
@welcome
def play_now(request: HttpRequest) -> HttpResponse:
    """Start a game immediately, against the computer, as a guest if not logged in."""
    return _start(request, "computer")


@require_POST
@limited("open_game")
@welcome
def play_friend(request: HttpRequest) -> HttpResponse:
    """Open a table for two immediately; a link leads to the other seat."""
    return _start(request, "friends")


def _start(request: HttpRequest, opponents: Literal["computer", "friends"]) -> HttpResponse:
    form = SeedForm(request.POST)
    if not form.is_valid():
        messages.warning(request, seed_problem(form))
        return redirect("games:home")
    game = services.start_game(
        ensure_person(request),
        resolve(DEFAULT_PRESET),
        DEFAULT_PRESET,
        *(2, False, opponents),
        client_seed=form.given,
        server_seed=form.server_seed,
    )
    return redirect("games:table", game.public_id)


@require_GET
def new(request: HttpRequest) -> HttpResponse:
    """List all games; if the query names one, perhaps with house rules, redirect to it."""
    shared = request.GET.copy()
    preset = shared.pop("preset", [""])[-1]
    if preset in PRESETS:
        return redirect(f"{reverse('games:set_up', args=[preset])}?{shared.urlencode()}")
    return render(request, "games/new.html", {"shelves": shelves()})


@require_http_methods(["GET", "POST"])
@never_cache
@limited("open_game")
@welcome
def set_up(request: HttpRequest, preset: str) -> HttpResponse:
    if preset not in PRESETS:
        raise Http404
    guest = not isinstance(request.user, Person) or request.user.is_guest
    form = SetUpForm(preset, request.POST if request.method == "POST" else None, request.GET, guest=guest)
    if "share" in request.POST and not form.clash:
        return redirect(f"{reverse('games:set_up', args=[preset])}?{form.query}")
    if not form.is_valid():
        site = request.build_absolute_uri(reverse("games:new"))
        shared = f"{site}?preset={preset}&{form.query}" if form.changes and not form.clash else ""
        return render(request, "games/set_up.html", {"form": form, "shared": shared, **own_sets(request, preset)})
    game = services.open_game(ensure_person(request), form.setup)
    return redirect("games:table", game.public_id)
