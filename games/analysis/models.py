"""Hints given, and analyses of finished games. Neither affects a game, so neither is in its log."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import ACTION_TEXT_LENGTH, Game

REASON_LENGTH = 1000


class Hint(models.Model):
    """A hint given to `seat` at sequence number `seq`: a move's text (12.5), or empty if an announcement is better than
    a move; and the reason, in the language of the request."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="hints", verbose_name=_("game")
    )  # the unique constraint's index covers it
    seat = models.PositiveSmallIntegerField(_("seat"))
    seq = models.PositiveIntegerField(_("number of the table"))
    move = models.CharField(_("move"), max_length=ACTION_TEXT_LENGTH, blank=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        constraints = [models.UniqueConstraint(fields=["game", "seat", "seq"], name="one_hint_per_turn")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}/{self.seq}"


class GameAnalysis(models.Model):
    """The analysis of a game from one seat, requested by `person`. `evaluated_count` of `turn_count` are computed;
    once all are, `evaluations` holds them as `TurnEvaluation` of the presenters."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="analyses", verbose_name=_("game")
    )  # the unique constraint's index covers it
    seat = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="analyses", verbose_name=_("requested by")
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING, db_index=True)
    evaluated_count = models.PositiveSmallIntegerField(_("turns analyzed"), default=0)
    turn_count = models.PositiveSmallIntegerField(_("turns"), default=0)
    evaluations = models.JSONField(_("findings"), default=list)
    requested_at = models.DateTimeField(_("requested"), default=timezone.now)
    updated_at = models.DateTimeField(_("updated"), default=timezone.now)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_analysis_per_seat")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}: {self.status}"
