"""The user's own statistics."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Person
from accounts.next_page import to_login
from accounts.views import member_of
from games.analysis.models import GameAnalysis
from games.analysis.tasks import evaluations_of
from games.presenters.analysis import OpportunityRow, opportunity_rows
from games.presenters.statistics import counted, statistics, tallies_by_level
from games.views.player_results import own_games
from games.views.result_lists import WINDOW

MAX_ANALYSES = 30
"""Number of analyses that are counted: each has an evaluation of every move."""

AGAINST = {
    "": pgettext_lazy("games played", "All games"),
    "people": lazy("Against people"),
    "computers": lazy("Against computers"),
}


@require_safe
@never_cache
def my_statistics(request: HttpRequest) -> HttpResponse:
    """Show the user's figures, from all games or only from those against people or computers. No one else sees them."""
    person = request.user
    if not isinstance(person, Person):
        return to_login(request)
    against = request.GET.get("against", "")
    against = against if against in AGAINST else ""
    latest = own_games(person)
    played = [game for game in counted(latest) if not against or bool(game.level) == (against == "computers")]
    opportunities, analyzed = missed_opportunities(person)
    context = {
        "choices": AGAINST.items(),
        "against": against,
        "statistics": statistics(played) if played else None,
        "by_level": tallies_by_level(played),
        "opportunities": opportunities,
        "analyzed": analyzed,
        "window": WINDOW if len(latest) >= WINDOW else 0,
        "member": member_of(request),
    }
    return render(request, "games/profiles/statistics.html", context)


def missed_opportunities(person: Person) -> tuple[tuple[OpportunityRow, ...], int]:
    """The opportunities taken and missed in the person's latest analyzed games, and the number of these."""
    done = GameAnalysis.objects.filter(person=person, status=GameAnalysis.Status.DONE).order_by("-pk")[:MAX_ANALYSES]
    analyses = [evaluations_of(row) for row in done]
    return opportunity_rows([evaluation for evaluations in analyses for evaluation in evaluations]), len(analyses)
