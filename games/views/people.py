"""People as players: what becomes of a guest's games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.views import member_of, members
from games import services
from games.models import Seat
from games.presenters.cards import words_and
from games.presenters.rules import game_name


@members
@require_http_methods(["GET", "POST"])
@never_cache
def bring(request: HttpRequest) -> HttpResponse:
    """Who has just played as a guest may take those games along into the account."""
    person = member_of(request)
    guest = Person.objects.filter(pk=request.session.get(GUEST_BEFORE, 0), is_guest=True).first()
    seats = Seat.objects.filter(person=guest).select_related("game").order_by("-game__updated") if guest else ()
    if person is None or guest is None or not seats:
        request.session.pop(GUEST_BEFORE, None)
        return redirect("games:home")
    if request.method == "POST":
        del request.session[GUEST_BEFORE]
        if "bring" in request.POST:
            tell_moved(request, services.move_games(guest, person))
        return redirect("games:home")
    return render(request, "games/bring.html", {"guest": guest, "games": [game_name(s.game.preset) for s in seats]})


def tell_moved(request: HttpRequest, moved: services.Moved) -> None:
    if moved.games:
        words = ngettext("%(count)d game is yours now.", "%(count)d games are yours now.", moved.games)
        messages.success(request, words % {"count": moved.games})
    if moved.kept_back:
        names = words_and(f"{game_name(game.preset)} ({game.public_id})" for game in moved.kept_back)
        words = _("You have a seat of your own in %(games)s: the guest keeps the other one.")
        messages.warning(request, words % {"games": names})
