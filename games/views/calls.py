"""Notification settings: the page, devices, webhooks, and the link that stops all e-mail."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Person
from accounts.services import ensure_person
from casino.limits import limited
from casino.vapid import public_key
from games.notifications import keeping
from games.notifications.forms import DeviceForm, HookForm, PlaceForm, WishesForm
from games.notifications.happenings import Way
from games.notifications.links import person_of_token
from games.notifications.models import Device, Webhook, Wishes
from games.notifications.places import mailboxes
from games.notifications.wishes import wishes_of
from games.views.game_calls import games_of
from games.views.invitations import refusing_context

NAME_LENGTH = 80
FRESH_HOOK = "fresh_hook"
"""Session key of the webhook whose secret is still to be shown, once."""

BROWSERS = (("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


@require_http_methods(["GET", "POST"])
@never_cache
def calls(request: HttpRequest) -> HttpResponse:
    form = WishesForm(wishes_for(request), request.POST if request.method == "POST" else None)
    if form.is_valid():
        keeping.save_wishes(ensure_person(request), form.wanted)
        messages.success(request, _("Saved."))
        return redirect("games:calls")
    return page(request, form)


def page(request: HttpRequest, form: WishesForm | None = None, hook_form: HookForm | None = None) -> HttpResponse:
    """Render the whole page; an invalid form is shown with its errors."""
    person = request.user if isinstance(request.user, Person) else None
    fresh = request.session.pop(FRESH_HOOK, None)
    known = {
        "form": form or WishesForm(wishes_for(request)),
        "hook_form": hook_form or HookForm(),
        "devices": Device.objects.filter(person=person) if person else (),
        "hooks": Webhook.objects.filter(person=person) if person else (),
        "fresh": Webhook.objects.filter(person=person, pk=fresh).first() if person and fresh else None,
        "games": games_of(person) if person else (),
        "address": mailboxes([person]).get(person.pk) if person else None,
        "push_key": public_key(),
        **refusing_context(person),
    }
    wrong = any(each is not None and each.errors for each in (form, hook_form))
    return render(request, "games/calls/page.html", known, status=400 if wrong else 200)


def wishes_for(request: HttpRequest) -> Wishes:
    return wishes_of([request.user])[request.user.pk] if isinstance(request.user, Person) else Wishes()


def back(request: HttpRequest, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("games:calls")


# --- devices --------------------------------------------------------------------------------------------------------


@require_POST
@limited("web_address")
def add_device(request: HttpRequest) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not form.is_valid():
        trouble = next(iter(next(iter(form.errors.values()))))
        messages.warning(request, _("This device could not be added: %(why)s") % {"why": trouble})
        return redirect("games:calls")
    keeping.add_device(ensure_person(request), form.subscription, device_name(request.headers.get("User-Agent", "")))
    return back(request, _("You are called on this device from now on."))


def device_name(agent: str) -> str:
    """Return, for example, “Firefox, Android”, as far as the browser reveals it."""
    known = [next((name for sign, name in words if sign in agent), "") for words in (BROWSERS, SYSTEMS)]
    return (", ".join(filter(None, known)) or _("Browser"))[:NAME_LENGTH]


@require_POST
def remove_device(request: HttpRequest, number: int) -> HttpResponse:
    keeping.remove_device(known_person(request), number)
    return back(request, _("You are not called on that device any more."))


# --- webhooks -------------------------------------------------------------------------------------------------------


@require_POST
@limited("web_address")
def add_hook(request: HttpRequest) -> HttpResponse:
    form = HookForm(request.POST)
    if not form.is_valid():
        return page(request, hook_form=form)
    hook = keeping.add_hook(ensure_person(request), form.cleaned_data["kind"], form.cleaned_data["address"])
    if hook is None:
        form.add_error(None, _("You have as many web addresses as one can have. Remove one first."))
        return page(request, hook_form=form)
    if hook.kind == Webhook.Kind.JSON:
        request.session[FRESH_HOOK] = hook.pk
    return back(request, _("The web address was added."))


@require_POST
def remove_hook(request: HttpRequest, number: int) -> HttpResponse:
    keeping.remove_hook(known_person(request), number)
    return back(request, _("The web address was removed."))


@require_POST
def switch_hook_on(request: HttpRequest, number: int) -> HttpResponse:
    keeping.switch_hook_on(known_person(request), number)
    return back(request, _("The web address is used again."))


@require_POST
@limited("try_call")
def try_call(request: HttpRequest) -> HttpResponse:
    """Send a test message to one of the person's places."""
    form = PlaceForm(request.POST)
    if not form.is_valid():
        raise Http404
    keeping.make_test_call(known_person(request), Way(form.cleaned_data["way"]), form.cleaned_data["place"])
    return back(request, _("A message is on its way. If it has not come in a minute, something is wrong."))


def known_person(request: HttpRequest) -> Person:
    if not isinstance(request.user, Person):
        raise Http404
    return request.user


# --- unsubscribing --------------------------------------------------------------------------------------------------


@csrf_exempt  # mail programs post here with the link alone (RFC 8058)
@require_http_methods(["GET", "POST"])
@never_cache
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all e-mail. GET changes nothing, as mail programs open links automatically."""
    person = person_of_token(token)
    if person is None:
        return render(request, "games/calls/stop.html", {"unknown": True}, status=404)
    if request.method == "POST":
        keeping.stop_mail(person, stopped="again" not in request.POST)
    stopped = wishes_of([person])[person.pk].mail_stopped
    return render(request, "games/calls/stop.html", {"stopped": stopped, "done": request.method == "POST"})
