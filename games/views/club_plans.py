"""What a club plans: its calendar, its favorite games and house rules."""

from django.contrib.sites.shortcuts import get_current_site
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.rate_limits import rate_limited
from games.clubs import calendar, favorites
from games.clubs.outcomes import TEMPLATES
from games.contexts.clubs import calendar_context, favorites_context
from games.forms.clubs import DateForm, FavoriteForm
from games.presenters.refusals import refusal_words
from games.tournaments.exports import events_of_club
from games.views.clubs import answered, club_of_member, hides_unknown, inside_or_404, person_of
from games.views.tournament_results import site_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
@hides_unknown
def club_calendar(request: HttpRequest, address: str) -> HttpResponse:
    """The dates to come; an organizer adds one."""
    seen = inside_or_404(request, address)
    form = DateForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        seen, person = club_of_member(request, address)
        if form.is_valid():
            sent = form.cleaned_data
            problem = calendar.add_date(seen.club, person, sent["title"], sent["text"], sent["starts"])
            if problem is None:
                return answered(request, None, _("The date is in the calendar."), "games:club_calendar", seen.club)
            form.add_error(None, refusal_words(problem, TEMPLATES))
    context = calendar_context(seen, person_of(request)) | {"form": form}
    if context["token"]:
        context["feed"] = request.build_absolute_uri(reverse("games:club_feed", args=[address, context["token"]]))
    return render(request, "games/clubs/calendar.html", context)


@require_POST
@rate_limited("arrange")
@hides_unknown
def delete_date(request: HttpRequest, address: str, date: int) -> HttpResponse:
    seen, person = club_of_member(request, address)
    problem = calendar.delete_date(seen.club, person, date)
    return answered(request, problem, _("Deleted."), "games:club_calendar", seen.club)


@require_safe
@never_cache
def feed(request: HttpRequest, address: str, token: str) -> HttpResponse:
    """The calendar for a member's own calendar, which has no session: the address itself is the secret."""
    club = calendar.club_of_feed(address, token)
    if club is None:
        raise Http404
    link = request.build_absolute_uri(reverse("games:club", args=[address]))
    host = get_current_site(request).domain
    text = calendar.feed_of(club, link, host, events_of_club(club, site_of(request), host))
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("arrange")
@hides_unknown
def club_favorites(request: HttpRequest, address: str) -> HttpResponse:
    """The organizers' page of the club's favorite games."""
    seen, person = club_of_member(request, address)
    if not seen.organizes:
        raise Http404
    if request.method != "POST":
        return render(request, "games/clubs/favorites.html", favorites_context(seen, person))
    form = FavoriteForm(request.POST)
    if not form.is_valid() or not (form.cleaned_data["preset"] or form.cleaned_data["saved"]):
        raise Http404
    if form.cleaned_data["saved"]:
        problem = favorites.add_house_rules(seen.club, person, form.cleaned_data["saved"])
    else:
        problem = favorites.add_favorite(seen.club, person, form.cleaned_data["preset"])
    return answered(request, problem, _("Saved."), "games:club_favorites", seen.club)


@require_POST
@rate_limited("arrange")
@hides_unknown
def remove_favorite(request: HttpRequest, address: str, favorite: int) -> HttpResponse:
    seen, person = club_of_member(request, address)
    problem = favorites.remove_favorite(seen.club, person, favorite)
    return answered(request, problem, _("Removed."), "games:club_favorites", seen.club)
