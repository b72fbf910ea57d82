"""Pages of the person's own account and preferences, and the link back of a guest."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from allauth.usersessions.internal.flows.sessions import end_sessions as end
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.core import signing
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as set_language_of_browser

from accounts import services
from accounts.devices import device_name
from accounts.forms import DeleteAccountForm, DisplayNameForm, PreferencesForm
from accounts.models import Person
from accounts.next_page import is_local_url, next_page, to_login, with_next
from accounts.person_names import TAKEN, is_guest_name, isolate
from accounts.person_preferences import preferences_of, remember_language, save_preferences
from casino.rate_limits import rate_limited

type ViewFunction = Callable[..., HttpResponse]


def member_of(request: HttpRequest) -> Person | None:
    """The member who is logged in, if any; guests do not count."""
    user = request.user
    return user if isinstance(user, Person) and not user.is_guest else None


def anonymous_required(view: ViewFunction) -> ViewFunction:
    """Restrict a view to visitors who are not logged in and to guests, who may sign up or log in. Others are sent
    on."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if member_of(request):
            return redirect(next_page(request) or "accounts:account")
        return view(request, *args, **kwargs)

    return guarded


def member_required(view: ViewFunction) -> ViewFunction:
    """Restrict a view to members."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if member_of(request) else to_login(request)

    return guarded


def rename(person: Person, data: QueryDict) -> DisplayNameForm:
    """Give the person the name that was sent, if it is valid and free; return the form with what is wrong with it."""
    form = DisplayNameForm(data, instance=person)
    if form.is_valid():
        try:
            services.rename(person, form.cleaned_data["display_name"])
        except services.NameTakenError:
            form.add_error("display_name", TAKEN)
    return form


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show the account; for a guest little more than the link back."""
    if not isinstance(request.user, Person):
        return to_login(request)
    person = Person.objects.get(pk=request.user.pk)
    form = rename(person, request.POST) if request.method == "POST" else DisplayNameForm(instance=person)
    if form.is_valid():
        messages.success(request, _("Your name is now %(name)s.") % {"name": isolate(person)})
        return redirect(with_next(reverse("accounts:account"), next_page(request)))
    return render(request, "account/account.html", {"form": form, "shown": str(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("delete_account")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the person's account for good; the games stay, without the name."""
    if not isinstance(request.user, Person):
        return to_login(request)
    person = Person.objects.get(pk=request.user.pk)
    form = DeleteAccountForm(person, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "account/delete.html", {"form": form})
    logout(request)
    services.delete_account(person)
    messages.success(request, _("Your account has been deleted."))
    return redirect("/")


@require_safe
@never_cache
def sessions(request: HttpRequest) -> HttpResponse:
    """List the browsers in which the person is logged in, the latest first."""
    person = request.user
    if not isinstance(person, Person):
        return to_login(request)
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)  # not begun by our login, or before there was a list
    rows = [
        {
            "pk": each.pk,
            "here": each.is_current(),
            "device": device_name(each.user_agent) or _("unknown browser"),
            "row": each,
        }
        for each in sorted(UserSession.objects.purge_and_list(person), key=lambda each: each.created_at, reverse=True)
    ]
    return render(request, "account/sessions.html", {"sessions": rows, "others": any(not row["here"] for row in rows)})


@require_POST
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End one session of the person, or without a named one all but this one."""
    person = request.user
    if not isinstance(person, Person):
        return to_login(request)
    own, named = UserSession.objects.filter(user=person), request.POST.get("session", "")
    chosen = own.filter(pk=int(named)) if named.isdecimal() else own.exclude(session_key=request.session.session_key)
    ended = list(chosen)
    end(request, ended)
    if not request.user.is_authenticated:
        return redirect("/")
    if ended:
        messages.success(request, _("Logged out."))
    return redirect("accounts:sessions")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("recovery_link")
def recover(request: HttpRequest, token: str) -> HttpResponse:
    """Log a guest in by the link back. Only the button does it: a preview of a link that was sent on does nothing."""
    guest = services.guest_of_token(token)
    if guest is None or not guest.is_guest:
        return render(request, "account/back_lost.html", {"signed_up": guest is not None}, status=410)
    if request.method == "POST":
        services.log_in_guest(request, guest)
        return redirect(_return_url(request))
    now = request.user if isinstance(request.user, Person) and request.user.pk != guest.pk else None
    return render(request, "account/back.html", {"guest": guest, "now": now, "token": token})


@require_POST
@rate_limited("recovery_link")
def new_recovery_link(request: HttpRequest) -> HttpResponse:
    """Make a new link back. The old one stops working, and every session that began with it ends."""
    guest = request.user
    if isinstance(guest, Person) and guest.is_guest and services.revoke_recovery_link(request, guest):
        messages.success(
            request, _("This is your new link. The old one no longer works, and every other browser is logged out.")
        )
    return redirect("accounts:account")


def _return_url(request: HttpRequest) -> str:
    """The page where the link was shown, if that is a page of this site."""
    wanted = request.GET.get("to", "")
    return wanted if is_local_url(wanted) else "/"


def recovery_url(request: HttpRequest, guest: Person) -> str:
    """The full link back, which also names the table it is shown on."""
    path = request.path if request.path.startswith("/g/") else ""
    address = request.build_absolute_uri(f"/back/{services.token_of(guest)}/")
    return f"{address}?to={path}" if path else address


# --- signing up ----------------------------------------------------------------------------------------------------


class SignupView(allauth_views.SignupView):  # type: ignore[misc]  # allauth ships no types
    """django-allauth's view; handles a name that was free when the form was checked and is taken when it is saved."""

    def get_initial(self) -> dict[str, Any]:
        guest = self.request.user
        if not isinstance(guest, Person) or not guest.is_guest:
            return dict(super().get_initial())
        return {**super().get_initial(), "display_name": "" if is_guest_name(str(guest)) else str(guest)}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except services.NameTakenError:
            form.add_error("username", TAKEN)
            response = self.form_invalid(form)
        return response


class ConfirmEmailView(allauth_views.ConfirmEmailView):  # type: ignore[misc]  # allauth ships no types
    """django-allauth's view; tells whoever opens their link a second time that it has done its work."""

    def post(self, *args: Any, **named: Any) -> HttpResponse:
        try:
            return super().post(*args, **named)  # type: ignore[no-any-return]
        except Http404:
            return self.get(*args, **named)  # type: ignore[no-any-return]

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        try:
            pk = signing.loads(self.kwargs["key"], salt=account_settings.SALT)
        except signing.BadSignature:
            pk = None
        done = EmailAddress.objects.filter(pk=pk, verified=True).exists()
        return {**super().get_context_data(**more), "done": done}


# --- preferences ----------------------------------------------------------------------------------------------------


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
    save_preferences(services.ensure_person(request), **form.cleaned_data)
    messages.success(request, _("Saved."))
    return remember_language(redirect(next_page(request) or reverse("settings")), form.cleaned_data["language"])


@require_POST
def switch_sounds(request: HttpRequest) -> HttpResponse:
    """Turn the sounds on or off by the button at the table; with htmx the response is the button."""
    kept = save_preferences(services.ensure_person(request), sounds=request.POST.get("sounds") == "on")
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
