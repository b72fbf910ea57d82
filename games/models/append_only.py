"""Rows that are written once and never changed: database triggers prevent it (games/log/triggers.py)."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

HASH_LENGTH = 64


class Attestation(models.Model):
    """A fact about a game outside its log: the owner of a seat, or the text of a dispute, as of event `seq`.

    It contains no name and no text, only an account's number and a hash: both originals can be deleted elsewhere.
    """

    class Kind(models.TextChoices):
        SEATED = "seated", _("sat down")
        MOVED = "moved", _("seat went to another account")
        DISPUTED = "disputed", _("disputed")
        IMPORTED = "imported", _("imported")

    game = models.ForeignKey("games.Game", models.PROTECT, related_name="attestations", verbose_name=_("game"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    seq = models.PositiveIntegerField(_("event number"))
    number = models.PositiveSmallIntegerField(_("number"), default=0)  # of the seat or the dispute
    person = models.PositiveBigIntegerField(_("account number"), null=True)
    digest = models.CharField(_("hash"), max_length=HASH_LENGTH, blank=True)
    at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("attestation")
        verbose_name_plural = _("attestations")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.kind} {self.number}"


class Checkpoint(models.Model):
    """A link of the chain over the whole site: the log of game `key` had the hash `head` at event `seq`, or its first
    `seq` attestations had, or the row `seq` of the staff log. Each link carries the hash of the previous one."""

    class Kind(models.TextChoices):
        GAME = "game", _("game")
        ATTESTED = "attested", _("attestations")
        STAFF = "staff", _("staff log")

    number = models.PositiveBigIntegerField(_("number"), primary_key=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    key = models.CharField(_("key"), max_length=20, blank=True)
    seq = models.PositiveBigIntegerField(_("number of the entry"))
    head = models.CharField(_("hash of the entry"), max_length=HASH_LENGTH)
    at = models.DateTimeField(_("time"))
    previous = models.CharField(_("hash of the previous checkpoint"), max_length=HASH_LENGTH)
    hash = models.CharField(_("hash"), max_length=HASH_LENGTH)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        ordering = ["number"]
        indexes = [models.Index(fields=["kind", "key", "seq"], name="checkpoint_subject")]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.key}"
