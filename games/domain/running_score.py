"""The running score of a round: each side's count in every category, and its certain points (RULEBOOK 6.2, 7.4)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .cards import BIG_CASINO, Card
from .events import PLAYS, Event, RoundScored, SweepMade
from .evolve import effective_seqs, evolve, round_of
from .rules import Rules
from .scoring import (
    CATEGORIES,
    EACH_CARD,
    MAJORITIES,
    NOTHING_CARRIED,
    Carried,
    Restrictions,
    card_points,
    complete_ranks,
    counts_points,
    listed_cards,
    points_in_round,
    points_of_card,
    recorded_sweeps,
    sweep_points,
    sweep_worth,
)
from .state import GameState, Piles, Sweep
from .winning import is_secured, restrictions

# --- the running score ----------------------------------------------------------------------------------------------


class CategoryScore(NamedTuple):
    """One category.

    `worth`: the points there are in it (0: any number); `counts`: each side's count; `points`: the points that no one
    can take away from the side; `counting`: whether the side may score it (7.4).
    """

    key: str
    worth: int
    counts: tuple[int, ...]
    points: tuple[int, ...]
    counting: tuple[bool, ...]


@lru_cache(1024)  # every viewer of a table sees the same score
def running_score(
    rules: Rules,
    piles: Piles,
    sweeps: tuple[tuple[Sweep, ...], ...],
    last_capture: int | None,
    before: tuple[int, ...],
    carried: Carried = NOTHING_CARRIED,
) -> tuple[CategoryScore, ...]:
    """Every category of these rules as the round stands, in order.

    `before`: the totals it began with; `carried`: the points that ties have carried over to it.
    """
    all_sides = (True,) * len(piles)
    if not counts_points(rules):
        sizes = tuple(map(len, piles))
        return (CategoryScore("cards", 0, sizes, sizes, all_sides),)
    restricted = restrictions(rules, before)
    rows = list(_categories(rules, piles, last_capture, restricted, carried))
    if rules.scoring.sweep or any(sweep_worth(rules.scoring, sweep) for side in sweeps for sweep in side):
        points = sweep_points(rules.scoring, recorded_sweeps(rules, sweeps, restricted))
        free = tuple(listed is None for listed in restricted)
        scored = tuple(value if may else 0 for value, may in zip(points, free, strict=True))
        rows.append(CategoryScore("sweeps", 0, tuple(map(len, sweeps)), scored, free))
    order = list(CATEGORIES)
    return tuple(sorted(rows, key=lambda row: order.index(row.key)))


def _categories(
    rules: Rules, piles: Piles, last_capture: int | None, restricted: Restrictions, carried: Carried
) -> Iterator[CategoryScore]:
    counted = _counting(rules)
    sure = card_points(rules.scoring, piles)
    for key, worth in points_in_round(rules, len(piles), carried).items():
        counting = tuple(listed is None or key in listed for listed in restricted)
        if key == "last_capture":
            counts = tuple(int(side == last_capture) for side in range(len(piles)))
        else:
            counts = tuple(counted[key](pile) for pile in piles)
        points = tuple(
            (worth if key in MAJORITIES and is_secured(key, side, rules, piles) else own.get(key, 0)) if may else 0
            for side, (own, may) in enumerate(zip(sure, counting, strict=True))
        )
        yield CategoryScore(key, worth, counts, points, counting)


def _counting(rules: Rules) -> dict[str, Callable[[Sequence[Card]], int]]:
    fours = rules.scoring.fours_of_a_kind
    return {
        **MAJORITIES,
        **EACH_CARD,
        "fours_of_a_kind": lambda pile: complete_ranks(fours.ranks, pile) if fours else 0,
        "card_points": lambda pile: listed_cards(rules.scoring, pile),
    }


# --- a finished game, seat by seat ----------------------------------------------------------------------------------


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
    """The totals of every seat of a log, in seat order; what a rollback has undone does not count."""
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
