"""Relations between people: follows and blocks."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


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


class Block(models.Model):
    """A block of `blocked` by `person`, of which `blocked` is not notified: no invitations, no shared table, and
    neither reads the other's messages since `blocked_at`."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="blocks", verbose_name=_("person")
    )
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("blocked"))
    blocked_at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("blocked person")
        verbose_name_plural = _("blocked people")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.blocked_id}"
