"""The value of a simulated moment to each side: exact at the end of the round, estimated before it."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from games.bots.scene import Scene, Stage, ends_on_table
from games.bots.unseen import round_seen
from games.bots.worth import mask_of, what_scores
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, PACKS, Card
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.winning import Ways, listed_ways

WIN = 8.0
"""The worth of winning the game, in points, to a player that can see the end."""

CARD = 0.5
"""The worth of a card, besides its share in winning, where the most cards win the game (8.8)."""

type Piles = tuple[int, ...]
"""The captured cards of each side, as masks."""

type Counted = tuple[int, float]
"""Cards as a mask, and the points for each of them."""


class Masks(NamedTuple):
    """The scoring categories, as masks over the deck."""

    each: dict[str, Counted]
    fours: tuple[Counted, ...]
    most: dict[str, Counted]


@lru_cache(maxsize=128)
def masks_of(rules: Rules) -> Masks:
    """Return the categories that score under these rules (6.2)."""
    scoring, pack = what_scores(rules), PACKS[rules.dealing.deck]
    ways: dict[str, tuple[tuple[Card, ...], float]] = {
        "big_casino": ((BIG_CASINO,), scoring.big_casino),
        "little_casino": ((LITTLE_CASINO,), scoring.little_casino),
        "aces": (_of_rank(pack, "A"), scoring.aces),
        "jack_of_spades": ((Card("JS"),), scoring.jack_of_spades),
        "each_spade": (_of_suit(pack, "S"), scoring.each_spade),
        "seven_of_diamonds": ((Card("7D"),), scoring.seven_of_diamonds),
        "fives": (_of_rank(pack, "5"), scoring.fives),
        "honours": (tuple(card for card in pack if card.rank in "AKQJT"), scoring.honours),
        "honours_besides": ((BIG_CASINO, Card("2C")), scoring.honours),
    }
    most: dict[str, tuple[tuple[Card, ...], float]] = {
        "most_cards": (pack, scoring.most_cards if counts_points(rules) else WIN),
        "most_spades": (_of_suit(pack, "S"), scoring.most_spades),
        "most_diamonds": (_of_suit(pack, "D"), scoring.most_diamonds),
    }
    if not counts_points(rules):
        ways["cards"] = (pack, CARD)
    fours = scoring.fours_of_a_kind
    ranks = [mask_of(_of_rank(pack, rank)) for rank in fours.ranks] if fours else []
    return Masks(_scoring(ways), tuple((rank, fours.points if fours else 0) for rank in ranks), _scoring(most))


def _scoring(ways: dict[str, tuple[tuple[Card, ...], float]]) -> dict[str, Counted]:
    return {key: (mask_of(cards), float(points)) for key, (cards, points) in ways.items() if points}


def _of_rank(pack: tuple[Card, ...], rank: str) -> tuple[Card, ...]:
    return tuple(card for card in pack if card.rank == rank)


def _of_suit(pack: tuple[Card, ...], suit: str) -> tuple[Card, ...]:
    return tuple(card for card in pack if card.suit == suit)


class Standing:
    """Evaluates moments of one stage."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.masks = masks_of(stage.rules)
        self.pack = mask_of(PACKS[stage.rules.dealing.deck])
        now, sight = round_seen(stage.sight), stage.sight
        self.ways: Ways = listed_ways(stage.rules, now.before)
        given = [sum(points.values()) for points in now.given]
        self._before = tuple(total - points for total, points in zip(sight.totals, given, strict=True))
        self._clears = stage.rules.winning.ending == "clear_table"
        self._target = sight.target if stage.rules.winning.ending == "target" else None

    def lead(self, scene: Scene, side: int) -> float:
        """Return the side's lead over the average of the others, in points."""
        if scene.won is not None:
            return self.decided(scene.piles, scene.won, side)
        if scene.over and self.stage.last_deal and not scene.stock:
            return self.final(scene.piles, scene.extra, scene.last, mask_of(scene.table.cards), side)
        return _ahead(self._points(scene.piles, scene.extra, self.pack & ~sum(scene.piles)), side)

    def final(self, piles: Piles, extra: Sequence[float], last: int | None, table: int, side: int) -> float:
        """Return the lead at the end of the round; the cards of `table` go to the side of the last capture (6.1)."""
        if last is not None and not self._clears:
            piles = (*piles[:last], piles[last] | table, *piles[last + 1 :])
        points = self._points(piles, extra, 0)
        if last is not None:
            points[last] += what_scores(self.stage.rules).last_capture
        return _ahead(self._with_win(points), side)

    def ended(self, piles: Piles, left: int) -> bool:
        """Return True if a capture that leaves these cards on the table ends the game (8.8)."""
        return ends_on_table(self.stage.rules, self.stage.seats, piles, not left)

    def decided(self, piles: Piles, mover: int, side: int) -> float:
        """Return the lead once a capture has ended the game: the most cards win; on a tie, the capturing side (8.8)."""
        counts = [pile.bit_count() for pile in piles]
        winner = mover if counts[mover] == max(counts) else counts.index(max(counts))
        return _ahead([CARD * count + WIN * (winner == other) for other, count in enumerate(counts)], side)

    def open_lead(self, piles: Piles, side: int) -> float:
        """Return the lead by cards alone while the game is in progress."""
        return _ahead(self._points(piles, (0.0,) * len(piles), self.pack & ~sum(piles)), side)

    def _points(self, piles: Piles, extra: Sequence[float], still_open: int) -> list[float]:
        """Return each side's points in the round, with its expected share of those still open."""
        points = [self._of_side(side, piles, extra[side]) for side in range(len(piles))]
        for key, counted in self.masks.most.items():
            self._share(points, key, counted, piles, still_open)
        return points

    def _of_side(self, side: int, piles: Piles, extra: float) -> float:
        pile, listed = piles[side], self.ways[side]
        points = 0.0 if listed is not None else extra
        for key, (mask, each) in self.masks.each.items():
            if listed is None or key in listed:
                points += (pile & mask).bit_count() * (each if listed is None else WIN / len(listed))
        for mask, all_four in self.masks.fours:
            points += self._four(pile & mask, mask & sum(piles), all_four)
        return points

    @staticmethod
    def _four(mine: int, taken: int, points: float) -> float:
        """Return the value of part of a set of four: it counts only while no other side has one of them."""
        count = mine.bit_count()
        return points * (count / 4) ** 2 if count and mine == taken else 0.0

    def _share(self, points: list[float], key: str, counted: Counted, piles: Piles, still_open: int) -> None:
        """Add each side's probability of having the most, times the points; at the end it is all or nothing."""
        mask, worth = counted
        counts = [(pile & mask).bit_count() for pile in piles]
        parts = shares(counts, (still_open & mask).bit_count())
        for side, share in enumerate(parts):
            listed = self.ways[side]
            if listed is None:
                points[side] += worth * share
            elif key in listed:
                points[side] += WIN / len(listed) * share

    def _with_win(self, points: list[float]) -> list[float]:
        """Return the round's points, plus the worth of having won the game by them (7.1)."""
        if self._target is None:
            return points
        totals = [before + more for before, more in zip(self._before, points, strict=True)]
        best = max(totals)
        if best < self._target or totals.count(best) > 1:
            return points
        return [more + WIN * (total == best) for more, total in zip(points, totals, strict=True)]


def _ahead(points: Sequence[float], side: int) -> float:
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)


def shares(counts: list[int], still_open: int) -> list[float]:
    most = max(counts)
    if not still_open:
        alone = counts.count(most) == 1
        return [float(alone and count == most) for count in counts]
    scale = sqrt(still_open)
    weights = [exp((count - most) / scale) if most - count <= still_open else 0.0 for count in counts]
    total = sum(weights)
    return [weight / total for weight in weights]
