"""Deals that several people play, and their attempts."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from casino.clock import today
from games.models import HASH_LENGTH, Game, new_public_id


class SharedDeal(models.Model):
    """A seed, the game played with it, and the computer's level. `day`: the deal of that day, for everyone.

    Without a day it is for `player_count` people who have the link, including the `host`; with `both_sides`, the second
    player has the seat that the computer has at the first one's table. Without a `level` it is for `player_count`
    tables between people, which a higher layer opens.
    """

    public_id = models.CharField(_("address"), max_length=16, unique=True, default=new_public_id, editable=False)
    day = models.DateField(_("day"), null=True, unique=True)
    seed = models.BinaryField(_("seed"))
    commitment = models.CharField(_("commitment to the seed"), max_length=HASH_LENGTH)
    preset = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"))
    level = models.CharField(_("computer player"), max_length=20)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="shared_deals", verbose_name=_("host")
    )
    player_count = models.PositiveSmallIntegerField(_("places"), null=True)
    both_sides = models.BooleanField(_("both sides"), default=False, db_default=False)
    created = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("same deal")
        verbose_name_plural = _("same deals")

    def __str__(self) -> str:
        return str(self.day or self.public_id)

    def get_absolute_url(self) -> str:
        """The URL of the page that compares its results."""
        if self.day is None:
            return reverse("games:shared_deal", args=[self.public_id])
        return reverse("games:daily") if self.day == today() else reverse("games:past_day", args=[self.day])


class Attempt(models.Model):
    """One person's game with these cards, from this seat. `ranked`: the person had signed up before starting it.

    Once it is over: the time, the person's lead in points (None if it was not played to the end), and the person's
    sweeps.
    """

    deal = models.ForeignKey(SharedDeal, models.CASCADE, related_name="attempts", verbose_name=_("same deal"))
    game = models.OneToOneField(Game, models.CASCADE, related_name="attempt", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"), default=1, db_default=1)
    ranked = models.BooleanField(_("ranked"), default=False, db_default=False)
    finished = models.DateTimeField(_("finished"), null=True)
    margin = models.SmallIntegerField(_("points ahead"), null=True)
    sweeps = models.PositiveSmallIntegerField(_("sweeps"), default=0)

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        indexes = [models.Index(fields=["deal", "-margin", "-sweeps"], name="attempt_ranking")]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.game_id}"
