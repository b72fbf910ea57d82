"""Sequential testing: the results that prove one player better than another, however often they are checked."""

from collections.abc import Iterable
from math import prod
from statistics import fmean

STAKES = tuple(number / 10 for number in range(1, 20, 2))
"""The fractions of the maximum stake, each bet from its own capital."""

MIN_CAPITAL = 20.0
"""In a fair game, capital multiplies by this much, at any time, with a probability of at most 5 % (Ville)."""


def capital(results: Iterable[float]) -> float:
    """The capital after betting on results between 0 and 1 to exceed one half on average.

    If they do not, the bets are fair or worse: the capital is a measure of certainty that is valid whenever one stops,
    unlike an interval computed for a fixed number of games.
    """
    known = list(results)
    return fmean(prod(1 + bet * (result - 0.5) for result in known) for bet in STAKES)


def is_certain(*measures: Iterable[float]) -> bool:
    """True if these measures together show with 95 % certainty that one of them is above one half."""
    return fmean(map(capital, measures)) >= MIN_CAPITAL
