"""A finished game counted seat by seat: rounds, turns, sweeps, and cards taken."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cards import BIG_CASINO
from .events import PLAYS, Event, RoundScored, SweepMade
from .evolve import effective_seqs, evolve, round_of
from .scoring import counts_points, points_of_card
from .state import GameState, Piles


class SeatTotals(NamedTuple):
    """The counts of a seat in a whole game. Cards, spades and big casinos are its side's; sweeps and turns its own.

    Big casinos are counted where they score: those taken, and those that another side took.
    """

    turns: int
    sweeps: int
    cards: int
    spades: int
    big_casinos: int
    big_casinos_lost: int


def seat_totals(log: Sequence[Event]) -> tuple[SeatTotals, ...]:
    """Return the totals of every seat of a log, in seat order; what a rollback has undone does not count."""
    opened, *rest = (log[seq - 1] for seq in effective_seqs(log))
    state = evolve(None, opened)
    turns, sweeps, rounds = Counter[int](), Counter[int](), list[Piles]()
    for event in rest:
        if isinstance(event, PLAYS):
            turns[event.seat] += 1
        elif isinstance(event, SweepMade):
            sweeps[event.seat] += 1
        elif isinstance(event, RoundScored):
            rounds.append(round_of(state).piles)
        state = evolve(state, event)
    if state.round:
        rounds.append(state.round.piles)
    return tuple(_of_seat(state, seat, turns[seat], sweeps[seat], rounds) for seat in range(1, state.seats + 1))


def _of_seat(state: GameState, seat: int, turns: int, sweeps: int, rounds: Sequence[Piles]) -> SeatTotals:
    side, scoring = state.side_of(seat), state.rules.scoring
    own = [card for piles in rounds for card in piles[side]]
    others = [card for piles in rounds for other, pile in enumerate(piles) if other != side for card in pile]
    casino = counts_points(state.rules) and points_of_card(scoring, BIG_CASINO) > 0
    return SeatTotals(
        turns,
        sweeps,
        cards=len(own),
        spades=sum(card.suit == "S" for card in own),
        big_casinos=own.count(BIG_CASINO) if casino else 0,
        big_casinos_lost=others.count(BIG_CASINO) if casino else 0,
    )
