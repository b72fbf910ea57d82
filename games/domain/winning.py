"""The winners of a game and the reason (RULEBOOK 7, 8.8). Sides are counted from 0."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, assert_never

from .cards import BIG_CASINO, LITTLE_CASINO, PACKS
from .rules import Rules, Winning
from .scoring import MOST, Points, category_points, recorded_sweeps, sweep_points, takes_every_point
from .state import GameState, Piles, RoundState

type Ways = tuple[tuple[str, ...] | None, ...]

_DOMINICAN: dict[int, tuple[str, ...]] = {18: ("most_cards",), 19: ("big_casino",), 20: ("most_spades",)}
ENDGAMES: dict[str, dict[int, tuple[str, ...]]] = {
    "none": {},
    "dominican": _DOMINICAN,
    "little_casino_at_20": _DOMINICAN | {20: ("little_casino",)},
    "soto": _DOMINICAN | {16: ("most_cards", "big_casino"), 17: ("most_cards", "most_spades")},
}
"""The only ways to score for a side that starts a round on these points (7.4)."""

RAISE = 11
"""Points by which the target is raised when several sides reach it unclaimed (7.6)."""


class Win(NamedTuple):
    """The sides that win, the reason (RULEBOOK 13), and the totals to show (7.7)."""

    sides: tuple[int, ...]
    reason: str
    totals: tuple[int, ...]


# --- restrictions -------------------------------------------------------------------------------------------------


def listed_ways(rules: Rules, before: Sequence[int]) -> Ways:
    """For each side the categories it may score from its score before the round, None if unrestricted (7.4, 9.12)."""
    if any(score >= rules.winning.target for score in before):
        return (None,) * len(before)
    endgame = ENDGAMES[rules.winning.endgame]
    return tuple(endgame.get(score) for score in before)


def secured(way: str, side: int, rules: Rules, piles: Piles) -> bool:
    """Return whether the side has this category for certain, wherever the cards still in play go."""
    if way == "big_casino":
        return BIG_CASINO in piles[side]
    if way == "little_casino":
        return LITTLE_CASINO in piles[side]
    counts = [MOST[way](pile) for pile in piles]
    open_cards = MOST[way](PACKS[rules.dealing.deck]) - sum(counts)
    return all(counts[side] > other + open_cards for rival, other in enumerate(counts) if rival != side)


def restricted_winner(state: GameState, now: RoundState, mover: int, round_over: bool = False) -> Win | None:
    """The win of a restricted side that has secured all its ways, the mover checked first (7.4, 7.7), or None."""
    ways = listed_ways(state.rules, now.before)
    if not any(ways):
        return None
    final = category_points(state.rules.scoring, now.piles, now.last_capture) if round_over else None
    for side in (mover, *(side for side in range(state.sides) if side != mover)):
        listed = ways[side]
        if listed is not None and _has_all(listed, side, state.rules, now, final):
            target = state.rules.winning.target
            return Win((side,), "restriction", tuple(target if s == side else n for s, n in enumerate(now.before)))
    return None


def _has_all(listed: tuple[str, ...], side: int, rules: Rules, now: RoundState, final: list[Points] | None) -> bool:
    if final is not None:
        return all(way in final[side] for way in listed)
    return all(secured(way, side, rules, now.piles) for way in listed)


# --- points counted as earned -------------------------------------------------------------------------------------

_AT_CAPTURE = ("big_casino", "little_casino", "aces")


def earned(state: GameState, now: RoundState, counting: str) -> tuple[int, ...]:
    """Totals with what each side has earned in the round so far, by `sweeps` or `all` of 7.5."""
    scoring, ways = state.rules.scoring, listed_ways(state.rules, now.before)
    points: list[Points] = [{} for _ in range(state.sides)]
    if counting == "all":
        points = category_points(scoring, now.piles, None)
        points = [_earned_only(own, side, state.rules, now.piles) for side, own in enumerate(points)]
    sweeps = sweep_points(scoring, recorded_sweeps(state.rules, now.sweeps, ways))
    counted = []
    for own, swept, listed in zip(points, sweeps, ways, strict=True):
        counts = sum(value for key, value in own.items() if listed is None or key in listed)
        counted.append(counts + (swept if listed is None else 0))
    return tuple(total + more for total, more in zip(state.totals, counted, strict=True))


def _earned_only(points: Points, side: int, rules: Rules, piles: Piles) -> Points:
    return {
        key: value
        for key, value in points.items()
        if key in _AT_CAPTURE or (key in ("most_cards", "most_spades") and secured(key, side, rules, piles))
    }


def instant_winner(before: GameState, after: GameState, mover: int) -> Win | None:
    """The side that reached the target with this play under 7.5: the highest, else the mover's, else the lowest."""
    counting = after.rules.winning.count_as_earned
    if counting == "no" or before.round is None or after.round is None:
        return None
    was, has = earned(before, before.round, counting), earned(after, after.round, counting)
    there = [side for side in range(after.sides) if has[side] >= after.target and has[side] > was[side]]
    if not there:
        return None
    best = max(there, key=lambda side: (has[side], side == mover, -side))
    return Win((best,), "instant", has)


