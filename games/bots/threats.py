"""The best capture of a hand from a table, and the expected gain of the next rival."""

from collections.abc import Iterable
from itertools import combinations, islice
from math import comb
from random import Random
from typing import NamedTuple

from games.bots.bitboard import BitTable
from games.bots.bitboard_moves import MoveTable
from games.bots.card_worth import mask_of
from games.bots.evaluation import Piles
from games.bots.hidden_hands import required_values, sample_determinizations, unseen_cards, visible_round
from games.bots.simulation import Simulator
from games.bots.stealing import Stacks, Stealing
from games.domain.cards import CARD_INDEX, Card
from games.domain.subset_sum import bits
from games.domain.values import takes_value

SAMPLED_HANDS = 8
"""Number of sampled rival hands where several cards may be played at once."""

type CardCombination = tuple[int, tuple[int, ...]]
"""Several cards of a hand, and the totals they may count as."""


class BestReply:
    """The most valuable captures from a table."""

    def __init__(self, simulator: Simulator, move_table: MoveTable) -> None:
        self.captures, self.values, self.evaluator = move_table.captures, move_table.values, move_table.evaluator
        self.clears = simulator.rules.winning.ending == "clear_table"
        self.stealing = Stealing(simulator, self.values)
        self._hand_cards = simulator.rules.matching.hand_cards
        self._combinations: dict[int, list[CardCombination]] = {}
        self._sets: dict[tuple[BitTable, int, int], list[int]] = {}

    def by_hand(self, table: BitTable, piles: Piles, seat: int, hand: int, stacks: Stacks = ()) -> float:
        """The value of the hand's best capture, 0 if it has none."""
        best = max((self.by_card(table, piles, seat, index, stacks) for index in bits(hand)), default=0.0)
        for played, totals in self._card_combinations(hand) if self._hand_cards != "one" else ():
            for total in totals:
                taken = self._by_total(table, seat, total)
                if taken:
                    best = max(best, self._best(table, piles, seat, played, taken))
        return best

    def by_card(self, table: BitTable, piles: Piles, seat: int, index: int, stacks: Stacks = ()) -> float:
        """The value of the card's best capture, 0 if it has none. It steals from `stacks` what it can (15.3)."""
        reach = self.stealing.in_reach(stacks, seat, 1 << index) if stacks else 0
        return self._best(table, piles, seat, 1 << index, self.captures.by_card(table, seat, index), reach)

    def _by_total(self, table: BitTable, seat: int, total: int) -> list[int]:
        """The widest sets that several cards of this total may take; many hands share a total."""
        key = table, seat, total
        sets = self._sets.get(key)
        if sets is None:
            sets = self._sets[key] = self.captures.by_value(table, seat, total)
        return sets

    def _best(
        self, table: BitTable, piles: Piles, seat: int, played: int, sets: Iterable[int], reach: int = 0
    ) -> float:
        best, side = 0.0, self.captures.side_of[seat]
        for taken in sets:
            gain = self._gain_if_game_ends(piles, side, played | taken, table.cards & ~taken) if self.clears else None
            if gain is None:
                gain = self.values.total(side, played | taken)
                gain += self.captures.bonus_points(table, side, played, taken)
                if reach:
                    gain += self.stealing.worth(side, self.stealing.stolen(table, played, taken, reach))
            best = max(best, gain)
        return best

    def _gain_if_game_ends(self, piles: Piles, side: int, cards: int, left: int) -> float | None:
        """The change of the lead if the capture ends the game (8.8), else None."""
        after = (*piles[:side], piles[side] | cards, *piles[side + 1 :])
        if not self.evaluator.ends_game(after, left):
            return None
        return self.evaluator.game_end_lead(after, side, side) - self.evaluator.card_lead(piles, side)

    def _card_combinations(self, hand: int) -> list[CardCombination]:
        """Yield every way to play several unseen cards at once (8.1)."""
        known = self._combinations.get(hand)
        if known is None:
            indexes = list(bits(hand & ~self.captures.jack))
            limit = 2 if self._hand_cards == "pair" else len(indexes)
            groups = [group for count in range(2, limit + 1) for group in combinations(indexes, count)]
            known = self._combinations[hand] = [
                (sum(1 << index for index in group), tuple(self.captures.totals(group))) for group in groups
            ]
        return known


