"""The page of preferences, and the buttons that change the language on every page."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language as set_language_of_browser

from accounts.models import Person
from accounts.next_page import next_page
from accounts.preferences.forms import PreferencesForm
from accounts.preferences.language_cookie import remember_language
from accounts.preferences.selectors import preferences_of
from accounts.preferences.services import save_preferences
from accounts.services import ensure_person


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings_page(request: HttpRequest) -> HttpResponse:
    kept = preferences_of(request.user)
    language = kept.language or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    form = PreferencesForm(request.POST or None, instance=kept, initial={"language": language})
    if form.is_valid():
        return _save(request, form)
    back = next_page(request)
    return render(request, "accounts/settings.html", {"form": form, "back": back}, status=400 if form.errors else 200)


def _save(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    """Confirm, and return to the page before."""
    save_preferences(ensure_person(request), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return remember_language(redirect(next_page(request) or reverse("settings")), form.cleaned_data["language"])


@require_POST
def switch_sounds(request: HttpRequest) -> HttpResponse:
    """Turn the sounds on or off by the button at the table; with htmx the response is the button."""
    kept = save_preferences(ensure_person(request), sounds=request.POST.get("sounds") == "on")
    back = next_page(request)
    if request.headers.get("HX-Request"):
        return render(request, "accounts/_sound_switch.html", {"preferences": kept, "back": back})
    return redirect(back or reverse("settings"))


@require_POST
def set_language(request: HttpRequest) -> HttpResponseBase:
    """Change the language for this browser, and for the person if one is logged in."""
    code = request.POST.get("language", "")
    if isinstance(request.user, Person) and code in dict(settings.LANGUAGES) and check_for_language(code):
        save_preferences(request.user, language=code)
    return set_language_of_browser(request)