# --- claims -------------------------------------------------------------------------------------------------------


def claimed(state: GameState, now: RoundState, side: int) -> bool:
    """Return whether the side has reached the target, counting everything as earned (7.6)."""
    return earned(state, now, "all")[side] >= state.target


# --- the end of a round -------------------------------------------------------------------------------------------


def winner_at_round_end(
    before: GameState, now: RoundState, points: Sequence[Points], totals: tuple[int, ...]
) -> Win | None:
    """The win when the round is scored, or None for another round (6.3, 7.1 to 7.3).

    `before`: the state before scoring.
    """
    rules, winning = before.rules, before.rules.winning
    everything = takes_every_point(rules, now.piles, now.last_capture)
    wins_all = rules.scoring.all_points == "win" or (rules.scoring.all_points == "first_round_win" and now.number == 1)
    if wins_all and everything is not None:
        return Win((everything,), "all-points", totals)
    match winning.ending:
        case "rounds":
            over = now.number >= (winning.rounds_per_seat or 0) * before.seats
            return Win(_highest(totals, range(len(totals))), "rounds", totals) if over else None
        case "target":
            return _winner_by_target(before, now, points, totals)
        case "clear_table":
            raise ValueError("a game to clear the table has no score at a round's end")
        case other:
            assert_never(other)


def _winner_by_target(
    before: GameState, now: RoundState, points: Sequence[Points], totals: tuple[int, ...]
) -> Win | None:
    there = [side for side, total in enumerate(totals) if total >= before.target]
    if raises_target(before.rules.winning, before.target, totals):
        return None
    if len(there) > 1 and before.rules.winning.finish == "in_order":
        first = _first_in_order(before, now, points)
        return None if first is None else Win((first,), "in-order", totals)
    best = _highest(totals, there)
    return Win(best, "target", totals) if len(best) == 1 else None


def _highest(totals: Sequence[int], sides: Iterable[int]) -> tuple[int, ...]:
    sides = tuple(sides)
    most = max((totals[side] for side in sides), default=0)
    return tuple(side for side in sides if totals[side] == most)


def raises_target(winning: Winning, target: int, totals: Sequence[int]) -> bool:
    """Return whether several sides stand at the target unclaimed (7.6)."""
    return winning.claims != "no" and sum(total >= target for total in totals) > 1


def _first_in_order(before: GameState, now: RoundState, points: Sequence[Points]) -> int | None:
    """The first side to the target when points are counted in order (7.2); None if several reach it level.

    The count starts from the totals before scoring: points given at once are in them already (7.1).
    """
    measure, counts = next(step for step in _counted_in_order(before, now, points) if max(step[1]) >= before.target)
    best = _highest(measure, [side for side, count in enumerate(counts) if count >= before.target])
    return best[0] if len(best) == 1 else None


def _counted_in_order(
    before: GameState, now: RoundState, points: Sequence[Points]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield after each item the measure that decides among sides it brings to the target, and the counts so far."""
    counts: Sequence[int] = before.totals
    for worth in _items_in_order(now, points):
        counts = [count + more for count, more in zip(counts, worth, strict=True)]
        yield counts, counts
    sweeps = [own.get("sweeps", 0) for own in points]
    yield sweeps, [count + more for count, more in zip(counts, sweeps, strict=True)]


def _items_in_order(now: RoundState, points: Sequence[Points]) -> Iterator[list[int]]:
    """Yield the points of each side for every item except sweeps, in the order in which they count."""
    for key in ("most_cards", "most_spades", "big_casino", "little_casino"):
        yield [own.get(key, 0) for own in points]
    for ace in ("AS", "AC", "AH", "AD"):
        held = [ace in pile for pile in now.piles]
        yield [
            own.get("aces", 0) // _aces(pile) if has else 0
            for own, pile, has in zip(points, now.piles, held, strict=True)
        ]


def _aces(pile: Sequence[str]) -> int:
    return sum(card[0] == "A" for card in pile)


# --- games that end on the table ----------------------------------------------------------------------------------


def winner_on_table(state: GameState, now: RoundState, mover: int, captured: bool) -> Win | None:
    """The win in a game to clear the table, if it is over now (8.8); else None."""
    counts = tuple(len(pile) for pile in now.piles)
    limit = dict(state.rules.winning.capture_count_end or ()).get(state.seats)
    cleared = captured and now.table.empty
    spent = not now.stock and not any(now.hands)
    if not (cleared or spent or (limit is not None and max(counts) >= limit)):
        return None
    best = _highest(counts, range(len(counts)))
    if cleared and mover in best:
        best = (mover,)
    return Win(best, "cleared" if cleared else "cards", counts)


def best_of_the_rest(state: GameState, resigned: int) -> tuple[int, ...]:
    """The sides that win when one resigns: the other, or the best of the others (12.6), by cards where they decide."""
    counts = state.totals
    if state.rules.winning.ending == "clear_table" and state.round is not None:
        counts = tuple(len(pile) for pile in state.round.piles)
    return _highest(counts, [side for side in range(state.sides) if side != resigned])
