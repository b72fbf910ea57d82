"""The result of a finished game for each of its people: for profiles, search, and statistics."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SeatResult(models.Model):
    """A finished game as it was for one seat that a person has played. It follows from the log.

    `level`: that of all other players, where they are computers. `public`: the table was listed in the lobby and open
    to spectators, so everyone may see the game. `points`, `cards`, `spades` and big casinos are those of the side;
    `opponent_points` those of the best other side.
    """

    class Outcome(models.TextChoices):
        WON = "won", _("Won")
        LOST = "lost", _("Lost")
        DRAWN = "drawn", _("Drawn")
        VOID = "void", _("No result")

    game = models.ForeignKey(
        "games.Game", models.CASCADE, db_index=False, related_name="results", verbose_name=_("game")
    )  # the unique constraint's index covers it
    number = models.PositiveSmallIntegerField(_("seat"))
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        db_index=False,
        related_name="results",
        verbose_name=_("person"),
    )  # the index of a person's results covers it
    preset = models.CharField(_("game"), max_length=40)
    level = models.CharField(_("computer player"), max_length=20, blank=True)
    rated = models.BooleanField(_("rated"))
    public = models.BooleanField(_("public"))
    side = models.PositiveSmallIntegerField(_("side"))
    outcome = models.CharField(_("result"), max_length=5, choices=Outcome)
    points = models.IntegerField(_("points"))
    opponent_points = models.IntegerField(_("points of the best other side"))
    rounds = models.PositiveIntegerField(_("rounds"))
    turns = models.PositiveIntegerField(_("turns"))
    sweeps = models.PositiveIntegerField(_("sweeps"))
    cards = models.PositiveIntegerField(_("cards taken"))
    spades = models.PositiveIntegerField(_("spades taken"))
    big_casinos = models.PositiveIntegerField(_("big casinos taken"))
    big_casinos_lost = models.PositiveIntegerField(_("big casinos lost"))
    finished = models.DateTimeField(_("finished"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_result_per_seat")]
        indexes = [
            models.Index(fields=["person", "-finished", "-id"], name="result_person"),
            models.Index(fields=["public", "-finished", "-id"], name="result_public"),
            models.Index(fields=["public", "preset", "-finished", "-id"], name="result_public_preset"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}: {self.outcome}"
