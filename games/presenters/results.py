"""The result of a game, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import PACKS
from games.domain.perspective import Perspective
from games.domain.running_score import running_score
from games.domain.scoring import CATEGORIES, EACH_CARD, MAJORITIES, Points
from games.domain.state import Piles
from games.domain.winning import restrictions

from .categories import CATEGORY_WORDS
from .names import Names, seat_sentence
from .score_sheet import ScoreSheet, score_sheet

_REASONS = {
    "target": lazy("The most points win."),
    "in-order": lazy("The points are counted in order; the first to reach %(target)d wins."),
    "instant": lazy("The first to reach %(target)d wins at once, even during a round."),
    "restriction": lazy("The last points needed to reach %(target)d were secured."),
    "claim": lazy("The claim to have reached %(target)d was correct."),
    "wrong-claim": lazy("The claim to have reached %(target)d was wrong."),
    "rounds": lazy("All rounds were played."),
    "all-points": lazy("One side took every point there was."),
    "cleared": lazy("The table was cleared."),
    "cards": lazy("The cards were counted."),
    "cancelled": lazy("It ended without a result."),
    "timeout": lazy("Time ran out."),
    "abandoned": lazy("The other player left."),
    "drawn": lazy("The players agreed to a draw."),
    "aborted": lazy("The players agreed to abort the game."),
    "ruling": lazy("A director awarded the game."),
    "ruled-drawn": lazy("A director ruled it a draw."),
    "annulled": lazy("A director annulled the game."),
}


_GIVEN_UP = {
    "resign": (lazy("You resigned."), lazy("%(player)s resigned.")),
    "timeout": (lazy("You ran out of time."), lazy("%(player)s ran out of time.")),
    "abandoned": (lazy("You left the game."), lazy("%(player)s left the game.")),
}
"""Reasons that lie with one player: to that player, and to others."""

_ABORTED = lazy("You aborted the game."), lazy("%(player)s aborted the game.")
"""By one who needed nobody's agreement."""


def given_up_words(reason: str) -> str:
    """Why a game that was not played to its end has ended, to whoever was not at the table; nothing for others."""
    if reason == "resign":
        return _("A player resigned.")
    return str(_REASONS[reason]) if reason in _NOT_PLAYED else ""


_COUNTED_CARDS = ("cards", "cleared")
"""Reasons after which the totals are cards, not points."""

_NOT_PLAYED = ("timeout", "abandoned", "drawn", "aborted", "ruling", "ruled-drawn", "annulled")


def reason_words(reason: str, winners: Sequence[int], names: Names) -> str:
    """Why the game ended. Between two players it names the one who gave it up, to that player as “you”."""
    seats = range(1, names.perspective.seats + 1)
    losers = [seat for seat in seats if seat not in winners]
    if reason in _GIVEN_UP and len(losers) == len(winners) == 1:
        own, other = _GIVEN_UP[reason]
        return str(own if names.own(losers[0]) else other) % {"player": names.seat(losers[0])}
    made = names.perspective.round.offer if names.perspective.round else None
    if reason == "aborted" and made and not made.asked:
        return seat_sentence(made, names, *_ABORTED)
    mine = names.perspective.viewer in set(losers) - names.perspective.forfeited_seats
    if reason == "resign" and names.perspective.partners:
        return _("Your side resigned.") if mine else _("The other side resigned.")
    if reason == "resign":
        return _("You resigned.") if mine else _("A player resigned.")
    told = str(_REASONS.get(reason, "")) % {"target": names.perspective.target}
    if reason not in ("target", "in-order"):
        return told
    several = sum(total >= names.perspective.target for total in names.perspective.totals) > 1
    return f"{_reached(winners, names)} {told}" if several else _reached(winners, names)


