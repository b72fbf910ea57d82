"""Player pages: profiles, ladders, data export, and moving a guest's games to an account."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.next_page import next_page
from accounts.views import member_of, members
from casino.limits import limited
from games import services
from games.domain.variants import FAMILIES
from games.invitations.reading import blocked_by
from games.models import Game, Rating, Seat
from games.personal_data import export
from games.presenters.cards import words_and
from games.presenters.rules import game_name

A_PAGE = 50
FEWEST_GAMES = 5
"""Minimum number of rated games to be listed on a ladder: before that the rating says little."""


@require_GET
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Show the public page of a registered person; guests have none."""
    person = get_object_or_404(Person, username__iexact=name, is_guest=False, is_active=True)
    statuses = {"over": Game.Status.OVER, "playing": Game.Status.PLAYING}
    counts = {key: Count("pk", filter=Q(game__status=status)) for key, status in statuses.items()}
    ratings = Rating.objects.filter(person=person, games__gt=0).order_by("-games", "family")
    context = {
        "person": person,
        "counts": Seat.objects.filter(person=person).aggregate(**counts),
        "ratings": [(FAMILIES[rating.family], rating) for rating in ratings if rating.family in FAMILIES],
        "fewest": FEWEST_GAMES,
        "other": isinstance(request.user, Person) and request.user != person,
        "blocked": isinstance(request.user, Person) and person in blocked_by(request.user),
    }
    return render(request, "games/profile.html", context)


@require_GET
def ladders(_request: HttpRequest) -> HttpResponse:
    """Redirect to the ladder of the first family."""
    return redirect("games:ladder", next(iter(FAMILIES)))


@require_GET
def ladder(request: HttpRequest, family: str) -> HttpResponse:
    if family not in FAMILIES:
        raise Http404
    standing = Rating.objects.filter(family=family, games__gte=FEWEST_GAMES, person__is_active=True)
    pages = Paginator(standing.select_related("person").order_by("-mu", "person_id"), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rungs = list(enumerate(page.object_list, start=page.start_index()))
    context = {
        "family": FAMILIES[family],
        "families": FAMILIES.values(),
        "page": page,
        "rungs": rungs,
        "fewest": FEWEST_GAMES,
    }
    return render(request, "games/ladder.html", context)


@require_POST
@limited("export")
def export_all(request: HttpRequest) -> HttpResponse:
    """Download all data about the user, who may be a guest."""
    if not isinstance(request.user, Person):
        return redirect("account_login")
    told = export(request.user)
    response = JsonResponse(told, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="casino-{request.user.username}.json"'
    return response


@members
@require_http_methods(["GET", "POST"])
@never_cache
def bring(request: HttpRequest) -> HttpResponse:
    """Offer a user who has just played as a guest to move those games to the account."""
    person, afterwards = member_of(request), next_page(request) or "games:home"
    guest = Person.objects.filter(pk=request.session.get(GUEST_BEFORE, 0), is_guest=True).first()
    seats = Seat.objects.filter(person=guest).select_related("game").order_by("-game__updated") if guest else ()
    if person is None or guest is None or not seats:
        request.session.pop(GUEST_BEFORE, None)
        return redirect(afterwards)
    if request.method == "POST":
        del request.session[GUEST_BEFORE]
        if "bring" in request.POST:
            tell_moved(request, services.move_games(guest, person))
        return redirect(afterwards)
    return render(request, "games/bring.html", {"guest": guest, "games": [game_name(s.game.preset) for s in seats]})


def tell_moved(request: HttpRequest, moved: services.Moved) -> None:
    if moved.games:
        words = ngettext("%(count)d game is yours now.", "%(count)d games are yours now.", moved.games)
        messages.success(request, words % {"count": moved.games})
    if moved.kept_back:
        names = words_and(f"{game_name(game.preset)} ({game.public_id})" for game in moved.kept_back)
        words = _("You have a seat of your own in %(games)s: the guest keeps the other one.")
        messages.warning(request, words % {"games": names})
