"""The worth of each card to a side at this moment of a round, in points of lead, including the race for the most."""

from games.bots.standing import WIN, Standing, shares
from games.bots.unseen import round_seen
from games.bots.worth import ORANGE_POINTS, mask_of, sweep_worth
from games.domain.combining import bits

PLACES = 64
"""More than the number of cards in any deck."""


class Prices:
    """The prices of one moment, computed for each side on first use."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self._piles = tuple(map(mask_of, round_seen(standing.stage.sight).piles))
        self._sides = range(len(self._piles))
        self._open = standing.pack & ~sum(self._piles)
        self._each: dict[int, list[float]] = {}
        self._sums: list[dict[int, float]] = [{} for _ in self._sides]

    def of(self, side: int, cards: int) -> float:
        """Return the worth of the cards to the side."""
        known = self._sums[side]
        total = known.get(cards)
        if total is None:
            each = self.each(side)
            total = known[cards] = sum([each[place] for place in bits(cards)])
        return total

    def each(self, side: int) -> list[float]:
        """Return every card's price, by its index in the deck."""
        if side not in self._each:
            self._each[side] = self._worked_out(side)
        return self._each[side]

    def sweep(self, side: int, cards: int) -> float:
        """Return the points for emptying the table of so many cards; 0 for a side that may not score it (7.4)."""
        return sweep_worth(cards, False, self.standing.stage.rules) if self.standing.ways[side] is None else 0.0

    def orange(self, side: int) -> float:
        """Return the points for an orange (8.6)."""
        return ORANGE_POINTS if self.standing.ways[side] is None else 0.0

    def _worked_out(self, side: int) -> list[float]:
        prices = [0.0] * PLACES
        masks, others = self.standing.masks, [other for other in self._sides if other != side]
        for key, (mask, points) in masks.each.items():
            rivals = sum(self._stake(other, key, points) for other in others) / len(others)
            _add(prices, mask, (self._stake(side, key, points) + rivals) / 2)
        for mask, points in masks.fours:
            _add(prices, mask, self._of_four(side, mask, points))
        for key, (mask, points) in masks.most.items():
            _add(prices, mask, self._in_race(side, others, key, mask, points))
        return prices

    def _stake(self, side: int, key: str, points: float) -> float:
        listed = self.standing.ways[side]
        if listed is None:
            return points
        return WIN / len(listed) if key in listed else 0.0

    def _of_four(self, side: int, mask: int, points: float) -> float:
        """Return the value of one more card toward four of a rank, or of denying it to the others."""
        mine = (self._piles[side] & mask).bit_count()
        theirs = (sum(self._piles) & mask).bit_count() - mine
        if theirs and mine:
            return 0.0
        had = mine or theirs
        return points * ((had + 1) ** 2 - had**2) / 16

    def _in_race(self, side: int, others: list[int], key: str, mask: int, points: float) -> float:
        """Return the side's change in expected points for having the most when it gets one more card."""
        counts = [(pile & mask).bit_count() for pile in self._piles]
        still_open = (self._open & mask).bit_count()
        if not still_open:
            return 0.0
        more = [count + (other == side) for other, count in enumerate(counts)]
        now, then = shares(counts, still_open), shares(more, max(still_open - 1, 1))
        change = [
            (after - before) * self._stake(n, key, points)
            for n, (before, after) in enumerate(zip(now, then, strict=True))
        ]
        return change[side] - sum(change[other] for other in others) / len(others)


def _add(prices: list[float], mask: int, points: float) -> None:
    if points:
        for place in bits(mask):
            prices[place] += points
