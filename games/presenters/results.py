"""The result of a game, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.perspective import Perspective
from games.domain.state import Piles
from games.presenters.deciding import CASINOS, deciding_keys, majority_counts

from .cards import join_with_and
from .names import Names
from .score_sheet import ScoreSheet, score_sheet

_REASONS = {
    "target": lazy("The target was reached."),
    "in-order": lazy("The target was reached first, counting the points in order."),
    "instant": lazy("The target was reached during the round."),
    "restriction": lazy("The last points needed were secured."),
    "claim": lazy("The claim was correct."),
    "wrong-claim": lazy("The claim was wrong."),
    "rounds": lazy("All rounds were played."),
    "all-points": lazy("One side took every point there was."),
    "cleared": lazy("The table was cleared."),
    "cards": lazy("The cards were counted."),
    "cancelled": lazy("The game never started."),
    "resign": lazy("The other side resigned."),
    "timeout": lazy("Time ran out."),
    "abandoned": lazy("The other player left."),
    "drawn": lazy("The players agreed to a draw."),
    "aborted": lazy("The players agreed to abort the game."),
    "ruling": lazy("A director awarded the game."),
    "ruled-drawn": lazy("A director ruled it a draw."),
    "annulled": lazy("A director annulled the game."),
}

DECIDING = {
    "most_cards": lazy("cards"),
    "most_spades": lazy("spades"),
    "most_diamonds": lazy("diamonds"),
    "big_casino": lazy("the big casino"),
    "little_casino": lazy("the little casino"),
    "aces": lazy("aces"),
    "jack_of_spades": lazy("the jack of spades"),
    "each_spade": lazy("spades"),
    "seven_of_diamonds": lazy("the seven of diamonds"),
    "fives": lazy("fives"),
    "last_capture": lazy("the last capture"),
    "card_points": lazy("single cards"),
    "fours_of_a_kind": lazy("four of a kind"),
    "honours": lazy("honor cards"),
    "sweeps": lazy("sweeps"),
    "cards": lazy("cards"),
    "all_points": lazy("taking every point"),
    "orange": lazy("oranges"),
    "tablanette": lazy("tablanettes"),
    "defaults": lazy("penalties"),
}
"""The ways to score, as they stand after “decided by”."""

_COUNTED = ("aces", "fives", "each_spade")
"""Ways in which every card has the same points, so that the points tell the number of cards."""


def reason_words(reason: str) -> str:
    return str(_REASONS.get(reason, ""))


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of a game: the winners, the reason, and the score sheets of all its rounds.

    `decided` is one sentence on what decided the game; empty where the reason says it all.
    """

    headline: str
    reason: str
    decided: str
    won: bool
    lost: bool
    sheets: tuple[ScoreSheet, ...]
    sides: tuple[str, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingView:
    """A player's rating after a rated game, and its change by the game."""

    name: str
    points: int
    change: str


def rating_views(perspective: Perspective, rated: Mapping[int, tuple[int, int]]) -> tuple[RatingView, ...]:
    """Return the new ratings; `rated`: the points of a seat's player before and after the game."""
    names = Names(perspective)
    return tuple(
        RatingView(names.seat(seat), after, f"{after - before:+d}".replace("-", "\N{MINUS SIGN}"))
        for seat, (before, after) in rated.items()
    )


def result_view(perspective: Perspective) -> ResultView | None:
    if perspective.result is None:
        return None
    names, last_round = Names(perspective), perspective.round or perspective.finished_round
    won = perspective.viewer in perspective.result.winners
    return ResultView(
        headline=_headline(perspective.result.winners, perspective.result.reason, won, names),
        reason=reason_words(perspective.result.reason),
        decided=deciding_sentence(perspective, last_round.piles if last_round else None),
        won=won,
        lost=bool(perspective.viewer) and bool(perspective.result.winners) and not won,
        sheets=tuple(
            score_sheet(perspective.rules, number, names.sides(), round_scores.points)
            for number, round_scores in enumerate(perspective.sheets, start=1)
        ),
        sides=names.sides(),
        totals=perspective.totals,
    )


def _headline(winners: tuple[int, ...], reason: str, won: bool, names: Names) -> str:
    if reason == "cancelled":
        return _("The game was canceled.")
    if won and len(winners) == 1:
        return _("You won!")
    if reason in ("drawn", "ruled-drawn"):
        return _("Drawn game")
    if not winners:
        return _("No one won.")
    words = {"players": join_with_and(map(names.seat, winners))}
    return _("%(players)s won!") % words if won else _winners(len(winners)) % words


def _winners(number: int) -> str:
    return ngettext("%(players)s wins", "%(players)s win", number)


def deciding_sentence(perspective: Perspective, piles: Piles | None = None) -> str:
    """Return what decided the game: a way to score without which the winner would not have won, else the margin.

    Empty where no single side has won, or where the score did not decide. `piles` are those of the last round: with
    them the sentence gives the counts of a majority.
    """
    result = perspective.result
    sides = {perspective.side_of(seat) for seat in result.winners} if result else set()
    if result is None or len(sides) != 1:
        return ""
    winner = sides.pop()
    if result.reason in ("cards", "cleared"):
        return _decided_by("most_cards", perspective.totals, winner) if _leads(perspective, winner) else ""
    piles = perspective.round.piles if perspective.round else piles
    keys = deciding_keys(perspective, winner, piles)
    if keys == CASINOS:
        return _("Decided by both casinos.")
    if keys:
        return _decided_by(keys[0], majority_counts(keys[0], piles) or _card_counts(perspective, keys[0]), winner)
    return _margin(perspective, winner) if result.reason in ("target", "rounds") else ""


def _decided_by(key: str, counts: Sequence[int], winner: int) -> str:
    words = {"what": str(DECIDING[key])}
    if not counts:
        return _("Decided by %(what)s.") % words
    words["own"] = str(counts[winner])
    words["other"] = str(max(count for side, count in enumerate(counts) if side != winner))
    return _("Decided by %(what)s: %(own)s to %(other)s.") % words


def _card_counts(perspective: Perspective, key: str) -> Sequence[int]:
    """Return each side's number of cards, where its points in the last round tell it."""
    if key not in _COUNTED or perspective.round is not None:
        return ()
    worth = getattr(perspective.rules.scoring, key)
    return [points.get(key, 0) // worth for points in perspective.sheets[-1].points]


def _leads(perspective: Perspective, winner: int) -> bool:
    return all(total < perspective.totals[winner] for side, total in enumerate(perspective.totals) if side != winner)


def _margin(perspective: Perspective, winner: int) -> str:
    margin = perspective.totals[winner] - max(n for side, n in enumerate(perspective.totals) if side != winner)
    sentence = ngettext("Decided by %(margin)d point.", "Decided by %(margin)d points.", margin)
    return sentence % {"margin": margin}
