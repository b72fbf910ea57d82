"""The kinds of notification, the delivery methods, and the defaults."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NotificationKind(models.TextChoices):
    MY_TURN = "my_turn", _("My turn")
    INVITATION = "invitation", _("An invitation")
    STARTED = "started", _("A game starts")
    TIME_SHORT = "time_short", _("My time is running out")
    OVER = "over", _("A game ends")
    CHAT = "chat", _("A new chat message")
    FOLLOWED_TABLE = "followed_table", _("A player I follow opens a table")
    CLUB_TABLE = "club_table", _("A new table in a club I’m in")
    CLUB_NEWS = "club_news", _("News of my clubs, and invitations to clubs")
    TOURNAMENT = "tournament", _("Tournaments I’ve entered")
    TABLE_OPEN = "table_open", _("Someone waits for a player, once I have asked")
    OFFER = "offer", _("An offer to answer")
    DISPUTE = "dispute", _("A move is disputed")
    RULING = "ruling", _("A ruling was made")
    TEST = "test", _("A test")
    WEBHOOK_OFF = "webhook_off", _("A webhook was disabled")


class DeliveryMethod(models.TextChoices):
    PUSH = "push", _("On my devices")
    EMAIL = "email", _("Email")
    WEBHOOK = "webhook", _("Webhook")


TO_RECEIVERS = frozenset({DeliveryMethod.PUSH, DeliveryMethod.WEBHOOK})
"""The methods that post to addresses that people entered."""


CONFIGURABLE = tuple(kind for kind in NotificationKind if kind not in {"test", "webhook_off"})
"""Notifications that can be switched on and off."""

TO_OPEN_TABLES = frozenset(
    {
        NotificationKind.INVITATION,
        NotificationKind.FOLLOWED_TABLE,
        NotificationKind.CLUB_TABLE,
        NotificationKind.TABLE_OPEN,
    }
)
"""Notifications of a table that needs a player, to people who have no seat there."""

PER_GAME = tuple(
    kind
    for kind in CONFIGURABLE
    if kind not in TO_OPEN_TABLES | {NotificationKind.CLUB_NEWS, NotificationKind.TOURNAMENT}
)
"""Notifications that can be chosen for a single game."""

DEFAULT_METHODS: dict[NotificationKind, frozenset[DeliveryMethod]] = {
    kind: frozenset(DeliveryMethod) - ({DeliveryMethod.EMAIL} if kind is NotificationKind.CHAT else set())
    for kind in CONFIGURABLE
}
"""The default methods: all notifications by every available method, except chat by email."""

TURN_SCOPED = frozenset({NotificationKind.MY_TURN, NotificationKind.TIME_SHORT})
"""Notifications that are useless once the turn has been played."""

TO_ACT_ON = TURN_SCOPED | {NotificationKind.OFFER}
"""Notifications that are useless once their recipient has played or answered. They are sent before all others, and wait
while their recipient looks at the table."""

DAILY = frozenset({NotificationKind.MY_TURN, NotificationKind.OFFER})
"""Notifications in the daily email of those who want one."""

ADDED = {
    NotificationKind.OFFER: NotificationKind.DISPUTE,
    NotificationKind.TABLE_OPEN: NotificationKind.FOLLOWED_TABLE,
    NotificationKind.CLUB_TABLE: NotificationKind.FOLLOWED_TABLE,
    NotificationKind.CLUB_NEWS: NotificationKind.INVITATION,
    NotificationKind.TOURNAMENT: NotificationKind.STARTED,
}
"""Kinds that settings saved earlier don't have, each with the one whose methods it has there."""
