"""Rows of follows and of announcements."""

from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

ANNOUNCEMENT_LENGTH = 300


class Follow(models.Model):
    """`person` wants to see when `followed`, who is not told, is online and plays. `notify`: also to be notified when
    `followed` opens a table in the lobby."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="follows", verbose_name=_("person")
    )  # the unique constraint's index covers it
    followed = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("followed"))
    notify = models.BooleanField(_("notify"), default=False)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "followed"], name="followed_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.followed_id}"


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
