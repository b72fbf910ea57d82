"""A position between two players as both see it, moves in it, and the inputs of the value network from one seat."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.bots.card_worth import card_worth, mask_of
from games.bots.hidden_hands import visible_round
from games.domain.cards import CARD_INDEX, Card, sort_cards
from games.domain.moves import Capture, MakeBuild, Move, Trail
from games.domain.perspective import Perspective
from games.domain.rules import Rules
from games.domain.subset_sum import bits
from games.domain.table import Build, PublicPlay, Table, replace_at
from tests.train.inputs import (
    CARDS,
    CATEGORIES,
    HAND,
    IN_BUILD,
    LOOSE,
    MAX_BUILDS,
    MINE,
    NUMBERS,
    RANKS,
    SCRATCH_SIZES,
    SLOTS,
    THEIRS,
    THROWN,
    Scratch,
    View,
    encode,
)

POINTS = ("most_cards", "most_spades", "big_casino", "little_casino", "aces", "sweep", "jack_of_spades", "each_spade")
"""The options for the points of the categories of the network."""

type Gain = tuple[float, ...]
"""What a move gains of each category."""

NOTHING: Gain = (0.0,) * CATEGORIES


class Sight(NamedTuple):
    """Cards as masks, by seat: the piles, the loose cards left in this deal, and the ranks passed over in it.

    `last`: the seat that captured last, 0 for none. `hands`: the numbers of cards held; `stock`: those to be dealt.
    """

    table: Table
    piles: tuple[int, ...]
    thrown: tuple[int, ...]
    passed: tuple[int, ...]
    hands: tuple[int, ...]
    stock: int
    last: int

    def after(self, seat: int, move: Move) -> "tuple[Sight, Gain]":
        """The position after a move of the seat, and what it gains."""
        own = seat - 1
        counts = replace_at(self.hands, own, self.hands[own] - 1)
        match move:
            case Trail(card):
                return self._replace(
                    table=Table((*self.table.loose, card), self.table.builds),
                    thrown=replace_at(self.thrown, own, self.thrown[own] | mask_of([card])),
                    passed=replace_at(self.passed, own, self.passed[own] | _ranks(self.table.loose)),
                    hands=counts,
                ), NOTHING
            case Capture(played, loose, names):
                taken = (*played, *loose, *(card for name in names for card in name))
                left = self.table.without(loose, names)
                passed = _ranks(card for card in self.table.loose if card.rank != played[0].rank)
                after = self._replace(
                    table=left,
                    piles=replace_at(self.piles, own, self.piles[own] | mask_of(taken)),
                    passed=replace_at(self.passed, own, self.passed[own] | passed),
                    hands=counts,
                    last=seat,
                )
                return after, _gain(taken, left.empty)
            case MakeBuild():
                return self._replace(table=_with_build(self.table, seat, move), hands=counts), NOTHING
            case _:
                raise ValueError("the network knows plain moves only")


def sight_of(perspective: Perspective) -> Sight:
    """The position before the viewer's move."""
    round_ = visible_round(perspective)
    thrown, passed = zip(*map(_shown, round_.public_plays), strict=True)
    return Sight(
        table=round_.table,
        piles=(mask_of(round_.piles[0]), mask_of(round_.piles[1])),
        thrown=thrown,
        passed=passed,
        hands=(round_.hand_counts[0], round_.hand_counts[1]),
        stock=round_.stock_count,
        last=0 if round_.last_capture is None else round_.last_capture + 1,
    )


def _shown(plays: Sequence[PublicPlay]) -> tuple[int, int]:
    """The cards left by these plays of a seat, and the ranks passed over."""
    thrown = passed = 0
    for play in plays:
        thrown |= 0 if play.taken else mask_of(play.played)
        same = play.played[0].rank if play.taken else ""
        passed |= _ranks(card for card in play.table.loose if card.rank != same)
    return thrown, passed


def _ranks(cards: Iterable[Card]) -> int:
    ranks = 0
    for card in cards:
        ranks |= 1 << CARD_INDEX[card] // 4
    return ranks


def _gain(cards: Sequence[Card], sweeps: bool) -> Gain:
    spades = sum(card.suit == "S" for card in cards)
    aces = sum(card.rank == "A" for card in cards)
    return (0, 0, "TD" in cards, "2S" in cards, aces, sweeps, "JS" in cards, spades)


def _with_build(table: Table, seat: int, move: MakeBuild) -> Table:
    """The table with the build; its groups are told apart only as one or several."""
    joined = [build for build in table.builds if build.cards in move.builds]
    cards = sort_cards((move.card, *move.loose, *(card for build in joined for card in build.cards)))
    total = sum(CARD_INDEX[card] // 4 + 1 for card in (move.card, *move.loose))
    raised = sum(int(build.value) for build in joined)
    groups = (cards,) if total + raised == move.value else ((cards[0],), cards[1:])
    left = table.without(move.loose, move.builds)
    return Table(left.loose, (*left.builds, Build(cards, move.value, seat, groups)))


def points_of(rules: Rules) -> list[float]:
    """The points of each category."""
    return [float(getattr(rules.scoring, key)) for key in POINTS]


class Encoder:
    """The inputs of the network from positions of one game."""

    def __init__(self, rules: Rules) -> None:
        worth = card_worth(rules)
        self._worth = [worth[card] for card in sorted(worth, key=CARD_INDEX.__getitem__)]
        options = rules.scoring.most_cards_tie == "most_spades", rules.matching.face_capture == "any"
        self.rules = [*points_of(rules), *map(float, options)]
        self._scratch = Scratch(*([0] * size for size in SCRATCH_SIZES))

    def inputs(self, sight: Sight, seat: int, hand: int) -> tuple[list[int], list[float]]:
        """The columns and the numbers of the position after a move of the seat, which keeps this hand."""
        slots, numbers = [0] * SLOTS, [0.0] * NUMBERS
        encode(self.view(sight, seat, hand), self._scratch, slots, numbers)
        return slots, numbers

    def view(self, sight: Sight, seat: int, hand: int) -> View:
        own, other = seat - 1, 2 - seat
        place = [0] * CARDS
        thrown = sight.thrown[other]
        for mask, where in ((hand, HAND), (sight.piles[own], MINE), (sight.piles[other], THEIRS)):
            for index in bits(mask):
                place[index] = where
        for card in sight.table.loose:
            index = CARD_INDEX[card]
            place[index] = THROWN if thrown >> index & 1 else LOOSE
        values, mine, singles = [0] * MAX_BUILDS, [0] * MAX_BUILDS, [0] * MAX_BUILDS
        for number, build in enumerate(sight.table.builds[:MAX_BUILDS]):
            values[number], mine[number], singles[number] = int(build.value), build.owner == seat, build.single
            for card in build.cards:
                place[CARD_INDEX[card]] = IN_BUILD + number
        left = sight.stock + sum(sight.hands)
        passed = [sight.passed[other] >> rank & 1 for rank in range(RANKS)]
        last = 0 if not sight.last else 1 if sight.last == seat else 2
        held = sight.hands[other] or min(4, left)
        return View(place, values, mine, singles, passed, held, left, last, self._worth, self.rules)
