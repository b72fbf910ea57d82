"""The end of a round: the piles, every way to score with its counts, and each side on its way to the target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.cards import PACKS, Card
from games.domain.perspective import Perspective, RoundView
from games.domain.rules import Rules
from games.domain.running_score import CategoryScore, running_score
from games.domain.scoring import MAJORITIES, SINGLE, points_in_round

from .cards import CardView, card_views
from .names import Names
from .pegs import PegBar, peg_bar
from .score_sheet import missing_points, point_words, sheet_position
from .seats import SeatView

MAX_FAN = 6
"""Number of cards that are shown of a pile."""

MAX_NAMED = 4
"""Number of cards up to which those that score in a category are shown one by one."""

MAX_COUNT_UP = 12
"""Number of steps in which points count up."""

_LABELS = {
    "most_cards": lazy("Cards"),
    "most_spades": lazy("Spades"),
    "most_diamonds": lazy("Diamonds"),
    "big_casino": lazy("Big casino"),
    "little_casino": lazy("Little casino"),
}
"""Short labels, where the cards and counts beside them say the rest."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side: its players, some cards of its pile, those that score first, and its points.

    `gain` are the points of the round, which count up through `steps`; `total` are those of the game.
    """

    name: str
    mine: bool
    seats: tuple[SeatView, ...]
    fan: tuple[CardView, ...]
    pile: int
    gain: str
    steps: range
    total: int
    pegs: PegBar | None

    @property
    def points(self) -> str:
        """The points of the round without a plus sign."""
        return self.gain.removeprefix("+") or "0"


@dataclass(frozen=True, slots=True)
class CategoryCell:
    """One side in one category: a count or the cards themselves, and the points; `counts`: the side may score it."""

    count: str
    cards: tuple[CardView, ...]
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """One way to score, with a cell for each side."""

    label: str
    cells: tuple[CategoryCell, ...]


@dataclass(frozen=True, slots=True)
class RoundEndView:
    """The end of a round; the viewer's side comes first. Without `rows` the round was not played to its end.

    `remarks` are about points that no side got; `next_words` say who deals next, and what the viewer still needs.
    """

    number: int
    headline: str
    sides: tuple[SideScore, ...]
    rows: tuple[CategoryRow, ...]
    remarks: tuple[str, ...]
    next_words: tuple[str, ...]

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2


def round_end_view(perspective: Perspective, seats: Sequence[SeatView]) -> RoundEndView | None:
    """Return the end of the round while none is in progress, and of the last round when the game is over."""
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
        remarks=_remarks(perspective) if scored else (),
        next_words=() if perspective.result else tuple(_next_words(perspective)),
    )


def _order(perspective: Perspective, seats: Sequence[SeatView]) -> tuple[int, ...]:
    """Return the sides in the order of play, the viewer's first."""
    mine = [seat for seat in seats if seat.me]
    others = [seat for seat in seats if not seat.me]
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
    return SideScore(
        name=Names(perspective).side(side),
        mine=bool(perspective.viewer) and perspective.side_of(perspective.viewer) == side,
        seats=tuple(sorted(own, key=lambda seat: seat.number != perspective.viewer)),
        fan=card_views(_fan(perspective.rules, pile)),
        pile=len(pile),
        gain=_signed(gain),
        steps=range(max(0, gain - MAX_COUNT_UP), gain + 1) if gain > 0 else range(0),
        total=total,
        pegs=peg_bar(total, perspective.target, max(0, gain)) if winning.ending == "target" else None,
    )


def _fan(rules: Rules, pile: Sequence[Card]) -> Sequence[Card]:
    """Return the cards of the pile that tell most: those that score by themselves, then those of a counted suit."""
    keys = points_in_round(rules)
    single = [SINGLE[key] for key in keys if key in SINGLE]
    suits = [count for key, count in MAJORITIES.items() if key in keys and key != "most_cards"]
    scoring = [card for card in pile if any(count([card]) for count in single)]
    suited = [card for card in pile if any(count([card]) for count in suits)]
    return tuple(dict.fromkeys((*scoring, *suited, *pile)))[:MAX_FAN]


# --- the categories -----------------------------------------------------------------------------------------------


def _rows(perspective: Perspective, round_: RoundView, order: Sequence[int]) -> Iterator[CategoryRow]:
    """Yield every category of the rules, then what else brought points in this round."""
    rules, points = perspective.rules, perspective.sheets[-1].points
    lines = {
        line.key: line
        for line in running_score(rules, round_.piles, round_.sweeps, round_.last_capture, round_.totals_at_start)
    }
    extra = {key for side in points for key, value in side.items() if value and key != "total"}
    for key in sorted(lines.keys() | extra, key=sheet_position):
        cells = (
            _cell(rules, lines.get(key), round_.piles[side], side, key, points[side].get(key, 0)) for side in order
        )
        yield CategoryRow(str(_LABELS.get(key) or point_words(key)), tuple(cells))


def _cell(
    rules: Rules, line: CategoryScore | None, pile: Sequence[Card], side: int, key: str, points: int
) -> CategoryCell:
    if line is None:
        return CategoryCell("", (), _signed(points), True)
    cards, number = _scoring_cards(rules, key, pile), line.counts[side]
    counted = cards is None and key != "last_capture" and (number or key in MAJORITIES)
    return CategoryCell(str(number) if counted else "", card_views(cards or ()), _signed(points), line.counting[side])


def _scoring_cards(rules: Rules, key: str, pile: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the cards of the pile that score in this category; None where they are too many to name."""
    count = SINGLE.get(key)
    if count is None or sum(bool(count([card])) for card in PACKS[rules.dealing.deck]) > MAX_NAMED:
        return None
    return tuple(card for card in pile if count([card]))


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else ""


# --- in words -----------------------------------------------------------------------------------------------------


def _remarks(perspective: Perspective) -> tuple[str, ...]:
    remarks = [missing_points(perspective.rules, perspective.sheets[-1].points)]
    if perspective.rules.scoring.difference:
        remarks.append(_("The side with more points scores the difference."))
    return tuple(filter(None, remarks))


def _next_words(perspective: Perspective) -> Iterator[str]:
    """Yield who deals next, and what the viewer's side still needs, or how many rounds are left."""
    if perspective.dealer == perspective.viewer:
        yield _("You deal.")
    else:
        yield _("%(player)s deals.") % {"player": Names(perspective).seat(perspective.dealer)}
    winning = perspective.rules.winning
    if winning.ending == "rounds":
        left = (winning.rounds_per_seat or 0) * perspective.seats - perspective.latest_round
        yield ngettext("%(rounds)d round to go.", "%(rounds)d rounds to go.", left) % {"rounds": left}
    elif winning.ending == "target" and perspective.viewer:
        needed = perspective.target - perspective.totals[perspective.side_of(perspective.viewer)]
        if needed > 0:
            yield ngettext("You need %(points)d more point.", "You need %(points)d more points.", needed) % {
                "points": needed
            }
