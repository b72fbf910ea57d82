"""The hints that were given. They do not affect the game, so they are not in its log. Rows, no rules."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import ENTRY_LENGTH, Game

WHY_LENGTH = 1000


class HintGiven(models.Model):
    """A hint given to `seat` at sequence number `seq`: a move's text (12.5), or empty if an announcement is better than
    a move; and the reason, in the language of the request."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="hints_given", verbose_name=_("game")
    )  # the unique constraint's index covers it
    seat = models.PositiveSmallIntegerField(_("seat"))
    seq = models.PositiveIntegerField(_("number of the table"))
    move = models.CharField(_("move"), max_length=ENTRY_LENGTH, blank=True)
    why = models.CharField(_("why"), max_length=WHY_LENGTH)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("hint")
        verbose_name_plural = _("hints")
        constraints = [models.UniqueConstraint(fields=["game", "seat", "seq"], name="one_hint_per_turn")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}/{self.seq}"
