"""The value of a move by looking one turn ahead, from public knowledge alone."""

from heapq import nlargest

from games.bots.bitboard_moves import MoveTable
from games.bots.card_worth import mask_of
from games.bots.hidden_hands import unseen_cards, visible_round
from games.bots.move_ordering import MoveOrdering, ScoredMove
from games.bots.simulation import SimState, Simulator
from games.bots.stealing import stacks_of
from games.bots.threats import ThreatModel
from games.domain.cards import Card
from games.domain.moves import Move
from games.domain.notation import write_move
from games.domain.perspective import Perspective

NEXT_CAPTURE_WEIGHT = 0.7
"""The worth of a capture possible next turn compared with one made now, to a player that looks closely."""

MAX_SCORED = 12
"""Maximum number of moves scored, those that look best at first sight."""


class OnePly:
    """Scores the moves of one perspective. `next_capture_weight`: how much of its next capture it counts on;
    `danger_weight`: how much it minds the captures that it leaves to others."""

    def __init__(
        self, simulator: Simulator, next_capture_weight: float = NEXT_CAPTURE_WEIGHT, danger_weight: float = 1.0
    ) -> None:
        self.simulator, perspective = simulator, simulator.perspective
        self.next_capture_weight, self.danger_weight = next_capture_weight, danger_weight
        round_ = visible_round(perspective)
        self.seat, self.side = perspective.viewer, perspective.side_of(perspective.viewer)
        self.unseen = unseen_cards(perspective)
        self.state = simulator.current_state(self._hands())
        self.move_table = MoveTable(simulator)
        self.evaluator, self.values = self.move_table.evaluator, self.move_table.values
        self.threats = ThreatModel(simulator, self.move_table)
        self.others_card_count = sum(round_.hand_counts) - len(round_.hand)

    def _hands(self) -> tuple[tuple[Card, ...], ...]:
        """The viewer's hand, and for the others as many cards as they hold: only their number matters."""
        round_ = visible_round(self.simulator.perspective)
        own = self.seat - 1
        return tuple(
            round_.hand if seat == own else self.unseen[:count] for seat, count in enumerate(round_.hand_counts)
        )

    def ranked(self, moves: list[Move], limit: int = MAX_SCORED) -> list[ScoredMove]:
        """The moves that look best at first sight with their scores, best first; ties keep their order."""
        ordering = MoveOrdering(self.simulator)
        promising = nlargest(limit, moves, key=lambda move: ordering.immediate_gain(move, self.state.table))
        return sorted(((self.score(move), move) for move in promising), key=lambda scored: -scored[0])

    def score(self, move: Move) -> float:
        """The points gained, less the next hand's expected gain, plus part of the viewer's next capture."""
        after = self.simulator.next_state(self.state, move)
        gained = self.evaluator.lead(after, self.side)
        if after.winner is not None:
            return round(gained, 6)
        table, stacks = self.move_table.from_table(after.table), stacks_of(after.seat_piles)
        danger = self.danger_weight and self.danger_weight * self.danger(after)
        hand = mask_of(after.hands[self.seat - 1])
        kept = self.threats.best_reply.by_hand(table, after.piles, self.seat, hand, stacks) if hand else 0.0
        return round(gained - danger + self.next_capture_weight * kept + self._last_capture_value(after), 6)

    def danger(self, after: SimState) -> float:
        """The expected gain of the next rival."""
        if not self.others_card_count:
            return 0.0
        table = self.move_table.from_table(after.table)
        return self.threats.expected_gain(table, after.piles, stacks_of(after.seat_piles))

    def _last_capture_value(self, after: SimState) -> float:
        """The expected worth of the table to the side that captures last (6.1)."""
        if not self.simulator.last_deal or after.last_capturer is None:
            return 0.0
        left = self.others_card_count + sum(map(len, after.hands))
        value = self.values.total(after.last_capturer, mask_of(after.table.cards)) / (1 + left)
        return value if after.last_capturer == self.side else -value


def timeout_move(perspective: Perspective) -> Move:
    """The legal move that weighs most by what the seat can see; ties go to the first by its text."""
    one_ply = OnePly(Simulator(perspective))
    moves = sorted(one_ply.simulator.moves(one_ply.state), key=write_move)
    return max(moves, key=one_ply.score)
