"""The worth of each card to a side in one state of a round, in points of lead, including the race for the most."""

from games.bots.card_worth import mask_of, sweep_worth
from games.bots.evaluation import WIN_VALUE, Evaluator, majority_shares
from games.bots.hidden_hands import visible_round
from games.domain.rounds import ORANGE_POINTS
from games.domain.subset_sum import bits

DECK_BITS = 64
"""More than the number of cards in any deck."""


class MarginalValues:
    """The values of one state, computed for each side on first use."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._piles = tuple(map(mask_of, visible_round(evaluator.simulator.perspective).piles))
        self._sides = range(len(self._piles))
        self._open_cards = evaluator.pack & ~sum(self._piles)
        self._by_card: dict[int, list[float]] = {}
        self._totals: list[dict[int, float]] = [{} for _ in self._sides]

    def total(self, side: int, cards: int) -> float:
        known = self._totals[side]
        total = known.get(cards)
        if total is None:
            values = self.by_card(side)
            total = known[cards] = sum([values[index] for index in bits(cards)])
        return total

    def by_card(self, side: int) -> list[float]:
        """Every card's value, by its index in the deck."""
        if side not in self._by_card:
            self._by_card[side] = self._computed(side)
        return self._by_card[side]

    def sweep(self, side: int, cards: int, least: int = 0) -> float:
        """The points for emptying the table of so many cards, `least` at least (8.3); 0 for a side that may not score
        it (7.4)."""
        if self.evaluator.restrictions[side] is not None or not self.evaluator.simulator.sweeps_count:
            return 0.0
        return sweep_worth(cards, False, self.evaluator.simulator.rules, least)

    def orange(self, side: int) -> float:
        """The points for an orange (8.6)."""
        return ORANGE_POINTS if self.evaluator.restrictions[side] is None else 0.0

    def _computed(self, side: int) -> list[float]:
        values = [0.0] * DECK_BITS
        masks, others = self.evaluator.masks, [other for other in self._sides if other != side]
        for key, mask, points in masks.per_card:
            rivals = sum(self._stake(other, key, points) for other in others) / len(others)
            _add(values, mask, (self._stake(side, key, points) + rivals) / 2)
        for mask, points in masks.fours:
            _add(values, mask, self._of_four(side, mask, points))
        for key, (mask, points) in masks.majorities.items():
            _add(values, mask, self._in_race(side, others, key, mask, points))
        return values

    def _stake(self, side: int, key: str, points: float) -> float:
        listed = self.evaluator.restrictions[side]
        if listed is None:
            return points
        return WIN_VALUE / len(listed) if key in listed else 0.0

    def _of_four(self, side: int, mask: int, points: float) -> float:
        """The value of one more card toward four of a rank, or of denying it to the others."""
        mine = (self._piles[side] & mask).bit_count()
        theirs = (sum(self._piles) & mask).bit_count() - mine
        if theirs and mine:
            return 0.0
        had = mine or theirs
        return points * ((had + 1) ** 2 - had**2) / 16

    def _in_race(self, side: int, others: list[int], key: str, mask: int, points: float) -> float:
        """The side's change in expected points for having the most when it gets one more card."""
        counts = [(pile & mask).bit_count() for pile in self._piles]
        still_open = (self._open_cards & mask).bit_count()
        if not still_open:
            return 0.0
        more = [count + (other == side) for other, count in enumerate(counts)]
        before, after = majority_shares(counts, still_open), majority_shares(more, max(still_open - 1, 1))
        change = [
            (new - old) * self._stake(other, key, points)
            for other, (old, new) in enumerate(zip(before, after, strict=True))
        ]
        return change[side] - sum(change[other] for other in others) / len(others)


def _add(values: list[float], mask: int, points: float) -> None:
    if points:
        for index in bits(mask):
            values[index] += points
