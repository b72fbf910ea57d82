"""Services for notification settings, devices and webhooks: their only writers."""

from collections.abc import Mapping
from datetime import time
from typing import NamedTuple

from django.utils import timezone

from accounts.models import Person
from casino.writes import write_transaction
from games.models import Game
from games.notifications.delivering import hold_anew, write_down
from games.notifications.happenings import Happening, Way
from games.notifications.models import Call, Device, GameWishes, Webhook, Wishes, new_hook_secret
from games.notifications.places import MAILBOX

MOST_DEVICES = 10
MOST_HOOKS = 5


class Wanted(NamedTuple):
    """The values of the notification settings page."""

    ways: dict[str, list[str]]
    mail_stopped: bool
    mail_always: bool
    quiet_from: time | None
    quiet_until: time | None
    time_zone: str
    remind_before: int


class WantedOfGame(NamedTuple):
    """The settings for one game: no notifications, or these ways for each kind."""

    silent: bool = False
    ways: Mapping[str, list[str]] = {}


class Subscription(NamedTuple):
    """A push subscription as the browser's push manager returns it."""

    endpoint: str
    p256dh: str
    auth: str


def save_wishes(person: Person, wanted: Wanted) -> Wishes:
    """Save the settings; notifications that are held already follow the new quiet hours."""
    with write_transaction():
        wishes = Wishes.objects.update_or_create(person=person, defaults=wanted._asdict())[0]
        hold_anew(wishes)
    return wishes


def stop_mail(person: Person, stopped: bool) -> None:
    """Stop all e-mail to this person, or resume it as it was chosen before."""
    with write_transaction():
        Wishes.objects.update_or_create(person=person, defaults={"mail_stopped": stopped})


def wish_for_game(person: Person, game: Game, wanted: WantedOfGame | None) -> None:
    """Save the settings for this game alone; None restores the general settings."""
    with write_transaction():
        if wanted is None:
            GameWishes.objects.filter(person=person, game=game).delete()
        else:
            GameWishes.objects.update_or_create(person=person, game=game, defaults=wanted._asdict())


# --- devices --------------------------------------------------------------------------------------------------------


def add_device(person: Person, subscription: Subscription, name: str) -> Device:
    """Add a browser, which belongs to its last subscriber, and remove the person's oldest beyond the limit."""
    with write_transaction():
        device, _ = Device.objects.update_or_create(
            endpoint=subscription.endpoint,
            defaults={"person": person, "p256dh": subscription.p256dh, "auth": subscription.auth, "name": name},
        )
        newest = Device.objects.filter(person=person).order_by("-created").values_list("pk", flat=True)[:MOST_DEVICES]
        Device.objects.filter(person=person).exclude(pk__in=list(newest)).delete()
    return device


def remove_device(person: Person, number: int) -> None:
    with write_transaction():
        Device.objects.filter(person=person, pk=number).delete()


# --- webhooks -------------------------------------------------------------------------------------------------------


def add_hook(person: Person, kind: str, address: str) -> Webhook | None:
    """Add a webhook; None when the person has the maximum number already."""
    with write_transaction():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        if Webhook.objects.filter(person=person).count() >= MOST_HOOKS:
            return None
        return Webhook.objects.create(person=person, kind=kind, address=address, secret=new_hook_secret())


def remove_hook(person: Person, number: int) -> None:
    with write_transaction():
        Webhook.objects.filter(person=person, pk=number).delete()


def switch_hook_on(person: Person, number: int) -> None:
    """Switch a webhook on again and clear its failures."""
    with write_transaction():
        Webhook.objects.filter(person=person, pk=number).update(switched_off=False, failing_since=None)


# --- test calls -----------------------------------------------------------------------------------------------------


def make_test_call(person: Person, way: Way, place: int) -> None:
    """Send a test notification immediately to one of the person's own places."""
    now = timezone.now()
    occasion = f"{Happening.TEST}:{now.timestamp()}"
    call = Call(person=person, happening=Happening.TEST, occasion=occasion, way=way, place=place, due=now)
    with write_transaction():
        if owns(person, way, place):
            write_down([call])


def owns(person: Person, way: Way, place: int) -> bool:
    match way:
        case Way.PUSH:
            return Device.objects.filter(person=person, pk=place).exists()
        case Way.HOOK:
            return Webhook.objects.filter(person=person, pk=place, switched_off=False).exists()
        case Way.MAIL:
            return place == MAILBOX
