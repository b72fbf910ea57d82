"""Analyses of finished games. Rows, no rules."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game


class LookBack(models.Model):
    """The analysis of a game from one seat, requested by `person`. `done` of `turns` are computed; once all are,
    `found` holds them as `Found` of the presenters."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("being worked out")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="looks_back", verbose_name=_("game")
    )  # the unique constraint's index covers it
    seat = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="looks_back", verbose_name=_("asked for by")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING, db_index=True)
    done = models.PositiveSmallIntegerField(_("turns worked out"), default=0)
    turns = models.PositiveSmallIntegerField(_("turns"), default=0)
    found = models.JSONField(_("what was found"), default=list)
    asked = models.DateTimeField(_("asked"), default=timezone.now)
    updated = models.DateTimeField(_("updated"), default=timezone.now)

    class Meta:
        verbose_name = _("look back")
        verbose_name_plural = _("looks back")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_look_back_per_seat")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.status}"
