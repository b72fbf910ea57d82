"""The level of computer players suggested to a person by the latest games against them: a rating on the scale of the
levels' own strengths, and the level that suits it. Without enough games it is that of the last one, or the weakest."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots import NAMES
from games.models import Game, Seat, StoredEvent

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
    """The rating that explains these games best, oldest first: the level of the computer, and the person's
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
    """The level against which a person of this rating wins about half of the games."""
    return min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - rating))


LATEST = 30
"""The number of games considered."""

MIN_GAMES = 3
"""Fewer games say nothing."""

FIRST_LEVEL = "beginner"
"""The level of a person's first game."""


class LevelSuggestion(NamedTuple):
    """The suggested level, the rating against the computers, and the number of games behind it."""

    level: str
    rating: int
    games: int

    @property
    def name(self) -> str:
        """The name of the computer player of this level."""
        return NAMES[self.level][0]


def level_suggestion(person_id: int) -> LevelSuggestion | None:
    """The suggestion for the person; None after too few games against one computer player."""
    return _suggestion(_results(person_id))


def suggested_level(person_id: int | None) -> str:
    """The level to begin with: the one suggested, that of the latest game, or that of a first one."""
    results = _results(person_id) if person_id else []
    if suggestion := _suggestion(results):
        return suggestion.level
    return results[-1][0] if results else FIRST_LEVEL


def _suggestion(results: Sequence[tuple[str, float]]) -> LevelSuggestion | None:
    if len(results) < MIN_GAMES:
        return None
    rating = rating_of(results)
    return LevelSuggestion(level_for(rating), rating, len(results))


def _results(person_id: int) -> list[tuple[str, float]]:
    """The level and the person's share of the win in the latest games of two, oldest first. A game that was
    aborted or annulled does not count; one in which a computer took over for the person is lost."""
    over = Game.objects.filter(status=Game.Status.OVER, seats=2, taken_seats__person=person_id)
    against = Seat.objects.filter(game__in=over, person=None, bot__in=LEVEL_RATINGS)
    level_of = dict(against.order_by("-game").values_list("game", "bot")[:LATEST])
    mine = {seat.game_id: seat for seat in Seat.objects.filter(game__in=level_of, person=person_id)}
    ends = StoredEvent.objects.filter(game__in=level_of, type__in=("game_won", "game_ended")).order_by("game", "seq")
    shares: dict[int, float] = {}
    for game, payload in ends.values_list("game", "payload"):
        shares.pop(game, None)  # a later end outranks an earlier one
        winners = payload.get("winners", ())
        if winners:
            won = mine[game].number in winners and not mine[game].bot
            shares[game] = won / len(winners)
        elif payload["reason"] in ("drawn", "ruled-drawn"):
            shares[game] = 0.5
    return [(level_of[game], share) for game, share in sorted(shares.items())]
