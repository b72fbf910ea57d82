"""The score sheet of a round: every category a row, every side a column. Running, final, or recomputed in a dispute."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.domain.perspective import Perspective, RoundView
from games.domain.revalidation import ScoreComparison
from games.domain.rules import Rules
from games.domain.running_score import CategoryScore, running_score
from games.domain.scoring import CATEGORIES, EACH_CARD, MAJORITIES, Carried, Points, counts_points, points_in_round
from games.domain.scoring import score_sheet as points_so_far
from games.domain.state import Piles, Sweep
from games.domain.winning import restrictions

from .cards import CardView, join_with_and
from .categories import CATEGORY_WORDS, category_title
from .names import Names

WHILE_CLAIMING = ("most_cards", "sweeps")
"""The categories of which the counts are shown while claims are in force."""


@dataclass(frozen=True, slots=True)
class ScoreCell:
    """One side in one category. On a running sheet the points are those of a round that ends now.

    `count`: the cards or sweeps, where they are counted; `cards`: those that are named one by one; `counts`: the side
    may score the category (7.4); `current`: the points by today's engine, in a dispute.
    """

    points: int
    count: int | None = None
    counts: bool = True
    cards: tuple[CardView, ...] = ()
    current: int | None = None

    @property
    def signed(self) -> str:
        return signed(self.points)

    @property
    def same(self) -> bool:
        return self.current in (None, self.points)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One category, with a cell for each side. `worth`: the points there are in it, 0 for any number."""

    label: str
    cells: tuple[ScoreCell, ...]
    worth: int = 0
    rule: str = ""

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(cell.points for cell in self.cells)

    @property
    def same(self) -> bool:
        return all(cell.same for cell in self.cells)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The points of a round, and the game's totals with them; no totals if they are shown elsewhere.

    `running`: the round goes on, and the points are what they would be if it ended now, if the rules let the page count
    them; `remarks` say what is needed to win, what no longer counts, and how many points are still open or went to no
    side.
    """

    number: int
    sides: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...] = ()
    running: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def signed_points(self) -> tuple[str, ...]:
        return tuple(signed(points) or "0" for points in self.points)


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else ""


# --- after the round ----------------------------------------------------------------------------------------------


def score_sheet(
    rules: Rules, number: int, sides: Sequence[str], points: Sequence[dict[str, int]], totals: Sequence[int] = ()
) -> ScoreSheet:
    """The sheet of a finished round from the points by key that each side made in it.

    Categories of the rules are shown even if no side has points for them, since a tie is worth knowing.
    """
    keys = [key for key in CATEGORIES if _always_scored(rules, key) or any(each.get(key) for each in points)]
    rows = tuple(ScoreRow(category_title(key), tuple(ScoreCell(each.get(key, 0)) for each in points)) for key in keys)
    added = tuple(each.get("total", 0) for each in points)
    return ScoreSheet(number, tuple(sides), rows, added, tuple(totals), remarks=tuple(missing_points(rules, points)))


def missing_points(rules: Rules, points: Sequence[dict[str, int]], piles: Piles = ()) -> Iterator[str]:
    """A sentence for each category with points that no side got: with the piles, it tells of a tie."""
    for key, worth in points_in_round(rules, len(points)).items() if counts_points(rules) else ():
        missing = worth - sum(each.get(key, 0) for each in points)
        words = {"missing": missing, "what": CATEGORY_WORDS[key].deciding}
        first, second = sorted(map(MAJORITIES.get(key, len), piles), reverse=True)[:2] or (1, 0)
        if missing > 0 and key in MAJORITIES and first == second:
            words["count"] = first
            yield (
                ngettext(
                    "Tied in %(what)s, %(count)d to %(count)d: no one scores the point.",
                    "Tied in %(what)s, %(count)d to %(count)d: no one scores the %(missing)d points.",
                    missing,
                )
                % words
            )
        elif missing > 0:
            yield (
                ngettext(
                    "No one scores the point for %(what)s.",
                    "No one scores the %(missing)d points for %(what)s.",
                    missing,
                )
                % words
            )


def _always_scored(rules: Rules, key: str) -> bool:
    """Whether the rules give points for this category in every round."""
    by_chance = CATEGORIES[key].kind in ("round", "at_once")
    return counts_points(rules) and not by_chance and bool(CATEGORIES[key].value(rules.scoring))


# --- during the round ---------------------------------------------------------------------------------------------


def running_sheet(perspective: Perspective) -> ScoreSheet | None:
    """The sheet of the current round, from the cards in the piles, which all can see and count."""
    round_ = perspective.round
    if round_ is None or perspective.result:
        return None
    counted = perspective.rules, round_.piles, round_.sweeps, round_.last_capture, round_.totals_at_start
    bonus, sides = tuple(tuple(each.items()) for each in round_.bonus_points), Names(perspective).sides()
    scores, rows, points = _counted(*counted, perspective.carried, bonus, get_language())
    remarks = tuple(_remarks(perspective, round_, sides, scores))
    return ScoreSheet(round_.number, sides, rows, points, running=True, remarks=remarks)


@lru_cache(1024)  # every viewer of a table sees the same
def _counted(
    rules: Rules,
    piles: Piles,
    sweeps: tuple[tuple[Sweep, ...], ...],
    last_capture: int | None,
    start: tuple[int, ...],
    carried: Carried,
    bonus: tuple[tuple[tuple[str, int], ...], ...],
    _language: str | None,
) -> tuple[tuple[CategoryScore, ...], tuple[ScoreRow, ...], tuple[int, ...]]:
    """The scores, their rows, and the points if the round ended now. `bonus`: the points given during the round."""
    scores = tuple(running_score(rules, piles, sweeps, last_capture, start, carried))
    if rules.winning.claims != "no":  # the players count the points themselves (7.6)
        nothing: Sequence[Points] = ({},) * len(piles)
        return scores, tuple(_running_row(score, nothing) for score in scores if score.key in WHILE_CLAIMING), ()
    given = [dict(each) for each in bonus]
    points = points_so_far(rules, piles, sweeps, last_capture, restrictions(rules, start), given, carried)
    rows = (*(_running_row(score, points) for score in scores), *_bonus_rows(given))
    if not counts_points(rules):
        return scores, rows, ()
    return scores, rows, tuple(each["total"] for each in points)


def _running_row(score: CategoryScore, points: Sequence[Points]) -> ScoreRow:
    cells = zip((each.get(score.key, 0) for each in points), score.counts, score.counting, strict=True)
    words = CATEGORY_WORDS[score.key]
    return ScoreRow(str(words.short or words.title), tuple(ScoreCell(*cell) for cell in cells), score.worth)


def _bonus_rows(given: Sequence[Points]) -> list[ScoreRow]:
    """The rows of points that were given during the round."""
    keys = dict.fromkeys(key for bonus in given for key in bonus)
    cells = {key: tuple(ScoreCell(bonus.get(key, 0)) for bonus in given) for key in keys}
    return [ScoreRow(category_title(key), cells[key]) for key in keys]


def _remarks(
    perspective: Perspective, round_: RoundView, sides: Sequence[str], scores: Sequence[CategoryScore]
) -> list[str]:
    if perspective.rules.winning.claims != "no":
        return [_target(perspective), _("Count the points yourselves: this game is won by a claim.")]
    remarks = [_target(perspective)] if perspective.rules.winning.ending == "target" else []
    restricted = restrictions(perspective.rules, round_.totals_at_start)
    for side, before, listed in zip(sides, round_.totals_at_start, restricted, strict=True):
        if listed is not None:
            remarks.append(_restricted(side, before, listed))
    if perspective.rules.scoring.difference:
        remarks.append(_("When the round ends, the side with more points scores the difference."))
    if counts_points(perspective.rules):
        remarks.append(_settled(perspective, scores))
    return remarks


def _target(perspective: Perspective) -> str:
    return ngettext("To win: %(target)d point.", "To win: %(target)d points.", perspective.target) % {
        "target": perspective.target
    }


def _restricted(side: str, score: int, listed: Sequence[str]) -> str:
    ways = join_with_and(str(CATEGORY_WORDS[key].restricted) for key in listed)
    sentence = ngettext(
        "%(side)s, at %(score)d: only %(ways)s counts now.",
        "%(side)s, at %(score)d: only %(ways)s count now.",
        len(listed),
    )
    return sentence % {"side": side, "score": score, "ways": ways}


def _settled(perspective: Perspective, scores: Sequence[CategoryScore]) -> str:
    """A sentence with the certain points and all the points in a round."""
    every = sum(points_in_round(perspective.rules, len(perspective.totals), perspective.carried).values())
    certain = sum(sum(score.points) for score in scores if score.worth)
    words = {"sure": certain, "every": every}
    if perspective.rules.scoring.sweep:
        return _("Each round has %(every)d points, not counting sweeps. Secured so far: %(sure)d.") % words
    return _("Each round has %(every)d points. Secured so far: %(sure)d.") % words


# --- in a dispute -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComparedSheet:
    """The recorded points beside those of today's engine; without `rows` it would score no round there. `totals` are
    those of the game, after the round."""

    number: int
    sides: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    totals: tuple[ScoreCell, ...]
    same: bool

    @property
    def named_rules(self) -> dict[str, str]:
        """The rules of the rows, in words: first those of the rows that differ."""
        labels: dict[str, list[str]] = {}
        for row in sorted(self.rows, key=lambda row: row.same):
            labels.setdefault(row.rule, []).append(row.label)
        return {rule: ", ".join(each) for rule, each in labels.items()}


def compared_sheet(comparison: ScoreComparison, names: Names) -> ComparedSheet:
    recorded, current = comparison.recorded, comparison.current
    return ComparedSheet(
        number=comparison.round,
        sides=tuple(names.side(side) for side in range(len(recorded.totals))),
        rows=tuple(_compared_rows(comparison, recorded.points, current.points)) if current else (),
        totals=_compared_cells(recorded.totals, current.totals if current else ()),
        same=comparison.same,
    )


def _compared_rows(
    comparison: ScoreComparison, recorded: Sequence[Points], current: Sequence[Points]
) -> Iterator[ScoreRow]:
    counts = MAJORITIES | EACH_CARD
    for key, category in CATEGORIES.items():
        if any(key in side for side in (*recorded, *current)):
            was, now = ([side.get(key, 0) for side in sheet] for sheet in (recorded, current))
            counted = [counts[key](pile) for pile in comparison.piles] if key in counts else None
            yield ScoreRow(category_title(key), _compared_cells(was, now, counted), rule=category.rule)


def _compared_cells(
    recorded: Sequence[int], current: Sequence[int], counted: Sequence[int] | None = None
) -> tuple[ScoreCell, ...]:
    counts: Sequence[int | None] = counted or [None] * len(recorded)
    cells = zip(recorded, counts, current, strict=False)
    return tuple(ScoreCell(points, count, current=now) for points, count, now in cells)
