"""When results allow to say that one player is better than another, however often one has looked in between."""

from collections.abc import Iterable
from math import prod
from statistics import fmean

BETS = tuple(number / 10 for number in range(1, 20, 2))
"""What parts of the most that can be staked are staked, each from a purse of its own."""

ENOUGH = 20.0
"""A fair game multiplies a stake by so much, at any time, with one chance in twenty at the most (Ville)."""


def capital(results: Iterable[float]) -> float:
    """What one has become of by betting on results between 0 and 1 that they are above one half.

    Where they are not, on average, the bets are fair or worse: what comes of them is a measure of certainty that
    holds whenever one stops, unlike an interval that was worked out for a fixed number of games.
    """
    known = list(results)
    return fmean(prod(1 + bet * (result - 0.5) for result in known) for bet in BETS)


def certain(*measures: Iterable[float]) -> bool:
    """Whether some of these measures show with 95 % certainty that it is above one half; all are bet on alike."""
    return fmean(map(capital, measures)) >= ENOUGH
