"""Prepared positions without a game: those of the tutorial and of the puzzles."""

from functools import cache
from typing import NamedTuple

from games.domain.cards import Card
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.rules import Rules
from games.domain.state import GameState, RoundState
from games.domain.table import Table

LEARNER, OPPONENT = 1, 2

LAST_DEAL = 6
"""The number of deals of a round between two players."""


class PreparedPosition(NamedTuple):
    """The cards of two players, the learner's first. `last_capture` is a side, or None."""

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    table: Table
    piles: tuple[tuple[Card, ...], tuple[Card, ...]]
    stock: tuple[Card, ...] = ()
    dealer: int = OPPONENT
    last_capture: int | None = None


@cache
def learning_rules() -> Rules:
    """The rules of the simplest game, with sweeps counted."""
    return resolve_rules({"preset": DEFAULT_PRESET, "sweep": 1})


def prepared_state(position: PreparedPosition, opponent: str) -> GameState:
    """The position as the first round of a game, the learner to play."""
    rules = learning_rules()
    round_ = RoundState(
        number=1,
        dealer=position.dealer,
        stock=position.stock,
        hands=position.hands,
        piles=position.piles,
        sweeps=((), ()),
        totals_at_start=(0, 0),
        bonus_points=({}, {}),
        proven_values=(frozenset(), frozenset()),
        public_plays=((), ()),
        table=position.table,
        deal=1 if position.stock else LAST_DEAL,
        last_deal=not position.stock,
        turn=LEARNER,
        last_capture=position.last_capture,
        plays=0 if position.stock else 1,
    )
    target, names = rules.winning.target, ("", opponent)
    return GameState(rules, DEFAULT_PRESET, 2, False, position.dealer, target, (0, 0), names, round_, latest_round=1)
