"""Notification settings for a single game: the general ones, none, or different methods for each kind."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person
from accounts.person_names import isolate
from games.contexts.access import get_own_seat_or_404
from games.models import Game
from games.notifications import services
from games.notifications.forms import GamePreferencesForm, mode_of
from games.notifications.models import GameNotificationPreferences
from games.notifications.preferences import game_preferences_by_person, preferences_by_person
from games.presenters.notifications import GAME_MODES, table_text

MAX_GAMES = 30


@require_safe
@never_cache
def show(request: HttpRequest, public_id: str) -> HttpResponse:
    game, person = _game_and_player(request, public_id)
    context = {"form": _form(person, game), "name": _table_name(game, person), "public_id": public_id}
    return render(request, "games/notifications/game_settings.html", context)


@require_POST
def save(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save the settings of a player of the game. Fields that the page does not have change nothing."""
    game, person = _game_and_player(request, public_id)
    form = _form(person, game, request)
    if not form.is_valid():
        messages.warning(request, _("We couldn’t understand that request."))
        return redirect("games:game_notifications", public_id)
    services.save_game_preferences(person, game, form.values)
    messages.success(request, _("Saved."))
    return redirect("games:table", public_id)


def _game_and_player(request: HttpRequest, public_id: str) -> tuple[Game, Person]:
    """The game and the requesting player; 404 for strangers."""
    seat = get_own_seat_or_404(request, public_id)
    if seat.person is None:
        raise Http404
    return seat.game, seat.person


def _form(person: Person, game: Game, request: HttpRequest | None = None) -> GamePreferencesForm:
    game_preferences = game_preferences_by_person(game, [person]).get(person.pk)
    data = request.POST if request else None
    return GamePreferencesForm(preferences_by_person([person])[person.pk], game_preferences, game, data)


def games_of(person: Person) -> list[tuple[str, str, str]]:
    """The unfinished games that are not against computers only: public ID, name, and notification setting."""
    chosen = {row.game_id: row for row in GameNotificationPreferences.objects.filter(person=person)}
    mine = Game.objects.filter(taken_seats__person=person, status__in=(Game.Status.OPEN, Game.Status.PLAYING))
    rows = mine.order_by("-updated").prefetch_related("taken_seats")[:MAX_GAMES]
    return [
        (game.public_id, _table_name(game, person), str(GAME_MODES[mode_of(chosen.get(game.pk))]))
        for game in rows
        if _sends_notifications(game)
    ]


def _sends_notifications(game: Game) -> bool:
    """True if the game sends notifications, now or once it has begun."""
    return game.status == Game.Status.OPEN or sum(seat.person_id is not None for seat in game.taken_seats.all()) > 1


def _table_name(game: Game, person: Person) -> str:
    others = [isolate(seat.display_name) for seat in game.taken_seats.all() if seat.person_id != person.pk]
    return table_text(game.preset, others)