class CardLikelihood(NamedTuple):
    """A kind of card: one of its cards, their average value, and the probability that the rival holds one."""

    card_index: int
    average_value: float
    probability: float


class ThreatModel:
    """The next rival's expected gain, by the cards that may be in its hand."""

    def __init__(self, simulator: Simulator, move_table: MoveTable) -> None:
        self.simulator, self.move_table = simulator, move_table
        self.best_reply = BestReply(simulator, move_table)
        round_, perspective = visible_round(simulator.perspective), simulator.perspective
        self.unseen = unseen_cards(perspective)
        side = perspective.side_of(perspective.viewer)
        self.rival = next(seat for seat in simulator.seats_after_viewer() if perspective.side_of(seat) != side)
        self.hand_size = round_.hand_counts[self.rival - 1]
        self._hands: tuple[int, ...] = ()
        self._card_likelihoods: list[CardLikelihood] = []
        if simulator.rules.matching.hand_cards == "one":
            self._card_likelihoods = self._compute_likelihoods()
        else:
            rng = Random(0)  # noqa: S311 - the same samples for all moves
            samples = islice(sample_determinizations(perspective, rng), SAMPLED_HANDS)
            self._hands = tuple(mask_of(sample.hands[self.rival - 1]) for sample in samples)
        self._known: dict[tuple[BitTable, Piles, Stacks], float] = {}

    def expected_gain(self, table: BitTable, piles: Piles, stacks: Stacks = ()) -> float:
        """The rival's average gain if it makes its best capture."""
        key = table, piles if self.best_reply.clears else (), stacks
        if key not in self._known:
            sampled = bool(self._hands)
            self._known[key] = (
                self._sampled_gain(table, piles) if sampled else self._likelihood_gain(table, piles, stacks)
            )
        return self._known[key]

    def _sampled_gain(self, table: BitTable, piles: Piles) -> float:
        return sum(self.best_reply.by_hand(table, piles, self.rival, hand) for hand in self._hands) / len(self._hands)

    def _likelihood_gain(self, table: BitTable, piles: Piles, stacks: Stacks) -> float:
        values = self.move_table.values.by_card(self.simulator.side_of(self.rival))
        gains = []
        for index, average, probability in self._card_likelihoods:
            best = self.best_reply.by_card(table, piles, self.rival, index, stacks)
            if best:
                gains.append((best - values[index] + average, probability))
        expected, none = 0.0, 1.0
        for gain, probability in sorted(gains, reverse=True):
            expected += none * probability * gain
            none *= 1 - probability
        return expected

    def _compute_likelihoods(self) -> list[CardLikelihood]:
        """The kinds of unseen cards, by rank and values."""
        known = required_values(self.simulator.perspective, self.rival)
        values = self.move_table.values.by_card(self.simulator.side_of(self.rival))
        kinds: dict[tuple[str, object], list[Card]] = {}
        for card in self.unseen:
            kinds.setdefault((card.rank, self.move_table.masks.values[CARD_INDEX[card]]), []).append(card)
        likelihoods = []
        for cards in kinds.values():
            sure = any(takes_value(cards[0], value, self.simulator.rules.matching) for value in known)
            average = sum(values[CARD_INDEX[card]] for card in cards) / len(cards)
            probability = 1.0 if sure else self._hold_probability(len(cards))
            likelihoods.append(CardLikelihood(CARD_INDEX[cards[0]], average, probability))
        return likelihoods

    def _hold_probability(self, count: int) -> float:
        """The probability that one of `count` unseen cards is in the rival's hand."""
        unseen = len(self.unseen)
        held = min(self.hand_size, unseen)
        return 1 - comb(unseen - count, held) / comb(unseen, held)