def _reached(winners: Sequence[int], names: Names) -> str:
    """Who reached the target: the winners, and all others who did in the same round."""
    table = names.perspective
    others = (seat for seat in range(1, table.seats + 1) if table.totals[table.side_of(seat)] >= table.target)
    there = sorted({*winners, *others})
    words = {"players": names.seats(there), "target": table.target}
    if [*map(names.own, there)] == [True]:
        return _("You reached the target of %(target)d.") % words
    many = len(there)
    return (
        ngettext("%(players)s reached the target of %(target)d.", "%(players)s reached the target of %(target)d.", many)
        % words
    )


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end of a game: the winners, the reason, and the score sheets of all its rounds.

    `given_up`: a player gave the game up, and the score says little; `story` says how it went, if the score decided it;
    `comeback`: it was turned around; `heavy`: the viewer has lost it clearly.
    """

    headline: str
    reason: str
    given_up: bool
    story: str
    comeback: bool
    won: bool
    lost: bool
    heavy: bool
    winners: tuple[int, ...]
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
    """The new ratings; `rated`: the points of a seat's player before and after the game."""
    names = Names(perspective)
    return tuple(
        RatingView(names.seat(seat), after, f"{after - before:+d}".replace("-", "\N{MINUS SIGN}"))
        for seat, (before, after) in rated.items()
    )


def result_view(perspective: Perspective) -> ResultView | None:
    if perspective.result is None:
        return None
    names, last_round = Names(perspective), perspective.round or perspective.finished_round
    won = perspective.viewer in set(perspective.result.winners) - perspective.forfeited_seats
    lost = bool(perspective.viewer) and bool(perspective.result.winners) and not won
    return ResultView(
        headline=_headline(perspective.result.winners, perspective.result.reason, names, won=won, lost=lost),
        reason=reason_words(perspective.result.reason, perspective.result.winners, names),
        given_up=perspective.result.reason in _GIVEN_UP,
        story=story(perspective, last_round.piles if last_round else None, lost=lost),
        comeback=most_behind(perspective) >= COMEBACK,
        won=won,
        lost=lost,
        heavy=lost and perspective.result.reason not in _COUNTED_CARDS and _behind(perspective) >= CLEAR,
        winners=perspective.result.winners,
        sheets=tuple(
            score_sheet(perspective.rules, number, names.sides(), round_scores.points)
            for number, round_scores in enumerate(perspective.sheets, start=1)
        ),
        sides=names.sides(),
        totals=perspective.totals,
    )


def _headline(winners: tuple[int, ...], reason: str, names: Names, *, won: bool, lost: bool) -> str:
    """The result to the viewer. A player who has left has not won, whatever the computer achieved in the seat."""
    if reason == "cancelled":
        return _("The game was canceled.")
    if won and len(winners) == 1:
        return _("You won!")
    if reason in ("drawn", "ruled-drawn"):
        return _("Drawn game")
    if not winners:
        return _("No one won.")
    words = {"players": names.seats(winners)}
    if told := computer_won(winners, names):
        return told
    if won:
        return _("%(players)s won!") % words
    if lost and names.perspective.partners:
        own = names.side(names.perspective.side_of(names.viewer))
        return _("%(side)s lost to %(players)s") % (words | {"side": own})
    if lost:
        return _("You lost to %(players)s") % words
    return ngettext("%(players)s wins", "%(players)s win", len(winners)) % words


def computer_won(winners: tuple[int, ...], names: Names) -> str:
    """The result where the computer has won for the viewer, or for players who have all left; else empty."""
    out = names.perspective.forfeited_seats
    if names.perspective.viewer in out.intersection(winners):
        return _("The computer won in your seat")
    if out.issuperset(winners):
        return _("The computer won in place of %(players)s") % {"players": names.seats(winners)}
    return ""


def deciding_sentence(perspective: Perspective, piles: Piles | None = None) -> str:
    """What decided the game: a category without which the winner would not have had more points.

    Empty where no single side has won, or where no category decided. `piles` are those of the last round: with them the
    sentence gives the counts of a majority.
    """
    result, winner = perspective.result, _winning_side(perspective)
    if result is None or winner is None:
        return ""
    if result.reason in _COUNTED_CARDS:
        return _decided_by("most_cards", perspective.totals, winner) if _leads(perspective, winner) else ""
    piles = perspective.round.piles if perspective.round else piles
    keys = deciding_keys(perspective, winner, piles)
    if keys == CASINOS:
        return _("Decided by both casinos.")
    if keys:
        return _decided_by(keys[0], majority_counts(keys[0], piles) or _card_counts(perspective, keys[0]), winner)
    return ""


def _winning_side(perspective: Perspective) -> int | None:
    """The side that has won alone, if one has."""
    sides = {perspective.side_of(seat) for seat in perspective.result.winners} if perspective.result else set()
    return sides.pop() if len(sides) == 1 else None


