"""The result of a game, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.perspective import Perspective

from .cards import words_and
from .names import Names
from .scores import Sheet, sheet

_REASONS = {
    "target": lazy("The target was reached."),
    "in-order": lazy("Counting out in order, the target was reached first."),
    "instant": lazy("The target was reached in the middle of the round."),
    "restriction": lazy("The last points needed were secured."),
    "claim": lazy("It was claimed rightly."),
    "wrong-claim": lazy("The claim was wrong."),
    "rounds": lazy("All rounds were played."),
    "all-points": lazy("One side took every point there was."),
    "cleared": lazy("The table was cleared."),
    "cards": lazy("The cards were counted."),
    "cancelled": lazy("It never began."),
    "resign": lazy("The other side gave up."),
    "timeout": lazy("The time ran out."),
    "abandoned": lazy("The other player left."),
    "drawn": lazy("A draw was agreed."),
    "aborted": lazy("All agreed to break the game off."),
    "ruling": lazy("It was awarded by a director’s ruling."),
    "ruled-drawn": lazy("A director has ruled that it is a draw."),
    "annulled": lazy("A director has ruled that it does not count."),
}


def reason_words(reason: str) -> str:
    return str(_REASONS.get(reason, ""))


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of a game: the winners, the reason, and the score sheets of all its rounds."""

    headline: str
    reason: str
    won: bool
    lost: bool
    sheets: tuple[Sheet, ...]
    sides: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingView:
    """A player's rating after a rated game, and its change by the game."""

    name: str
    points: int
    change: str


def rating_views(sight: Perspective, rated: Mapping[int, tuple[int, int]]) -> tuple[RatingView, ...]:
    """Return the new ratings; `rated`: the points of a seat's player before and after the game."""
    names = Names(sight)
    return tuple(
        RatingView(names.seat(seat), after, f"{after - before:+d}".replace("-", "\N{MINUS SIGN}"))
        for seat, (before, after) in rated.items()
    )


def result_view(sight: Perspective) -> ResultView | None:
    if sight.result is None:
        return None
    names = Names(sight)
    sides = tuple(names.side(side) for side in range(len(sight.totals)))
    won = sight.viewer in sight.result.winners
    return ResultView(
        headline=_headline(sight.result.winners, sight.result.reason, won, names),
        reason=reason_words(sight.result.reason),
        won=won,
        lost=bool(sight.viewer) and bool(sight.result.winners) and not won,
        sheets=tuple(
            sheet(sight.rules, number, sides, each.points) for number, each in enumerate(sight.sheets, start=1)
        ),
        sides=sides,
        totals=sight.totals,
    )


def _headline(winners: tuple[int, ...], reason: str, won: bool, names: Names) -> str:
    if reason == "cancelled":
        return _("The game was called off.")
    if won and len(winners) == 1:
        return _("You have won!")
    if not winners:
        return _("Nobody has won.")
    return _("Won by: %(players)s") % {"players": words_and(map(names.seat, winners))}
