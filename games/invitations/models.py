"""Invitations, people who refuse them, and requests to take over a seat."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.models.game import seats_of_bits


class Invitation(models.Model):
    """An invitation of `person` by `host` to an open table. It is accepted by taking a seat; `declined`: refused."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="invitations", verbose_name=_("game")
    )  # the unique constraint's index covers it
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations", verbose_name=_("person")
    )
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("host"))
    declined = models.BooleanField(_("declined"), default=False)
    invited_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.person_id}"


class InvitationOptOut(models.Model):
    """A person who refuses all invitations."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitation_opt_out", verbose_name=_("person")
    )

    class Meta:
        verbose_name = _("person who isn’t invited")
        verbose_name_plural = _("people who aren’t invited")

    def __str__(self) -> str:
        return f"{self.person_id}"


class TakeoverRequest(models.Model):
    """The request of `person` to take over seat `number` from a computer. `asked`: a bit for each seat whose player has
    yet to agree, as in `Game.asked`. It is deleted when it ends; `declined`: by one of those asked."""

    game = models.ForeignKey(
        Game, models.CASCADE, db_index=False, related_name="takeover_requests", verbose_name=_("game")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="takeover_requests", verbose_name=_("person")
    )
    asked = models.PositiveIntegerField(_("asked"), default=0)
    declined = models.BooleanField(_("declined"), default=False)

    class Meta:
        verbose_name = _("request to take over a seat")
        verbose_name_plural = _("requests to take over a seat")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "person"], name="asked_for_seat_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}: {self.person_id}"

    @property
    def asked_seats(self) -> list[int]:
        return seats_of_bits(self.asked)
