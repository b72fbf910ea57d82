"""The rows of disputes and rulings."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

TEXT_LENGTH = 1000


class Dispute(models.Model):
    """A move disputed by a player: the one that begins with event `at`. `agreed`: the seats that want to stop the game
    until it is decided; with all of them it is stopped."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RULED = "ruled", _("resolved")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(
        "games.Game", models.CASCADE, db_index=False, related_name="disputes", verbose_name=_("game")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="disputes", verbose_name=_("person")
    )
    event_seq = models.PositiveIntegerField(_("number of the disputed event"))
    text = models.TextField(_("reason"), max_length=TEXT_LENGTH, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    agreed = models.JSONField(_("seats that want to pause the game"), default=list)
    opened = models.DateTimeField(_("opened"), default=timezone.now)
    settled = models.DateTimeField(_("settled"), null=True)

    class Meta:
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_dispute_per_number")]
        indexes = [models.Index(fields=["state", "opened"], name="dispute_queue")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.number}"


class RulingRecord(models.Model):
    """The position of a ruling in the log of its game, which has its content. The log names the director; this row
    identifies the director's account."""

    game = models.ForeignKey(
        "games.Game", models.PROTECT, db_index=False, related_name="rulings", verbose_name=_("game")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    seq = models.PositiveIntegerField(_("event number"))
    kind = models.CharField(_("kind"), max_length=20)
    dispute = models.ForeignKey(Dispute, models.SET_NULL, null=True, related_name="rulings", verbose_name=_("dispute"))
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rulings", verbose_name=_("director")
    )
    suspension = models.OneToOneField(
        "games.Suspension", models.SET_NULL, null=True, related_name="ruling", verbose_name=_("suspension")
    )
    overruled_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, related_name="overrules", verbose_name=_("overruled by")
    )
    made = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_ruling_per_number")]
        permissions = [("rule", _("Can rule on disputed moves"))]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.number} {self.kind}"


class Sanction(models.Model):
    """A notice from staff to a person, outside of any game: a warning, a suspension, a mute, or the end of one."""

    class Kind(models.TextChoices):
        WARNED = "warned", _("a warning")
        SUSPENDED = "suspended", _("a suspension")
        LIFTED = "lifted", _("the end of a suspension")
        MUTED = "muted", _("a mute (no chat)")
        UNMUTED = "unmuted", _("the end of a mute")

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions", verbose_name=_("person")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    text = models.TextField(_("reason"), max_length=1000)
    director = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("director")
    )
    until = models.DateTimeField(_("until"), null=True)
    made = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.kind}"
