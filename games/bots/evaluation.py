"""The value of a simulated state to each side: exact at the end of the round, estimated before it."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from games.bots.card_worth import effective_scoring, mask_of
from games.bots.hidden_hands import visible_round
from games.bots.simulation import SimState, Simulator, ends_on_table
from games.domain.cards import BIG_CASINO, PACKS
from games.domain.rules import Rules
from games.domain.scoring import EACH_CARD, MAJORITIES, counts_points, points_of_card, scoring_cards, tie_rule
from games.domain.winning import restrictions

WIN_VALUE = 8.0
"""The worth of winning the game, in points, to a player that can see the end."""

CARD_VALUE = 0.5
"""The worth of a card, besides its share in winning, where the most cards win the game (8.8)."""

type Piles = tuple[int, ...]
"""The captured cards of each side, as masks."""

type Counted = tuple[int, float]
"""Cards as a mask, and the points for each of them."""


class CategoryMasks(NamedTuple):
    """The scoring categories, as masks over the deck."""

    per_card: tuple[tuple[str, int, float], ...]
    fours: tuple[Counted, ...]
    majorities: dict[str, Counted]


@lru_cache(maxsize=128)
def category_masks(rules: Rules) -> CategoryMasks:
    """The categories that score under these rules (6.2)."""
    scoring, pack = effective_scoring(rules), PACKS[rules.dealing.deck]
    per_card = tuple(
        (key, mask_of(card for card in pack if count((card,)) >= times), float(getattr(scoring, key)))
        for key, count in EACH_CARD.items()
        for times in (1, 2)  # a card that counts twice is in two masks
    )
    majorities = {
        key: (mask_of(card for card in pack if count((card,))), float(getattr(scoring, key)))
        for key, count in MAJORITIES.items()
    }
    listed = {card: points_of_card(scoring, card) for card in pack} if scoring.card_points else {}
    for card, points in listed.items():
        alone = sum(getattr(scoring, key) * count((card,)) for key, count in EACH_CARD.items())
        per_card = (*per_card, ("card_points", mask_of([card]), float(points - alone)))
    if not counts_points(rules):
        per_card = (("cards", mask_of(pack), CARD_VALUE),)
        majorities["most_cards"] = mask_of(pack), WIN_VALUE
    fours = scoring.fours_of_a_kind
    ranks = [mask_of(card for card in pack if card.rank == rank) for rank in fours.ranks] if fours else []
    return CategoryMasks(
        tuple(counted for counted in per_card if counted[1] and counted[2]),
        tuple((rank, fours.points if fours else 0) for rank in ranks),
        {key: counted for key, counted in majorities.items() if counted[1]},
    )


class Evaluator:
    """Evaluates states of one simulation."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator
        self.masks = category_masks(simulator.rules)
        scoring = simulator.rules.scoring
        if scoring.majorities == "two_sides" and simulator.sides > 2:
            self.masks = self.masks._replace(majorities={})
        # What is carried over is worth as much to each.
        self._shared = {key for key in MAJORITIES if tie_rule(scoring, key) in ("split", "carry")}
        self._carried = dict(simulator.perspective.carried)
        self.pack = mask_of(PACKS[simulator.rules.dealing.deck])
        round_, perspective = visible_round(simulator.perspective), simulator.perspective
        self.restrictions = restrictions(simulator.rules, round_.totals_at_start)
        bonus = [sum(points.values()) for points in round_.bonus_points]
        self._totals_at_start = tuple(total - points for total, points in zip(perspective.totals, bonus, strict=True))
        self._clears = simulator.rules.winning.ending == "clear_table"
        winning = simulator.rules.winning
        self._target = perspective.target if winning.ending == "target" else None
        self._last_round = winning.ending == "rounds" and round_.number >= winning.all_rounds(simulator.seats)
        self._tie_breaker = mask_of([BIG_CASINO]) if winning.level_winner == "big_casino" else 0
        self._clean = mask_of(scoring_cards(scoring)) if scoring.clean_win and simulator.sides == 2 else 0

    def lead(self, state: SimState, side: int) -> float:
        """The side's lead over the average of the others, in points."""
        if state.winner is not None:
            return self.game_end_lead(state.piles, state.winner, side)
        if state.over and self.simulator.last_deal and not state.stock:
            return self.round_end_lead(state.piles, state.extra, state.last_capturer, mask_of(state.table.cards), side)
        return _lead_over_average(self._points(state.piles, state.extra, self.pack & ~sum(state.piles)), side)

    def round_end_lead(self, piles: Piles, extra: Sequence[float], last: int | None, table: int, side: int) -> float:
        """The lead at the end of the round; the cards of `table` go to the side of the last capture (6.1)."""
        if last is not None and not self._clears:
            piles = (*piles[:last], piles[last] | table, *piles[last + 1 :])
        points = self._points(piles, extra, 0)
        if last is not None:
            points[last] += effective_scoring(self.simulator.rules).last_capture
        return _lead_over_average(self._with_win(points, piles), side)

    def ends_game(self, piles: Piles, left: int) -> bool:
        """True if a capture that leaves these cards on the table ends the game (8.8)."""
        return ends_on_table(self.simulator.rules, self.simulator.seats, piles, not left)

    def game_end_lead(self, piles: Piles, mover: int, side: int) -> float:
        """The lead once a capture has ended the game: the most cards win; on a tie, the capturing side (8.8)."""
        counts = [pile.bit_count() for pile in piles]
        winner = mover if counts[mover] == max(counts) else counts.index(max(counts))
        return _lead_over_average(
            [CARD_VALUE * count + WIN_VALUE * (winner == other) for other, count in enumerate(counts)], side
        )

    def card_lead(self, piles: Piles, side: int) -> float:
        """The lead by cards alone while the game is in progress."""
        return _lead_over_average(self._points(piles, (0.0,) * len(piles), self.pack & ~sum(piles)), side)

    def _points(self, piles: Piles, extra: Sequence[float], still_open: int) -> list[float]:
        """Each side's points in the round, with its expected share of those still open."""
        points = [self._side_points(side, piles, extra[side]) for side in range(len(piles))]
        for key, counted in self.masks.majorities.items():
            self._add_shares(points, key, counted, piles, still_open)
        return points

    def _side_points(self, side: int, piles: Piles, extra: float) -> float:
        pile, listed = piles[side], self.restrictions[side]
        points = 0.0 if listed is not None else extra
        for key, mask, points_each in self.masks.per_card:
            if listed is None or key in listed:
                points += (pile & mask).bit_count() * (points_each if listed is None else WIN_VALUE / len(listed))
        for mask, all_four in self.masks.fours:
            points += self._four_points(pile & mask, mask & sum(piles), all_four)
        return points

    @staticmethod
    def _four_points(mine: int, taken: int, points: float) -> float:
        """The value of part of a set of four: it counts only while no other side has one of them."""
        count = mine.bit_count()
        return points * (count / 4) ** 2 if count and mine == taken else 0.0

    def _add_shares(self, points: list[float], key: str, counted: Counted, piles: Piles, still_open: int) -> None:
        """Add each side's probability of having the most, times the points; at the end it is all or nothing."""
        mask, worth = counted
        counts = [(pile & mask).bit_count() for pile in piles]
        worth += self._carried.get(key, 0)
        shared = key in self._shared
        clean = self._clean and not still_open and [bool(pile & self._clean) for pile in piles]
        if clean and clean.count(True) == 1:
            parts = [float(has) for has in clean]  # 15.6: the only side with a scoring card
        else:
            parts = majority_shares(counts, (still_open & mask).bit_count(), shared)
        for side, share in enumerate(parts):
            listed = self.restrictions[side]
            if listed is None:
                points[side] += worth * share
            elif key in listed:
                points[side] += WIN_VALUE / len(listed) * share

    def _with_win(self, points: list[float], piles: Piles) -> list[float]:
        """The round's points, plus the worth of having won the game by them (7.1, 7.3, 15.6)."""
        totals = [before + more for before, more in zip(self._totals_at_start, points, strict=True)]
        best = max(totals)
        won = self._last_round or (self._target is not None and best >= self._target)
        winners = [side for side, total in enumerate(totals) if total == best]
        if len(winners) > 1 and self._tie_breaker:
            winners = [side for side in winners if piles[side] & self._tie_breaker] or winners
        if not won or len(winners) > 1:
            return points
        return [more + WIN_VALUE * (side == winners[0]) for side, more in enumerate(points)]


def _lead_over_average(points: Sequence[float], side: int) -> float:
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)


def majority_shares(counts: list[int], still_open: int, shared: bool = False) -> list[float]:
    """Each side's share in the points for a majority; at the end all or nothing, unless ties are shared."""
    most = max(counts)
    if not still_open:
        tied = counts.count(most)
        return [1 / tied if count == most and (tied == 1 or shared) else 0.0 for count in counts]
    scale = sqrt(still_open)
    weights = [exp((count - most) / scale) if most - count <= still_open else 0.0 for count in counts]
    total = sum(weights)
    return [weight / total for weight in weights]
