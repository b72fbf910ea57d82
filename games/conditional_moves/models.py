"""The stored conditional moves."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Seat


class Plan(models.Model):
    """The conditional moves of a seat for its next turn. `secrets` holds them and the hand that they were made for,
    encrypted like the game's hands."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="plan", verbose_name=_("seat"))
    secrets = models.JSONField(_("secrets"))

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")

    def __str__(self) -> str:
        return str(self.seat_id)
