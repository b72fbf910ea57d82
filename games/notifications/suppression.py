"""Checks before sending that drop or defer a notification."""

from datetime import datetime, timedelta

from accounts.time_zones import time_zone_of
from casino.hooks import Hook
from games.community.blocks import blocked_either_way
from games.community.models import Follow
from games.live import presence
from games.models import Game
from games.notifications.current_turn import decline_of, is_news, latest_offer, still_waits
from games.notifications.kinds import (
    CONFIGURABLE,
    DAILY,
    TO_ACT_ON,
    TO_OPEN_TABLES,
    TURN_SCOPED,
    DeliveryMethod,
    NotificationKind,
)
from games.notifications.models import PENDING, Notification
from games.notifications.preferences import (
    digest_time,
    game_preferences_by_person,
    methods_for,
    preferences_by_person,
    quiet_hours_end,
)
from games.notifications.receivers import receiver_of

IMMEDIATE = frozenset({NotificationKind.TEST})
"""Notifications that the recipient is waiting for, sent even in quiet hours and to a receiver that is paused."""


LOOK_AGAIN = timedelta(minutes=1)
"""Time after which the site looks again if the person is still at the table."""


reasons_above: Hook[[Notification], str] = Hook()
"""Return the reason, or nothing, of a higher layer, which knows what the notification is about."""


def suppression_reason(notification: Notification) -> str:
    """The reason why the notification is no longer useful; empty when it must be sent."""
    kind, person, game = NotificationKind(notification.kind), notification.person, notification.game
    if kind not in CONFIGURABLE:
        return ""
    if known := next(filter(None, reasons_above(notification)), ""):
        return known
    preferences = preferences_by_person([person])[person.pk]
    methods = methods_for(preferences, kind, game, game_preferences_by_person(game, [person]).get(person.pk))
    checks = {
        "the account is closed": not person.is_active,
        "no longer wanted": DeliveryMethod(notification.method) not in methods,
        "no seat is free there": kind in TO_OPEN_TABLES and not invitation_is_open(notification),
        "no longer followed": kind is NotificationKind.FOLLOWED_TABLE and not follow_holds(notification),
        "kept apart by a block": kind is NotificationKind.TABLE_OPEN and is_blocked_from_host(notification),
        "the turn has been played": kind in TURN_SCOPED and not still_waits(notification),
        "the offer is no longer open": kind is NotificationKind.OFFER and not still_waits(notification),
        "told with the offer": offer_status(notification) == Notification.Status.SENT,
        "told with an earlier one": kind is NotificationKind.CHAT and waits_with_another(notification),
        "looks at the table": not (kind in TO_ACT_ON or preferences.while_open) and looks_at_table(notification),
    }
    return next((why for why, holds in checks.items() if holds), "")


def offer_status(notification: Notification) -> str:
    """Of a turn: the status of the notification that asks its player to answer an offer, made in this turn, first."""
    game, kind = notification.game, NotificationKind.OFFER
    if game is None or not game.asked or notification.kind != NotificationKind.MY_TURN:
        return ""
    same = {name: getattr(notification, name) for name in ("person", "game", "method", "destination")}
    made = latest_offer(game)
    if made < notification.turn_seq:
        return ""
    offer = Notification.objects.filter(kind=kind, turn_seq=made, **same).first()
    return offer.status if offer and still_waits(offer) else ""


def invitation_is_open(notification: Notification) -> bool:
    """True if the table is still waiting, and the person has neither sat down nor declined; of the news that someone
    has declined, if it is still so."""
    game, person = notification.game, notification.person_id
    if game is None:
        return True
    if is_news(notification):
        return decline_of(notification) is not None
    seated = game.taken_seats.filter(person=person).exists()
    declined = game.invitations.filter(person=person, declined=True).exists()
    return game.status == Game.Status.OPEN and not seated and not declined


def follow_holds(notification: Notification) -> bool:
    """True if the person still wants to be notified of this host's tables, and no block keeps them apart."""
    host = notification.game.host_id if notification.game else None
    follow = Follow.objects.filter(person=notification.person_id, followed=host, notify=True)
    return host is not None and follow.exists() and not is_blocked_from_host(notification)


def is_blocked_from_host(notification: Notification) -> bool:
    host = notification.game.host_id if notification.game else None
    return host is not None and host in blocked_either_way(notification.person_id)


def waits_with_another(notification: Notification) -> bool:
    """True if an earlier message in the same chat is still held back: its notification says the same."""
    same = {name: getattr(notification, name) for name in ("person", "game", "kind", "method", "destination")}
    held = Notification.objects.filter(status=Notification.Status.DEFERRED, pk__lt=notification.pk, **same)
    return held.exists()


def looks_at_table(notification: Notification) -> bool:
    """True if the person is seated and has a visible page of the game: not one that is hidden, closed, or left
    alone."""
    game = notification.game
    if game is None:
        return False
    seats = [seat for seat, status in presence.presence_by_seat(game).items() if status == "visible"]
    return game.taken_seats.filter(number__in=seats, person=notification.person_id).exists()


def is_played_live(game: Game | None) -> bool:
    """True while the players of a live game sit at it, which nobody does in their sleep."""
    return game is not None and game.live and game.status == Game.Status.PLAYING


def deferred_until(notification: Notification, now: datetime) -> datetime | None:
    """The time until which it waits: the end of the person's quiet hours or of the receiver's pause, the daily email,
    or the next look if the person who is to play or to answer has the table in view; or None."""
    kind = NotificationKind(notification.kind)
    if kind in IMMEDIATE:
        return None
    person, zone = notification.person, time_zone_of(notification.person)
    preferences = preferences_by_person([person])[person.pk]
    quiet = None if is_played_live(notification.game) else quiet_hours_end(preferences, zone, now)
    daily = notification.method == DeliveryMethod.EMAIL and kind in DAILY
    digest = digest_time(preferences, zone, notification.created) if daily else None
    receiver = receiver_of(notification)
    paused = receiver.paused_until if receiver and receiver.paused else None
    looks = kind in TO_ACT_ON and not preferences.while_open and looks_at_table(notification)
    looked_at = now + LOOK_AGAIN if looks or offer_status(notification) in PENDING else None
    digest = digest if digest and digest > now else None
    return max(filter(None, (quiet, paused, looked_at, digest)), default=None)
