"""Who was asked to which table, and who does not want to be asked. Rows, no rules."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Invitation(models.Model):
    """`host` has asked `person` to an open table. Who sits there now has come; `declined`: will not."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="invitations", verbose_name=_("game")
    )  # its index is the beginning of the unique one
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations", verbose_name=_("person")
    )
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("host"))
    declined = models.BooleanField(_("declined"), default=False)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"


class Block(models.Model):
    """`person` wants nothing to do with `blocked`, who is not told: no invitations, no table in common, no messages
    read by either since `at`."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="blocks", verbose_name=_("person")
    )
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("blocked"))
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("blocked person")
        verbose_name_plural = _("blocked people")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["person", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.blocked_id}"


class Uninvitable(models.Model):
    """Somebody who does not want to be invited at all."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="uninvitable", verbose_name=_("person")
    )

    class Meta:
        verbose_name = _("person who is not invited")
        verbose_name_plural = _("people who are not invited")

    def __str__(self) -> str:
        return f"{self.person_id}"
