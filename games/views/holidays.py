"""The person's holidays: choosing and canceling them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Person
from casino.limits import limited
from games import services
from games.forms.table import CancelHolidayForm, HolidayForm
from games.presenters.refusals import refusal_words


@require_http_methods(["GET", "POST"])
@never_cache
@limited("holidays")
def holidays(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, Person):
        return redirect("account_login")
    form = HolidayForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        done = services.add_holiday(request.user, form.cleaned_data["first"], form.cleaned_data["last"])
        if not isinstance(done, services.Refused):
            return redirect("games:holidays")
        form.add_error(None, refusal_words(done.refusal, services.TEMPLATES))
    today = services.today()
    context = {
        "form": form,
        "holidays": request.user.holidays.filter(last__gte=today),
        "today": today,
        "left": services.days_left(request.user, today.year),
    }
    return render(request, "games/holidays.html", context)


@require_POST
@limited("holidays")
def cancel(request: HttpRequest) -> HttpResponse:
    form = CancelHolidayForm(request.POST)
    if isinstance(request.user, Person) and form.is_valid():
        refused = services.cancel_holiday(request.user, form.cleaned_data["number"])
        if refused:
            messages.warning(request, refusal_words(refused.refusal, services.TEMPLATES))
    return redirect("games:holidays")
