"""Inference from the others' plays: a player who played a card probably had no much better play."""

from collections.abc import Iterator
from itertools import islice
from math import exp
from random import Random
from typing import NamedTuple

from games.bots.bitboard import BitTable, Transition
from games.bots.bitboard_moves import MoveTable
from games.bots.card_worth import mask_of
from games.bots.evaluation import Piles
from games.bots.hidden_hands import Determinization, is_perfect_information, sample_determinizations, visible_round
from games.bots.simulation import Simulator
from games.bots.threats import ThreatModel
from games.domain.subset_sum import bits
from games.domain.table import PublicPlay

RECENT = 4
"""Number of a seat's latest plays that are considered."""

BATCH = 64
"""Number of samples compared with each other."""

RESAMPLED = 16
"""Number of samples drawn from each batch by likelihood; some may be drawn twice."""

MAX_PLAYS = 64
"""Number of possible plays above which the one that was made says nothing: comparing them would take too long."""

NEXT_CAPTURE_WEIGHT = 0.4
"""The fraction of its best next capture that a seat is assumed to count on."""

RATIONALITY = 3.0
"""The exponent, per point of difference, by which a seat is assumed to prefer the better of two plays."""

NOISE = 0.05
"""The assumed probability of a play made for no visible reason."""


class ObservedPlay(NamedTuple):
    """A play of another seat, cards as bits: the table before it, the cards played since; `taken` as in Transition."""

    seat: int
    table: BitTable
    played: int
    taken: int
    played_since: int


class TableLeft(dict[int, float]):
    """A table as a seat leaves it: `danger` is the next rival's expected gain; by card, the seat's next capture."""

    def __init__(self, threats: ThreatModel, table: BitTable, seat: int, no_cards: Piles) -> None:
        super().__init__()
        self._threats, self._table, self._seat, self._no_cards = threats, table, seat, no_cards
        self.danger = threats.expected_gain(table, no_cards)

    def __missing__(self, index: int) -> float:
        value = self[index] = self._threats.best_reply.by_card(self._table, self._no_cards, self._seat, index)
        return value


class HandInference:
    """The likelihood of samples of the hidden cards, given the others' plays in this deal."""

    def __init__(self, simulator: Simulator, move_table: MoveTable, threats: ThreatModel) -> None:
        self.simulator, self.move_table, self.threats = simulator, move_table, threats
        self._no_cards = (0,) * simulator.sides
        self._tables_left: list[dict[BitTable, TableLeft]] = [{} for _ in range(simulator.seats + 1)]
        self._observed = [] if is_perfect_information(simulator.perspective) else list(self._observed_plays())
        self._known_probabilities: list[dict[int, float]] = [{} for _ in self._observed]

    def resample(self, rng: Random, weight: float) -> Iterator[Determinization]:
        """Yield samples without end, likelier ones more often. `weight` (0 to 1) is that of the likelihood."""
        samples = sample_determinizations(self.simulator.perspective, rng)
        if not (self._observed and weight):
            yield from samples
        while True:
            batch = list(islice(samples, BATCH))
            yield from rng.choices(batch, [self.likelihood(sample) ** weight for sample in batch], k=RESAMPLED)

    def likelihood(self, sample: Determinization) -> float:
        hands, likelihood = tuple(map(mask_of, sample.hands)), 1.0
        for play, known in zip(self._observed, self._known_probabilities, strict=True):
            hand = hands[play.seat - 1] | play.played_since | play.played
            probability = known.get(hand)
            if probability is None:
                probability = known[hand] = self._play_probability(play, hand)
            likelihood *= probability
        return likelihood

    def _observed_plays(self) -> Iterator[ObservedPlay]:
        recent = 1 if self.simulator.draws else RECENT
        for seat, plays in enumerate(visible_round(self.simulator.perspective).public_plays, 1):
            since = 0
            for play in reversed(plays[-recent:]) if seat != self.simulator.perspective.viewer else ():
                yield self._observed_play(seat, play, since)
                since |= mask_of(play.played)

    def _observed_play(self, seat: int, play: PublicPlay, since: int) -> ObservedPlay:
        played = mask_of(play.played)
        taken = played | mask_of(play.taken) if play.taken else 0
        return ObservedPlay(seat, self.move_table.from_table(play.table), played, taken, since)

    def _play_probability(self, play: ObservedPlay, hand: int) -> float:
        """The probability of the play among all that the seat could have made with this hand."""
        transitions = self.move_table.transitions(play.table, play.seat, hand)
        if len(transitions) > MAX_PLAYS:
            self.move_table.work += len(transitions)
            return 1.0
        values = [self._value_to_seat(transition, play.seat, hand) for transition in transitions]
        best = max(values)
        odds = [exp(RATIONALITY * (value - best)) for value in values]
        made = [odd for transition, odd in zip(transitions, odds, strict=True) if _matches(transition, play)]
        return NOISE + (1 - NOISE) * made[0] / sum(odds) if made else 1.0

    def _value_to_seat(self, transition: Transition, seat: int, hand: int) -> float:
        """The value to the seat: its gain, less the danger it leaves, plus part of the next capture."""
        tables = self._tables_left[seat]
        left = tables.get(transition.after)
        if left is None:
            left = tables[transition.after] = TableLeft(self.threats, transition.after, seat, self._no_cards)
        kept = max([left[index] for index in bits(hand ^ transition.played)], default=0.0)
        return transition.gain - left.danger + NEXT_CAPTURE_WEIGHT * kept


def _matches(transition: Transition, play: ObservedPlay) -> bool:
    """True if the transition is the play: the same cards taken, or none taken and the card left loose."""
    if transition.played != play.played or transition.taken != play.taken:
        return False
    return bool(transition.taken or transition.after.loose & transition.played)
