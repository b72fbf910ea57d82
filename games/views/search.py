"""Search for players and for finished games that anyone may see."""

from functools import reduce
from operator import or_
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person, TakenName
from accounts.person_names import lookalike_keys
from casino.rate_limits import hit_client
from games.models import SeatResult
from games.presenters.portraits import PlayerFace, person_portrait
from games.views.result_filters import ResultFilters, clean_name, visible_to
from games.views.result_lists import results_page

MAX_PLAYERS = 12


@require_safe
@never_cache
def search(request: HttpRequest) -> HttpResponse:
    """Show the players whose names begin like this, and the games of the one who is called so, or of everyone."""
    hit_client("search", request)
    name, filters = clean_name(request.GET.get("q", "")), ResultFilters.of(request.GET)
    people = players_called(name) if name else []
    player = exact_player(people, name)
    viewer = request.user if isinstance(request.user, Person) else None
    context: dict[str, object] = {"q": name, "filters": filters, "player": player}
    context["players"] = [(PlayerFace(str(one), person_portrait(str(one), one.pk)), one) for one in people]
    if player or not name:
        after = request.GET.get("after", "")
        if player:
            own = SeatResult.objects.filter(person=player)
            context["page"] = results_page(own, filters, after, visible_to(viewer))
        else:
            context["page"] = results_page(public_results(filters), filters, after, Q(), seats=2)
    context["query"] = "&".join(part for part in (urlencode({"q": name}) if name else "", filters.query) if part)
    return render(request, "games/search/page.html", context | {"later": bool(request.GET.get("after"))})


def public_results(filters: ResultFilters) -> QuerySet[SeatResult]:
    """The results of public games, found by an index, also those of one kind of game."""
    public = SeatResult.objects.filter(public=True)
    return public.filter(preset=filters.game) if filters.game else public


def players_called(name: str) -> list[Person]:
    """Some members with a name that begins like this one, read as names that look alike."""
    keys = [Q(key__startswith=key) for key in lookalike_keys(name)]
    if not keys:
        return []
    taken = TakenName.objects.filter(reduce(or_, keys), person__is_active=True, person__is_guest=False)
    rows = taken.select_related("person").order_by("key")[: 3 * MAX_PLAYERS]
    return list({row.person_id: row.person for row in rows}.values())[:MAX_PLAYERS]


def exact_player(people: list[Person], name: str) -> Person | None:
    """The player who is called exactly so, or the only one whose name begins so."""
    exact = [one for one in people if name.casefold() in (one.username.casefold(), str(one).casefold())]
    chosen = exact or people
    return chosen[0] if len(chosen) == 1 else None
