"""Notification settings for a single game: the general ones, none, or different ways for each kind."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import Person
from games.models import Game
from games.notifications import keeping
from games.notifications.forms import GameWishesForm, kind_of
from games.notifications.models import GameWishes
from games.notifications.wishes import game_wishes_of, wishes_of
from games.presenters.calls import game_calls_words, table_words
from games.views.looking import own_seat

MOST_GAMES = 30


@require_GET
@never_cache
def game_calls(request: HttpRequest, public_id: str) -> HttpResponse:
    game, person = sat_at(request, public_id)
    context = {"form": form_of(person, game), "name": called(game, person), "public_id": public_id}
    return render(request, "games/calls/game.html", context)


@require_POST
def choose_calls(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save the settings of a player of the game. Fields that the page does not have change nothing."""
    game, person = sat_at(request, public_id)
    form = form_of(person, game, request)
    if not form.is_valid():
        messages.warning(request, _("This cannot be understood."))
        return redirect("games:game_calls", public_id)
    keeping.wish_for_game(person, game, form.wanted)
    messages.success(request, _("Saved."))
    return redirect("games:table", public_id)


def sat_at(request: HttpRequest, public_id: str) -> tuple[Game, Person]:
    """Return the game and the requesting player; 404 for strangers."""
    seat = own_seat(request, public_id)
    if seat.person is None:
        raise Http404
    return seat.game, seat.person


def form_of(person: Person, game: Game, request: HttpRequest | None = None) -> GameWishesForm:
    own = game_wishes_of(game, [person]).get(person.pk)
    return GameWishesForm(wishes_of([person])[person.pk], own, game, request.POST if request else None)


def games_of(person: Person) -> list[tuple[str, str, str]]:
    """Return the unfinished games that are not against computers only: address, name, and notification setting."""
    own = {each.game_id: each for each in GameWishes.objects.filter(person=person)}
    mine = Game.objects.filter(taken_seats__person=person, status__in=(Game.Status.OPEN, Game.Status.PLAYING))
    rows = mine.order_by("-updated").prefetch_related("taken_seats")[:MOST_GAMES]
    return [
        (game.public_id, called(game, person), game_calls_words(kind_of(own.get(game.pk))))
        for game in rows
        if calling(game)
    ]


def calling(game: Game) -> bool:
    """Return True if the game sends notifications, now or once it has begun."""
    return game.status == Game.Status.OPEN or sum(seat.person_id is not None for seat in game.taken_seats.all()) > 1


def called(game: Game, person: Person) -> str:
    others = [seat.called for seat in game.taken_seats.all() if seat.person_id != person.pk]
    return table_words(game.preset, others)