def _decided_by(key: str, counts: Sequence[int], winner: int) -> str:
    words = {"what": str(CATEGORY_WORDS[key].deciding)}
    if not counts:
        return _("Decided by %(what)s.") % words
    words["own"] = str(counts[winner])
    words["other"] = str(max(count for side, count in enumerate(counts) if side != winner))
    return _("Decided by %(what)s: %(own)s to %(other)s.") % words


def _card_counts(perspective: Perspective, key: str) -> Sequence[int]:
    """Each side's number of cards, where its points in the last round tell it: each card has the same points."""
    worths = [EACH_CARD[key]((card,)) for card in PACKS[perspective.rules.dealing.deck]] if key in EACH_CARD else []
    if perspective.round is not None or sum(worths) < 2 or max(worths) > 1:
        return ()
    worth = getattr(perspective.rules.scoring, key)
    return [points.get(key, 0) // worth for points in perspective.sheets[-1].points]


def _leads(perspective: Perspective, winner: int) -> bool:
    return all(total < perspective.totals[winner] for side, total in enumerate(perspective.totals) if side != winner)


# --- the story -----------------------------------------------------------------------------------------------------

COMEBACK = 5
"""The least number of points behind at the end of a round that makes a win a comeback."""

CLEAR = 10
"""The least number of points ahead that makes a win a clear one, and behind a loss a heavy one."""

CLOSE = 3
"""The most points behind that make a loss a close one."""

PLACES = {
    2: lazy("You came second."),
    3: lazy("You came third."),
    4: lazy("You came fourth."),
    5: lazy("You came fifth."),
    6: lazy("You came sixth."),
}


def story(perspective: Perspective, piles: Piles | None, *, lost: bool) -> str:
    """How a game went that the score decided: the place among several, what it was turned from, and what it turned on,
    or how clear it was, which is not rubbed in to who has lost."""
    sentences, behind = [_place(perspective)] if lost else [], most_behind(perspective)
    if behind >= COMEBACK:
        sentences.append(_("A comeback from %(points)d points behind.") % {"points": behind})
    decided = deciding_sentence(perspective, piles)
    if decided:
        sentences.append(decided)
    elif margin := _margin(perspective):
        if margin == 1:
            sentences.append(_("A single point made the difference."))
        elif margin <= CLOSE and lost:
            sentences.append(_("It was close."))
        elif margin >= CLEAR and not behind and not lost:
            sentences.append(_("A clear win: %(points)d points ahead, and never behind.") % {"points": margin})
    return " ".join(filter(None, sentences))


def _place(perspective: Perspective) -> str:
    """The place of a viewer who has lost against several by the score, if nobody shares it."""
    totals = perspective.totals
    own = totals[perspective.side_of(perspective.viewer)]
    if len(totals) < 3 or _margin(perspective) <= 0 or totals.count(own) > 1:
        return ""
    return str(PLACES[max(2, 1 + sum(total > own for total in totals))])


def _margin(perspective: Perspective) -> int:
    """By how much the winner leads where the score decided the game; else 0."""
    result, winner = perspective.result, _winning_side(perspective)
    if result is None or winner is None or result.reason not in ("target", "rounds", "instant", "in-order"):
        return 0
    return perspective.totals[winner] - max(n for side, n in enumerate(perspective.totals) if side != winner)


def _behind(perspective: Perspective) -> int:
    """By how much the viewer's side is behind the best."""
    return max(perspective.totals) - perspective.totals[perspective.side_of(perspective.viewer)]


def most_behind(perspective: Perspective) -> int:
    """The most points by which the side that won by score was behind at the end of a round."""
    winner, most, totals = _winning_side(perspective), 0, [0] * len(perspective.totals)
    if winner is None or _margin(perspective) <= 0:
        return 0
    for sheet in perspective.sheets[:-1]:
        totals = [total + points.get("total", 0) for total, points in zip(totals, sheet.points, strict=True)]
        most = max(most, max(totals) - totals[winner])
    return most


# --- the deciding category -----------------------------------------------------------------------------------------

type Totals = tuple[int, ...]

CASINOS = ("big_casino", "little_casino")


def deciding_keys(perspective: Perspective, winner: int, piles: Piles | None) -> tuple[str, ...]:
    """The one category, or the two casinos together, without whose points the side would not have led (7); or ().

    `piles`: those of the last round, if they are known, so that a close majority is preferred.
    """
    if perspective.result is None:
        return ()
    if perspective.result.reason == "restriction":
        return _restricted_categories(perspective, winner)[:1]
    points = _last_points(perspective)
    deciding = [keys for keys in _candidates(points, winner) if not _still_wins(perspective, points, winner, keys)]
    return min(deciding, key=lambda keys: _preference(keys, points[winner], winner, piles), default=())


def _restricted_categories(perspective: Perspective, winner: int) -> tuple[str, ...]:
    if perspective.round is None:
        return ()
    return restrictions(perspective.rules, perspective.round.totals_at_start)[winner] or ()


def _last_points(perspective: Perspective) -> Sequence[Points]:
    """Each side's points in the last round: from its sheet, or as earned where the game was won in mid-round."""
    round_ = perspective.round
    if round_ is None or not _won_as_earned(perspective):
        return perspective.sheets[-1].points if perspective.sheets else ()
    rules, points = perspective.rules, [dict(bonus) for bonus in round_.bonus_points]
    counted = round_.piles, round_.sweeps, round_.last_capture, round_.totals_at_start, perspective.carried
    for score in running_score(rules, *counted):
        early = {"sweeps": score.key == "sweeps", "cards": score.key not in MAJORITIES}
        for side, scored in enumerate(score.points if early.get(rules.winning.count_as_earned, True) else ()):
            points[side][score.key] = scored
    return points


def _won_as_earned(perspective: Perspective) -> bool:
    return perspective.result is not None and perspective.result.reason in ("instant", "claim")


def _candidates(points: Sequence[Points], winner: int) -> Iterator[tuple[str, ...]]:
    """Every category in which the winner scored; then, if it took both casinos, these together."""
    if not points:
        return
    scored = [key for key in CATEGORIES if points[winner].get(key, 0) > 0]
    yield from ((key,) for key in scored)
    if set(CASINOS) <= set(scored):
        yield CASINOS


def _still_wins(perspective: Perspective, points: Sequence[Points], winner: int, without: tuple[str, ...]) -> bool:
    """Whether the side would have won without these points; True where that is not known."""
    reason, target = perspective.result and perspective.result.reason, perspective.target
    totals = _totals_without(perspective, points, winner, without)
    others = max((total for side, total in enumerate(totals) if side != winner), default=0)
    match reason:
        case "rounds":
            return totals[winner] >= others
        case "target" | "instant":
            return totals[winner] > others
        case "in-order" | "claim":
            return totals[winner] >= target or totals[winner] > others
        case _:
            return True


def _totals_without(
    perspective: Perspective, points: Sequence[Points], winner: int, without: tuple[str, ...]
) -> Totals:
    """The final totals if the winner had not made these points."""
    fewer = [
        {key: value for key, value in own.items() if side != winner or key not in without}
        for side, own in enumerate(points)
    ]
    differs = perspective.rules.scoring.difference and not _won_as_earned(perspective)
    was, would = _added(points, differs), _added(fewer, differs)
    return tuple(total - more + less for total, more, less in zip(perspective.totals, was, would, strict=True))


def _added(points: Sequence[Points], difference: bool) -> Totals:
    """The sum that each side adds to its total with these points; where only the `difference` counts, that (6.4)."""
    sums = tuple(sum(value for key, value in own.items() if key != "total") for own in points)
    if not difference:
        return sums
    return tuple(max(0, own - other) for own, other in zip(sums, reversed(sums), strict=True))


def _preference(keys: tuple[str, ...], own: Points, winner: int, piles: Piles | None) -> tuple[int, int, int]:
    """One category comes before two, of these the narrowest majority, then the one with the most points."""
    counts = majority_counts(keys[0], piles)
    margin = counts[winner] - max(count for side, count in enumerate(counts) if side != winner) if counts else 100
    return (len(keys), margin, -sum(own[key] for key in keys))


def majority_counts(key: str, piles: Piles | None) -> tuple[int, ...]:
    """Each side's count in a majority; () for any other category, or without piles."""
    return tuple(map(MAJORITIES[key], piles)) if piles is not None and key in MAJORITIES else ()
