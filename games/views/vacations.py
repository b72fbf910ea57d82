"""The person's holidays: choosing and canceling them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Person
from accounts.next_page import to_login
from casino.rate_limits import rate_limited
from games import services
from games.forms.table import CancelVacationForm, VacationForm
from games.presenters.refusals import refusal_words


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("vacation")
def vacations(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, Person):
        return to_login(request)
    form = VacationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        done = services.add_vacation(request.user, form.cleaned_data["first"], form.cleaned_data["last"])
        if not isinstance(done, services.Refused):
            return redirect("games:vacations")
        form.add_error(None, refusal_words(done.refusal, services.TEMPLATES))
    today = services.today_of(request.user)
    context = {
        "form": form,
        "holidays": request.user.vacations.filter(last__gte=today),
        "today": today,
        "left": services.days_left(request.user, today.year),
    }
    return render(request, "games/profiles/vacations.html", context)


@require_POST
@rate_limited("vacation")
def cancel(request: HttpRequest) -> HttpResponse:
    form = CancelVacationForm(request.POST)
    if isinstance(request.user, Person) and form.is_valid():
        services.cancel_vacation(request.user, form.cleaned_data["pk"])
    return redirect("games:vacations")
