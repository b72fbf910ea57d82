"""The tables of quick pairing. They are open tables like others; a row here says who looks for an opponent at one."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game


class QuickPairing(models.Model):
    """The latest quick pairing of a person: `game` is the table where they wait, or have found an opponent.

    `lowest` and `highest` bound the opponent's rating; `practice` is the game against the computer meanwhile.
    """

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="pairing", verbose_name=_("person")
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="pairings", verbose_name=_("game"))
    practice = models.OneToOneField(
        Game, models.SET_NULL, null=True, related_name="practice_of", verbose_name=_("game against the computer")
    )
    tile = models.CharField(_("clock"), max_length=10)
    lowest = models.IntegerField(_("lowest rating"), null=True)
    highest = models.IntegerField(_("highest rating"), null=True)
    asked_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("quick pairing")
        verbose_name_plural = _("quick pairings")

    def __str__(self) -> str:
        return f"{self.person_id}: {self.game_id}"

    def suits(self, rating: int | None) -> bool:
        """True if an opponent with this rating, None for a guest, is within the bounds."""
        if self.lowest is None or self.highest is None:
            return True
        return rating is not None and self.lowest <= rating <= self.highest
