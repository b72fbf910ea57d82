"""Notification settings, their destinations, every notification; and announcements to everyone."""

import secrets
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.notifications.kinds import DeliveryMethod, NotificationKind

MAX_URL_LENGTH = 1000
MAX_REASON_LENGTH = 200
ANNOUNCEMENT_LENGTH = 300


def new_webhook_secret() -> str:
    return secrets.token_urlsafe(32)


class NotificationPreferences(models.Model):
    """A person's notification settings. `methods` are the delivery methods by kind; missing kinds have the defaults.
    `table_wanted_until`: until then the person wants to be told, once, of a table that needs a player."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notification_preferences", verbose_name=_("person")
    )
    methods = models.JSONField(_("channels"), default=dict)
    email_stopped = models.BooleanField(_("no email"), default=False)
    email_always = models.BooleanField(_("email for live games too"), default=False)
    while_open = models.BooleanField(_("also while the table is open"), default=False, db_default=False)
    digest_at = models.TimeField(_("one email a day about all turns, at"), null=True)
    quiet_from = models.TimeField(_("quiet from"), null=True)
    quiet_until = models.TimeField(_("quiet until"), null=True)
    remind_before = models.PositiveSmallIntegerField(_("hours before time runs out"), default=6)

    table_wanted_until = models.DateTimeField(_("wants to know of an open table until"), null=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings")
        indexes = [
            models.Index(
                fields=["table_wanted_until"],
                name="table_wanted",
                condition=models.Q(table_wanted_until__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id}"


class GameNotificationPreferences(models.Model):
    """A person's settings for one game, if they differ: none (`silent`), or other `methods` for some kinds."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="+", verbose_name=_("person")
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="+", verbose_name=_("game"))
    silent = models.BooleanField(_("no notifications"), default=False)
    methods = models.JSONField(_("channels"), default=dict)

    class Meta:
        verbose_name = _("notification settings of a game")
        verbose_name_plural = _("notification settings of games")
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="unique_preferences_per_game")]

    def __str__(self) -> str:
        return f"{self.person_id}/{self.game_id}"


class Receiver(models.Model):
    """An address that a person entered. It is paused after `timeouts` in a row."""

    timeouts = models.PositiveSmallIntegerField(_("timeouts in a row"), default=0, db_default=0)
    paused_until = models.DateTimeField(_("paused until"), null=True)

    class Meta:
        abstract = True

    @property
    def address(self) -> str:
        raise NotImplementedError

    @property
    def paused(self) -> bool:
        return self.paused_until is not None and self.paused_until > timezone.now()


class Device(Receiver):
    """A browser that subscribed to push messages, with the keys to encrypt for it."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices", verbose_name=_("person")
    )
    endpoint = models.CharField(_("address"), max_length=MAX_URL_LENGTH, unique=True)
    p256dh = models.CharField(_("key"), max_length=100)
    auth = models.CharField(_("secret"), max_length=40)
    name = models.CharField(_("name"), max_length=80)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("device")
        verbose_name_plural = _("devices")
        ordering = ["created"]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        return self.endpoint


class Webhook(Receiver):
    """A URL that is posted to. It is disabled after failing for days."""

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        JSON = "json", _("My own program (JSON)")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    url = models.CharField(_("address"), max_length=MAX_URL_LENGTH)
    secret = models.CharField(_("secret"), max_length=64, default=new_webhook_secret)
    created = models.DateTimeField(_("created"), default=timezone.now)
    failing_since = models.DateTimeField(_("failing since"), null=True)
    disabled = models.BooleanField(_("disabled"), default=False)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created"]

    def __str__(self) -> str:
        return self.get_kind_display()

    @property
    def address(self) -> str:
        return self.url


class Notification(models.Model):
    """One notification for one destination, and its outcome. `dedup_key` identifies the event: each person is notified
    of it once. `turn_seq` is the sequence number of the event that began its turn, or made its offer."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DEFERRED = "deferred", _("held back")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("given up")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", verbose_name=_("person")
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notifications", verbose_name=_("game"))
    kind = models.CharField(_("what happened"), max_length=20, choices=NotificationKind)
    turn_seq = models.PositiveIntegerField(_("number in the log"), default=0)
    dedup_key = models.CharField(_("occasion"), max_length=60)
    method = models.CharField(_("channel"), max_length=10, choices=DeliveryMethod)
    destination = models.PositiveBigIntegerField(_("device or webhook"), default=0)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    due = models.DateTimeField(_("due"))
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        constraints = [
            models.UniqueConstraint(fields=["person", "dedup_key", "method", "destination"], name="notified_once")
        ]
        indexes = [models.Index(fields=["status", "due"], name="notification_status_due")]

    def __str__(self) -> str:
        return f"{self.kind}/{self.method}/{self.status}"


PENDING = (Notification.Status.WAITING, Notification.Status.DEFERRED, Notification.Status.SENDING)
"""The notifications that are still to be sent."""


class Announcement(models.Model):
    """A banner shown on every page between these times, in the words of its texts."""

    starts = models.DateTimeField(_("start"), default=timezone.now)
    ends = models.DateTimeField(_("end"), db_index=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["starts", "pk"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.starts:%Y-%m-%d %H:%M} – {self.ends:%Y-%m-%d %H:%M}"

    def clean(self) -> None:
        times: list[datetime | None] = [self.starts, self.ends]  # None where the form has no valid time
        if None not in times and self.ends <= self.starts:
            raise ValidationError({"ends": _("An announcement can’t end before it starts.")})


class AnnouncementText(models.Model):
    """The words of an announcement in one language."""

    announcement = models.ForeignKey(
        Announcement, models.CASCADE, db_index=False, related_name="texts", verbose_name=_("announcement")
    )  # the unique constraint's index covers it
    language = models.CharField(_("language"), max_length=10)
    text = models.CharField(_("text"), max_length=ANNOUNCEMENT_LENGTH)

    class Meta:
        verbose_name = _("text of an announcement")
        verbose_name_plural = _("announcement texts")
        constraints = [models.UniqueConstraint(fields=["announcement", "language"], name="one_text_per_language")]

    def __str__(self) -> str:
        return f"{self.language}: {self.text[:40]}"
