"""The end of a round: the piles, every category with its counts, and each side on its way to the target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.cards import PACKS, Card
from games.domain.perspective import Perspective, RoundView
from games.domain.rules import Rules
from games.domain.running_score import CategoryScore, running_score
from games.domain.scoring import CATEGORIES, EACH_CARD, MAJORITIES, Points, counts_points, points_in_round

from .cards import CardView, card_views
from .categories import CATEGORY_WORDS
from .names import Names
from .score_sheet import ScoreCell, ScoreRow, missing_points, signed
from .seats import PegBar, SeatView, peg_bar

MAX_FAN = 6
"""Number of cards that are shown of a pile."""

MAX_NAMED = 4
"""Number of cards up to which those that score in a category are shown one by one."""

MAX_COUNT_UP = 12
"""Number of steps in which points count up."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side: its players, some cards of its pile, those that score first, and its points.

    `gain` are the points of the round, which count up through `steps`; `start` are those of the game before it, `total`
    with it.
    """

    name: str
    mine: bool
    seats: tuple[SeatView, ...]
    fan: tuple[CardView, ...]
    pile: int
    gain: str
    steps: range
    start: int
    total: int
    pegs: PegBar | None

    @property
    def points(self) -> str:
        """The points of the round without a plus sign."""
        return self.gain.removeprefix("+") or "0"


@dataclass(frozen=True, slots=True)
class RoundEndView:
    """The end of a round; the viewer's side comes first. Without `rows` the round was not played to its end.

    `taken` says who took the last cards on the table; `last_words` say this after the last play; `remarks` are about
    points that no side got; `next_words` say who deals next, and what the viewer still needs.
    """

    number: int
    headline: str
    sides: tuple[SideScore, ...]
    rows: tuple[ScoreRow, ...]
    taken: str
    last_words: str
    remarks: tuple[str, ...]
    next_words: tuple[str, ...]

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2


def round_end_view(
    perspective: Perspective, seats: Sequence[SeatView], last_play: str = "", taken: str = ""
) -> RoundEndView | None:
    """The end of the round while none is in progress, and of the last round when the game is over."""
    round_ = perspective.finished_round
    if perspective.round:
        round_ = perspective.round if perspective.result else None
    if round_ is None:
        return None
    order = _order(perspective, seats)
    gains = [total - start for total, start in zip(perspective.totals, round_.totals_at_start, strict=True)]
    scored = perspective.round is None
    return RoundEndView(
        number=round_.number,
        headline=_headline(round_.number, gains, perspective),
        sides=tuple(_side(side, perspective, round_, seats, gains[side]) for side in order),
        rows=tuple(_rows(perspective, round_, order)) if scored else (),
        taken=taken,
        last_words=" ".join(filter(None, [last_play, taken])) if scored else "",
        remarks=tuple(_remarks(perspective, round_)) if scored else (),
        next_words=() if perspective.result else tuple(_next_words(perspective)),
    )


def _order(perspective: Perspective, seats: Sequence[SeatView]) -> tuple[int, ...]:
    """The sides in the order of play, the viewer's first; to spectators of a finished game the winner's."""
    winners = perspective.result.winners if perspective.result and not perspective.viewer else ()
    mine = [seat for seat in seats if seat.me or seat.number in winners]
    others = [seat for seat in seats if seat not in mine]
    return tuple(dict.fromkeys(perspective.side_of(seat.number) for seat in (*mine, *others)))


def _headline(number: int, gains: Sequence[int], perspective: Perspective) -> str:
    names = Names(perspective)
    best = [side for side, gain in enumerate(gains) if gain == max(gains)]
    words = {"number": number, "player": names.side(best[0])}
    if len(best) > 1:
        return _("Round %(number)s is a tie") % words
    if perspective.partners:
        return _("%(player)s take round %(number)s") % words
    if perspective.viewer and perspective.side_of(perspective.viewer) == best[0]:
        return _("You take round %(number)s") % words
    return _("%(player)s takes round %(number)s") % words


# --- the sides ----------------------------------------------------------------------------------------------------


def _side(side: int, perspective: Perspective, round_: RoundView, seats: Sequence[SeatView], gain: int) -> SideScore:
    pile, total, winning = round_.piles[side], perspective.totals[side], perspective.rules.winning
    own = [seat for seat in seats if perspective.side_of(seat.number) == side]
    points = perspective.sheets[-1].points[side] if perspective.round is None and perspective.sheets else {}
    return SideScore(
        name=Names(perspective).side(side),
        mine=bool(perspective.viewer) and perspective.side_of(perspective.viewer) == side,
        seats=tuple(sorted(own, key=lambda seat: seat.number != perspective.viewer)),
        fan=card_views(_fan(perspective.rules, pile, points)),
        pile=len(pile),
        gain=signed(gain),
        steps=range(max(0, gain - MAX_COUNT_UP), gain + 1) if gain > 0 else range(0),
        start=round_.totals_at_start[side],
        total=total,
        pegs=peg_bar(total, perspective.target, max(0, gain)) if winning.ending == "target" else None,
    )


def _fan(rules: Rules, pile: Sequence[Card], points: Points) -> Sequence[Card]:
    """The cards of the pile that made its points: those that score by themselves, then those of a suit it has most of;
    any where the cards are only counted."""
    if not counts_points(rules):
        return tuple(pile[:MAX_FAN])
    alone = [EACH_CARD[key] for key in points_in_round(rules) if key in EACH_CARD]
    suits = [count for key, count in MAJORITIES.items() if points.get(key) and key != "most_cards"]
    scoring = [card for card in pile if any(count([card]) for count in alone)]
    suited = [card for card in pile if any(count([card]) for count in suits)]
    return tuple(dict.fromkeys((*scoring, *suited)))[:MAX_FAN]


# --- the categories -----------------------------------------------------------------------------------------------


def _rows(perspective: Perspective, round_: RoundView, order: Sequence[int]) -> Iterator[ScoreRow]:
    """Every category of the rules, and what else brought points in this round."""
    rules, points = perspective.rules, perspective.sheets[-1].points
    scores = {
        score.key: score
        for score in running_score(rules, round_.piles, round_.sweeps, round_.last_capture, round_.totals_at_start)
    }
    for key in CATEGORIES:
        if key in scores or any(side.get(key) for side in points):
            cells = (
                _cell(rules, scores.get(key), round_.piles[side], side, key, points[side].get(key, 0)) for side in order
            )
            yield ScoreRow(str(CATEGORY_WORDS[key].short or CATEGORY_WORDS[key].title), tuple(cells))


def _cell(
    rules: Rules, score: CategoryScore | None, pile: Sequence[Card], side: int, key: str, points: int
) -> ScoreCell:
    if score is None:
        return ScoreCell(points)
    cards, number = _scoring_cards(rules, key, pile), score.counts[side]
    counted = cards is None and key != "last_capture" and (number or key in MAJORITIES)
    return ScoreCell(points, number if counted else None, score.counting[side], card_views(cards or ()))


def _scoring_cards(rules: Rules, key: str, pile: Sequence[Card]) -> tuple[Card, ...] | None:
    """The cards of the pile that score in this category; None where they are too many to name."""
    count = EACH_CARD.get(key)
    if count is None or sum(bool(count([card])) for card in PACKS[rules.dealing.deck]) > MAX_NAMED:
        return None
    return tuple(card for card in pile if count([card]))


# --- in words -----------------------------------------------------------------------------------------------------


def _remarks(perspective: Perspective, round_: RoundView) -> Iterator[str]:
    yield from missing_points(perspective.rules, perspective.sheets[-1].points, round_.piles)
    if perspective.rules.scoring.difference:
        yield _("The side with more points scores the difference.")


def _next_words(perspective: Perspective) -> Iterator[str]:
    """Who deals next, and what the viewer's side still needs, or how many rounds are left."""
    if perspective.dealer == perspective.viewer:
        yield _("You deal.")
    else:
        yield _("%(player)s deals.") % {"player": Names(perspective).seat(perspective.dealer)}
    winning = perspective.rules.winning
    if winning.ending == "rounds":
        left = winning.all_rounds(perspective.seats) - perspective.latest_round
        yield ngettext("%(rounds)d round to go.", "%(rounds)d rounds to go.", left) % {"rounds": left}
    elif winning.ending == "target" and perspective.viewer:
        needed = perspective.target - perspective.totals[perspective.side_of(perspective.viewer)]
        if needed > 0:
            yield ngettext("You need %(points)d more point.", "You need %(points)d more points.", needed) % {
                "points": needed
            }
