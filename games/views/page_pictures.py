"""The pictures of the daily deal and of a player's page, for other sites."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from casino.rate_limits import hit_client
from games import services
from games.deals import services as deal_services
from games.domain.presets import FAMILIES
from games.models import Rating
from games.presenters.pictures import deal_picture, player_picture
from games.presenters.portraits import person_portrait
from games.views.deals import parse_day
from games.views.pictures import card_symbols, picture, portrait_symbols
from games.views.profiles import MIN_GAMES, get_member_or_404

MAX_RATINGS = 3


@require_safe
@cache_control(private=True, max_age=3600)
def table_of_day(request: HttpRequest, day: str) -> HttpResponse:
    """The table of a day's deal as everyone first sees it; of no day to come."""
    wanted = parse_day(day)
    deal = deal_services.todays_deal() if wanted == services.today() else deal_services.deal_of_day(wanted)
    if deal is None:
        raise Http404
    hit_client("picture", request)
    shown = deal_picture(deal_services.opening_table(deal), wanted)
    context = {"picture": shown, "symbols": card_symbols(shown.faces)}
    return HttpResponse(picture("games/pictures/deal.svg", context), content_type="image/png")


@require_safe
@cache_control(private=True, max_age=3600)
def player(request: HttpRequest, name: str) -> HttpResponse:
    """The name, the portrait and the ratings of a registered person, as on the public page."""
    person = get_member_or_404(name)
    hit_client("picture", request)
    ratings = Rating.objects.filter(person=person, games__gte=MIN_GAMES, family__in=FAMILIES)
    lines = [(_(FAMILIES[each.family].title), str(each.points)) for each in ratings.order_by("-games", "family")]
    shown = player_picture(str(person), person_portrait(str(person), person.pk), lines[:MAX_RATINGS])
    context = {"picture": shown, "symbols": portrait_symbols()}
    return HttpResponse(picture("games/pictures/player.svg", context), content_type="image/png")
