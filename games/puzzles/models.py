"""A member's puzzle rating and first tries. Guests have theirs in the session."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import ACTION_TEXT_LENGTH
from games.results.ratings import BEGINNING


class PuzzleRating(models.Model):
    """A member's skill at puzzles, and the streak of daily puzzles solved at the first try, up to `daily_day`."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_rating", verbose_name=_("person")
    )
    mu = models.FloatField(_("skill"), default=BEGINNING.mu)
    sigma = models.FloatField(_("uncertainty"), default=BEGINNING.sigma)
    tried = models.PositiveIntegerField(_("puzzles tried"), default=0)
    solved = models.PositiveIntegerField(_("puzzles solved"), default=0)
    daily_day = models.DateField(_("day of the last daily puzzle tried"), null=True)
    daily_solved = models.BooleanField(_("last daily puzzle solved"), default=False)
    streak = models.PositiveIntegerField(_("daily puzzles solved in a row"), default=0)
    best_streak = models.PositiveIntegerField(_("most daily puzzles solved in a row"), default=0)

    class Meta:
        verbose_name = _("puzzle rating")
        verbose_name_plural = _("puzzle ratings")

    def __str__(self) -> str:
        return str(self.person_id)


class PuzzleAttempt(models.Model):
    """A member's first try at a puzzle: the only one that is rated."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        db_index=False,
        related_name="puzzle_attempts",
        verbose_name=_("person"),
    )  # the unique constraint's index covers it
    puzzle = models.PositiveSmallIntegerField(_("puzzle"))
    move = models.CharField(_("move"), max_length=ACTION_TEXT_LENGTH)
    solved = models.BooleanField(_("solved"))
    created_at = models.DateTimeField(_("time"), default=timezone.now)

    class Meta:
        verbose_name = _("puzzle attempt")
        verbose_name_plural = _("puzzle attempts")
        constraints = [models.UniqueConstraint(fields=["person", "puzzle"], name="one_rated_try_per_puzzle")]

    def __str__(self) -> str:
        return f"{self.person_id}/{self.puzzle}"
