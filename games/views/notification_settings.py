"""Notification settings: the page, devices, webhooks, and the link that stops all email."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.devices import device_name
from accounts.models import Person
from accounts.services import ensure_person
from casino.rate_limits import rate_limited
from casino.vapid import public_key
from games.notifications import services
from games.notifications.absolute_links import ONLY_MY_TURN, UNSUBSCRIBE, person_of_token
from games.notifications.destinations import reachable, verified_emails
from games.notifications.forms import DestinationForm, DeviceForm, NotificationPreferencesForm, WebhookForm
from games.notifications.kinds import DeliveryMethod
from games.notifications.models import Device, NotificationPreferences, Webhook
from games.notifications.preferences import default_preferences, preferences_by_person
from games.views.game_notification_settings import games_of
from games.views.invitations import blocks_context

NEW_WEBHOOK = "new_webhook"
"""Session key of the webhook whose secret is still to be shown, once."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    form = NotificationPreferencesForm(preferences_of_user(request), request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.save_notification_preferences(ensure_person(request), form.values)
        messages.success(request, _("Saved."))
        return redirect("games:notifications")
    return _page(request, form)


def _page(
    request: HttpRequest, form: NotificationPreferencesForm | None = None, webhook_form: WebhookForm | None = None
) -> HttpResponse:
    """Render the whole page; an invalid form is shown with its errors."""
    person = request.user if isinstance(request.user, Person) else None
    new_webhook = request.session.pop(NEW_WEBHOOK, None)
    context = {
        "form": form or NotificationPreferencesForm(preferences_of_user(request)),
        "webhook_form": webhook_form or WebhookForm(),
        "devices": Device.objects.filter(person=person) if person else (),
        "webhooks": Webhook.objects.filter(person=person) if person else (),
        "new_webhook": Webhook.objects.filter(person=person, pk=new_webhook).first()
        if person and new_webhook
        else None,
        "games": games_of(person) if person else (),
        "email": verified_emails([person]).get(person.pk) if person else None,
        "push_key": public_key(),
        "time_zone": timezone.get_current_timezone_name().replace("_", " "),
        **blocks_context(person),
    }
    invalid = any(bound is not None and bound.errors for bound in (form, webhook_form))
    return render(request, "games/notifications/settings.html", context, status=400 if invalid else 200)


def preferences_of_user(request: HttpRequest) -> NotificationPreferences:
    user = request.user
    return preferences_by_person([user])[user.pk] if isinstance(user, Person) else default_preferences(None)


def _confirm(request: HttpRequest, text: str) -> HttpResponse:
    messages.success(request, text)
    return redirect("games:notifications")


@require_POST
@rate_limited("offer")
def want_table(request: HttpRequest) -> HttpResponse:
    """Tell the visitor of the next table that needs a player; first of all, how that can reach them is chosen."""
    person, wanted = request.user, request.POST.get("wanted") != "no"
    if not isinstance(person, Person) or (wanted and not reachable([person.pk])):
        messages.info(request, _("First turn on notifications for this device, or add an email address."))
        return redirect("games:notifications")
    services.want_table(person, wanted)
    return redirect("games:lobby")


# --- devices --------------------------------------------------------------------------------------------------------


@require_POST
@rate_limited("webhook")
def add_device(request: HttpRequest) -> HttpResponse:
    form = DeviceForm(request.POST)
    if not form.is_valid():
        error = next(iter(next(iter(form.errors.values()))))
        messages.warning(request, _("This device couldn’t be added: %(why)s") % {"why": error})
        return redirect("games:notifications")
    name = device_name(request.headers.get("User-Agent", "")) or _("Browser")
    services.add_device(ensure_person(request), form.subscription, name)
    return _confirm(request, _("Notifications are on for this device."))


@require_POST
def remove_device(request: HttpRequest, pk: int) -> HttpResponse:
    services.remove_device(_require_person(request), pk)
    return _confirm(request, _("Notifications are off for that device."))


# --- webhooks -------------------------------------------------------------------------------------------------------


@require_POST
@rate_limited("webhook")
def add_webhook(request: HttpRequest) -> HttpResponse:
    form = WebhookForm(request.POST)
    if not form.is_valid():
        return _page(request, webhook_form=form)
    webhook = services.add_webhook(ensure_person(request), form.cleaned_data["kind"], form.cleaned_data["url"])
    if webhook is None:
        form.add_error(None, _("You have reached the limit of webhooks. Remove one first."))
        return _page(request, webhook_form=form)
    if webhook.kind == Webhook.Kind.JSON:
        request.session[NEW_WEBHOOK] = webhook.pk
    services.send_test_notification(webhook.person, DeliveryMethod.WEBHOOK, webhook.pk)
    return _confirm(
        request, _("The webhook was added. If a test message doesn’t arrive within a minute, check the address.")
    )


@require_POST
def remove_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    services.remove_webhook(_require_person(request), pk)
    return _confirm(request, _("The webhook was removed."))


@require_POST
def enable_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    services.enable_webhook(_require_person(request), pk)
    return _confirm(request, _("The webhook is enabled again."))


@require_POST
@rate_limited("test_notification")
def send_test(request: HttpRequest) -> HttpResponse:
    """Send a test message to one of the person's destinations."""
    form = DestinationForm(request.POST)
    if not form.is_valid():
        raise Http404
    method, destination = DeliveryMethod(form.cleaned_data["method"]), form.cleaned_data["destination"]
    services.send_test_notification(_require_person(request), method, destination)
    return _confirm(
        request, _("A test message is on its way. If it doesn’t arrive within a minute, something is wrong.")
    )


def _require_person(request: HttpRequest) -> Person:
    if not isinstance(request.user, Person):
        raise Http404
    return request.user


@require_POST
def only_my_turn_here(request: HttpRequest) -> HttpResponse:
    """Limit email to the person's own turns, by the button on the settings page."""
    services.set_email_only_my_turn(ensure_person(request))
    return _confirm(request, _("You now get email only when it’s your turn."))


# --- unsubscribing --------------------------------------------------------------------------------------------------


@csrf_exempt  # mail programs post here with the link alone (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all email. GET changes nothing, as mail programs open links automatically."""
    person = person_of_token(token, UNSUBSCRIBE)
    if person is None:
        return render(request, "games/notifications/unsubscribe.html", {"unknown": True}, status=404)
    if request.method == "POST":
        services.set_email_stopped(person, stopped="again" not in request.POST)
    stopped = preferences_by_person([person])[person.pk].email_stopped
    context = {"stopped": stopped, "done": request.method == "POST"}
    return render(request, "games/notifications/unsubscribe.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def only_my_turn(request: HttpRequest, token: str) -> HttpResponse:
    """Limit email to the person's own turns, by the link in a mail; only the button on the page does it."""
    person = person_of_token(token, ONLY_MY_TURN)
    if person and request.method == "POST":
        services.set_email_only_my_turn(person)
    context = {"unknown": person is None, "done": request.method == "POST"}
    return render(request, "games/notifications/only_my_turn.html", context, status=200 if person else 404)
