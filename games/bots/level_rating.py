"""A person's rating against the computer players, on the scale of their own strengths, and the level that suits it."""

from collections.abc import Sequence

LEVEL_RATINGS = {
    "beginner": 800,
    "easy": 1010,
    "casual": 1200,
    "careful": 1400,
    "steady": 1630,
    "strong": 1870,
    "master": 1940,
}
"""From games of neighboring levels (`docs/measurements.md`), in Elo points; the two highest by those of their former
budgets."""

FADING = 0.9
"""The weight of a game, compared with the next one."""

LOWEST, HIGHEST = 400.0, 2200.0
"""The bounds of the scale."""


def rating_of(results: Sequence[tuple[str, float]]) -> int:
    """Return the rating that explains these games best, oldest first: the level of the computer, and the person's
    share of the win. A draw against the easy level is added, so that a few games don't lead to an extreme."""
    games = [(LEVEL_RATINGS["easy"], 0.5, 1.0)]
    games += [(LEVEL_RATINGS[level], share, FADING**age) for age, (level, share) in enumerate(reversed(results))]
    low, high = LOWEST, HIGHEST
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(weight * (share - _expected(middle - rating)) for rating, share, weight in games) > 0:
            low = middle
        else:
            high = middle
    return round(low)


def _expected(difference: float) -> float:
    return float(1 / (1 + 10 ** (-difference / 400)))


def level_for(rating: int) -> str:
    """Return the level against which a person of this rating wins about half of the games."""
    return min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - rating))
