"""Services for notification settings, devices and webhooks: their only writers."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import NamedTuple

from django.utils import timezone

from accounts.models import Person
from casino.clock import now
from casino.transactions import write_transaction
from games.models import Game
from games.notifications.delivery import enqueue, reschedule_deferred
from games.notifications.destinations import MAILBOX
from games.notifications.kinds import CONFIGURABLE, TURN_SCOPED, DeliveryMethod, NotificationKind
from games.notifications.models import (
    Device,
    GameNotificationPreferences,
    Notification,
    NotificationPreferences,
    Webhook,
    new_webhook_secret,
)
from games.notifications.preferences import Methods, configured_methods, preferences_by_person

MAX_DEVICES = 10
MAX_WEBHOOKS = 5


class PreferenceValues(NamedTuple):
    """The values of the notification settings page."""

    methods: dict[str, list[str]]
    email_stopped: bool
    email_always: bool
    while_open: bool
    digest_at: time | None
    quiet_from: time | None
    quiet_until: time | None
    remind_before: int


class GamePreferenceValues(NamedTuple):
    """The settings for one game: no notifications, or these methods for each kind."""

    silent: bool = False
    methods: Mapping[str, list[str]] = {}


class PushSubscription(NamedTuple):
    """A push subscription as the browser's push manager returns it."""

    endpoint: str
    p256dh: str
    auth: str


def save_notification_preferences(person: Person, values: PreferenceValues) -> NotificationPreferences:
    """Save the settings; deferred notifications follow the new quiet hours."""
    with write_transaction():
        preferences = NotificationPreferences.objects.update_or_create(person=person, defaults=values._asdict())[0]
        reschedule_deferred(person)
    return preferences


def set_email_stopped(person: Person, stopped: bool) -> None:
    """Stop all email to this person, or resume it as it was chosen before."""
    _change(person, email_stopped=stopped)


def set_email_only_my_turn(person: Person) -> None:
    """Limit email to notifications of the person's own turns; the other methods stay as they are."""
    with write_transaction():
        preferences = preferences_by_person([person])[person.pk]
        preferences.methods = {kind.value: sorted(_only_my_turn(preferences, kind)) for kind in CONFIGURABLE}
        preferences.save()


def _only_my_turn(preferences: NotificationPreferences, kind: NotificationKind) -> Methods:
    chosen, email = configured_methods(preferences, kind), {DeliveryMethod.EMAIL}
    return chosen | email if kind in TURN_SCOPED else chosen - email


TABLE_WANTED = timedelta(hours=4)
"""The time for which a person waits to be told of a table that needs a player."""


def want_table(person: Person, wanted: bool) -> None:
    """Tell this person of the next table that needs a player, or no longer."""
    _change(person, table_wanted_until=now() + TABLE_WANTED if wanted else None)


def _change(person: Person, **chosen: bool | datetime | None) -> None:
    with write_transaction():
        preferences = preferences_by_person([person])[person.pk]
        for name, value in chosen.items():
            setattr(preferences, name, value)
        preferences.save()


def save_game_preferences(person: Person, game: Game, values: GamePreferenceValues | None) -> None:
    """Save the settings for this game alone; None restores the general settings."""
    with write_transaction():
        if values is None:
            GameNotificationPreferences.objects.filter(person=person, game=game).delete()
        else:
            GameNotificationPreferences.objects.update_or_create(person=person, game=game, defaults=values._asdict())


# --- devices --------------------------------------------------------------------------------------------------------


def add_device(person: Person, subscription: PushSubscription, name: str) -> Device:
    """Add a browser, which belongs to its last subscriber, and remove the person's oldest beyond the limit."""
    with write_transaction():
        device, _ = Device.objects.update_or_create(
            endpoint=subscription.endpoint,
            defaults={"person": person, "p256dh": subscription.p256dh, "auth": subscription.auth, "name": name},
        )
        newest = Device.objects.filter(person=person).order_by("-created").values_list("pk", flat=True)[:MAX_DEVICES]
        Device.objects.filter(person=person).exclude(pk__in=list(newest)).delete()
    return device


def remove_device(person: Person, pk: int) -> None:
    with write_transaction():
        Device.objects.filter(person=person, pk=pk).delete()


# --- webhooks -------------------------------------------------------------------------------------------------------


def add_webhook(person: Person, kind: str, url: str) -> Webhook | None:
    """Add a webhook; None when the person has the maximum number already."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if Webhook.objects.filter(person=person).count() >= MAX_WEBHOOKS:
            return None
        return Webhook.objects.create(person=person, kind=kind, url=url, secret=new_webhook_secret())


def remove_webhook(person: Person, pk: int) -> None:
    with write_transaction():
        Webhook.objects.filter(person=person, pk=pk).delete()


def enable_webhook(person: Person, pk: int) -> None:
    """Enable a webhook again and clear its failures."""
    with write_transaction():
        webhook = Webhook.objects.filter(person=person, pk=pk)
        webhook.update(disabled=False, failing_since=None, timeouts=0, paused_until=None)


# --- test notifications ---------------------------------------------------------------------------------------------


def send_test_notification(person: Person, method: DeliveryMethod, destination: int) -> None:
    """Send a test notification immediately to one of the person's own destinations."""
    now, kind = timezone.now(), NotificationKind.TEST
    key = f"{kind}:{now.timestamp()}"
    with write_transaction():
        if owns_destination(person, method, destination):
            common = {"person": person, "kind": kind, "dedup_key": key, "due": now}
            enqueue([Notification(method=method, destination=destination, **common)])


def owns_destination(person: Person, method: DeliveryMethod, destination: int) -> bool:
    match method:
        case DeliveryMethod.PUSH:
            return Device.objects.filter(person=person, pk=destination).exists()
        case DeliveryMethod.WEBHOOK:
            return Webhook.objects.filter(person=person, pk=destination, disabled=False).exists()
        case DeliveryMethod.EMAIL:
            return destination == MAILBOX
