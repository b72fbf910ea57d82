"""The results of a tournament for other programs, for whoever may see its page."""

from django.contrib.sites.shortcuts import get_current_site
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tournaments import exports
from games.views.tournaments import tournament_or_404


def site_of(request: HttpRequest) -> str:
    """What the site's addresses begin with."""
    return request.build_absolute_uri("/").rstrip("/")


@require_safe
@never_cache
def tournament_json(request: HttpRequest, public_id: str) -> HttpResponse:
    row = tournament_or_404(request, public_id).tournament
    data = exports.results(row, site_of(request))
    return JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})


@require_safe
@never_cache
def tournament_csv(request: HttpRequest, public_id: str) -> HttpResponse:
    """With the mark by which spreadsheets know the encoding."""
    row = tournament_or_404(request, public_id).tournament
    text = exports.results_csv(row, site_of(request))
    headers = {"Content-Disposition": f'attachment; filename="tournament-{public_id}.csv"'}
    return HttpResponse(text.encode("utf-8-sig"), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@never_cache
def tournament_calendar(request: HttpRequest, public_id: str) -> HttpResponse:
    """Read by calendar apps, which have no session; those of a private club's members have the club's own feed."""
    row = tournament_or_404(request, public_id).tournament
    text = exports.calendar_of(row, site_of(request), get_current_site(request).domain)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
