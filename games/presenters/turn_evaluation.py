"""The evaluation of one turn of a finished game, and the grades of moves."""

from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as lazy

MIN_COSTLY = 0.25
"""A move that costs less is as good as the best: the computer only guesses at the hidden cards."""
MIN_COSTS = {"best": 0.0, "good": 0.05, "inaccuracy": MIN_COSTLY, "mistake": 1.0, "blunder": 2.5}
"""The least cost, in points of the lead, of a move of each grade."""
GRADE_LABELS = {
    "best": lazy("Best"),
    "good": lazy("Good"),
    "inaccuracy": lazy("Inaccuracy"),
    "mistake": lazy("Mistake"),
    "blunder": lazy("Blunder"),
}


class TurnEvaluation(NamedTuple):
    """The evaluation of a turn.

    `timeline_index`: its place in the replay; `lead_at_start`: the lead of the side in the game when the round began;
    `value` and `best_value`: the points that the move played, and the best one, add to that on average;
    `opportunities`: those there were, `taken`: those that the move took.
    """

    timeline_index: int
    round: int
    played: str
    best: str
    lead_at_start: float
    value: float
    best_value: float
    opportunities: tuple[str, ...]
    taken: tuple[str, ...]

    @property
    def cost(self) -> float:
        return max(0.0, self.best_value - self.value)

    @property
    def best_lead(self) -> float:
        """The expected lead with the best move, in points."""
        return self.lead_at_start + self.best_value

    @property
    def lead(self) -> float:
        """The expected lead after the move played, in points."""
        return self.lead_at_start + self.value

    @property
    def is_costly(self) -> bool:
        return self.cost >= MIN_COSTLY

    @property
    def grade(self) -> str:
        """The size of the mistake, by the cost as it is shown; “best” and “good” are none."""
        return grade_of(self.cost)


def grade_of(cost: float) -> str:
    """Return the grade of a move that costs so many points."""
    return next(grade for grade in reversed(MIN_COSTS) if cost >= MIN_COSTS[grade])


def points_text(points: float) -> str:
    """“2.5”, as the reader's language writes numbers."""
    return number_format(round(points, 1), 1)


def signed_points(points: float) -> str:
    rounded = round(points, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + points_text(abs(rounded))
