"""The winners of a game and the reason (RULEBOOK 7, 8.8). Sides are counted from 0."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, assert_never

from .cards import BIG_CASINO, PACKS, Card
from .rules import Rules, Winning
from .scoring import (
    AT_ONCE,
    CATEGORIES,
    MAJORITIES,
    Carried,
    Points,
    Restrictions,
    card_points,
    majorities_worth,
    most_winners,
    recorded_sweeps,
    scoring_cards,
    sweep_points,
    takes_every_point,
)
from .state import EndReason, GameState, Piles, RoundState

# --- counting out ---------------------------------------------------------------------------------------------------


type Finish = Literal["in_order", "sweeps_last", "points_first"]
type Count = Callable[[Points, Sequence[Card]], int]
"""The points of one side in an item, by its sheet and its pile."""


class Earned(NamedTuple):
    """Points counted at some moment, side by side, and the piles at that moment."""

    points: Sequence[Points]
    piles: Piles


class Item(NamedTuple):
    """One item in the order: its points for each side; of sides that it brings to the target together, those with the
    most of it win, if `alone`, else those with the higher count."""

    points: tuple[int, ...]
    alone: bool = False


def items_in_order(finish: Finish, ace_order: str, final: Earned, earned: Earned) -> Iterator[Item]:
    """Yield the items of a finish in order: the points of the round that were not earned before its end."""
    counts = _counts(finish, ace_order)
    for place, count in enumerate(counts):
        gained = [
            count(sheet, pile) - count(before, had)
            for sheet, pile, before, had in zip(final.points, final.piles, earned.points, earned.piles, strict=True)
        ]
        yield Item(tuple(gained), alone=finish == "in_order" and place == len(counts) - 1)


def _counts(finish: Finish, ace_order: str) -> list[Count]:
    match finish:
        case "in_order":
            plain = [_of_key(key) for key in ("most_cards", "most_spades", "big_casino", "little_casino")]
            return [*plain, *(_of_ace(f"A{suit}") for suit in ace_order), _of_key("all_points"), _of_key("sweeps")]
        case "sweeps_last":
            return [_of_all_but(("sweeps",)), _of_key("sweeps")]
        case "points_first":
            return [_of_all_but(tuple(MAJORITIES)), *map(_of_key, MAJORITIES)]
        case other:
            assert_never(other)


def _of_key(key: str) -> Count:
    return lambda sheet, _pile: sheet.get(key, 0)


def _of_ace(ace: str) -> Count:
    def count(sheet: Points, pile: Sequence[Card]) -> int:
        return sheet.get("aces", 0) // sum(card.rank == "A" for card in pile) if ace in pile else 0

    return count


def _of_all_but(others: tuple[str, ...]) -> Count:
    return lambda sheet, _pile: sum(points for key, points in sheet.items() if key not in (*others, *AT_ONCE, "total"))


def first_to_target(start: Sequence[int], items: Iterator[Item], target: int) -> int | None:
    """The first side to the target; None for a tie that lasts to the end.

    Sides that are level where they get there go on to the next item, where the higher count decides.
    """
    counts = list(start)
    level: tuple[int, ...] = ()
    for item in items:
        counts = [count + more for count, more in zip(counts, item.points, strict=True)]
        measure = item.points if item.alone and not level else counts
        there = level or tuple(side for side, count in enumerate(counts) if count >= target)
        level = tuple(side for side in there if measure[side] == max(measure[other] for other in there))
        if len(level) == 1:
            return level[0]
    return None


_DOMINICAN: dict[int, tuple[str, ...]] = {18: ("most_cards",), 19: ("big_casino",), 20: ("most_spades",)}
ENDGAMES: dict[str, dict[int, tuple[str, ...]]] = {
    "none": {},
    "dominican": _DOMINICAN,
    "little_casino_at_20": _DOMINICAN | {20: ("little_casino",)},
    "soto": _DOMINICAN | {16: ("most_cards", "big_casino"), 17: ("most_cards", "most_spades")},
}
"""The only categories for a side that starts a round on these points (7.4)."""

TARGET_INCREASE = 11
"""Points by which the target is raised when several sides reach it unclaimed (7.6)."""


class Win(NamedTuple):
    """The sides that win, the reason (RULEBOOK 13), and the totals to show (7.7)."""

    sides: tuple[int, ...]
    reason: EndReason
    totals: tuple[int, ...]


# --- restrictions -------------------------------------------------------------------------------------------------


def restrictions(rules: Rules, before: Sequence[int]) -> Restrictions:
    """For each side the categories it may score from its score before the round, None if unrestricted (7.4, 9.12)."""
    if any(score >= rules.winning.target for score in before):
        return (None,) * len(before)
    endgame = ENDGAMES[rules.winning.endgame]
    return tuple(endgame.get(score) for score in before)


def is_secured(key: str, side: int, rules: Rules, piles: Piles) -> bool:
    """Whether the side has all of this category for certain, wherever the cards still in play go."""
    if rules.specials.steal:
        return False
    count = CATEGORIES[key].count
    counts, every = [count(pile) for pile in piles], count(PACKS[rules.dealing.deck])
    if CATEGORIES[key].kind == "card":
        return counts[side] == every > 0
    open_cards = every - sum(counts)
    safe = all(counts[side] > other + open_cards for rival, other in enumerate(counts) if rival != side)
    clean = rules.scoring.clean_win and len(piles) == 2
    return safe and (not clean or not scoring_cards(rules.scoring).isdisjoint(piles[side]))


def restricted_winner(state: GameState, round_: RoundState, mover: int, round_over: bool = False) -> Win | None:
    """The win of a restricted side that has secured all its categories, the mover checked first (7.4, 7.7), or None."""
    restricted = restrictions(state.rules, round_.totals_at_start)
    if not any(restricted):
        return None
    scoring, piles = state.rules.scoring, round_.piles
    winners = most_winners(scoring, piles) if round_over else {}
    for side in (mover, *(side for side in range(state.sides) if side != mover)):
        listed = restricted[side]
        if listed is not None and all(
            winners[key] == side if key in winners else is_secured(key, side, state.rules, piles) for key in listed
        ):
            target = state.rules.winning.target
            return Win(
                (side,), "restriction", tuple(target if s == side else n for s, n in enumerate(round_.totals_at_start))
            )
    return None


# --- points counted as earned -------------------------------------------------------------------------------------


def earned_points(state: GameState, round_: RoundState, counting: str) -> list[Points]:
    """The points each side has earned in the round by category, with its sweeps, as `count_as_earned` says (7.5)."""
    rules, restricted = state.rules, restrictions(state.rules, round_.totals_at_start)
    points: list[Points] = [{} for _ in range(state.sides)]
    if counting == "cards":
        points = card_points(rules.scoring, round_.piles)
    elif counting == "all":
        points = certain_points(rules, round_.piles, state.carried)
    swept = sweep_points(rules.scoring, recorded_sweeps(rules, round_.sweeps, restricted)) if counting != "no" else ()
    for own, sweeps in zip(points, swept, strict=False):
        own["sweeps"] = sweeps
    return [
        {key: value for key, value in own.items() if listed is None or key in listed}
        for own, listed in zip(points, restricted, strict=True)
    ]


def certain_points(rules: Rules, piles: Piles, carried: Carried) -> list[Points]:
    """The points by category that no one can take away from each side, without sweeps (7.5)."""
    points = card_points(rules.scoring, piles)
    for key, worth in majorities_worth(rules.scoring, len(piles), carried).items():
        for side, own in enumerate(points):
            own[key] = worth if is_secured(key, side, rules, piles) else 0
    return points


def totals_as_earned(state: GameState, round_: RoundState, counting: str) -> tuple[int, ...]:
    """Totals with what each side has earned in the round so far, as `count_as_earned` says (7.5)."""
    earned = earned_points(state, round_, counting)
    return tuple(total + sum(own.values()) for total, own in zip(state.totals, earned, strict=True))


def instant_winner(before: GameState, after: GameState, mover: int) -> Win | None:
    """The side that reached the target with this play under 7.5: the highest, else the mover's, else the lowest."""
    counting = after.rules.winning.count_as_earned
    if counting == "no" or before.round is None or after.round is None:
        return None
    was, has = totals_as_earned(before, before.round, counting), totals_as_earned(after, after.round, counting)
    there = [side for side in range(after.sides) if has[side] >= after.target and has[side] > was[side]]
    if not there:
        return None
    best = max(there, key=lambda side: (has[side], side == mover, -side))
    return Win((best,), "instant", has)


# --- claims -------------------------------------------------------------------------------------------------------


def has_reached_target(state: GameState, round_: RoundState, side: int) -> bool:
    """Whether the side has reached the target, counting everything as earned (7.6)."""
    return totals_as_earned(state, round_, "all")[side] >= state.target


# --- the end of a round -------------------------------------------------------------------------------------------


def winner_at_round_end(
    before: GameState,
    round_: RoundState,
    points: Sequence[Points],
    totals: tuple[int, ...],
    earned: Earned | None = None,
) -> Win | None:
    """The win when the round is scored, or None for another round (6.3, 7.1 to 7.3, 7.9).

    `before`: the state before scoring; `earned`: what had been counted before the last cards of the table were taken,
    where points count as earned.
    """
    rules, winning = before.rules, before.rules.winning
    everything = takes_every_point(rules, round_.piles, round_.last_capture, before.carried)
    wins_all = rules.scoring.all_points == "win" or (
        rules.scoring.all_points == "first_round_win" and round_.number == 1
    )
    if wins_all and everything is not None:
        return Win((everything,), "all-points", totals)
    match winning.ending:
        case "rounds":
            over = round_.number >= winning.all_rounds(before.seats)
            return Win(_level_winners(before.rules, round_, totals), "rounds", totals) if over else None
        case "target":
            counted = earned or Earned([{} for _ in totals], round_.piles)
            return _winner_by_target(before, round_, points, totals, counted)
        case "clear_table":
            raise ValueError("a game to clear the table has no score at a round's end")
        case other:
            assert_never(other)


def _winner_by_target(
    before: GameState, round_: RoundState, points: Sequence[Points], totals: tuple[int, ...], earned: Earned
) -> Win | None:
    there = [side for side, total in enumerate(totals) if total >= before.target]
    if raises_target(before.rules.winning, before.target, totals):
        return None
    finish = before.rules.winning.finish
    if len(there) > 1 and finish != "highest":
        start = [total + sum(own.values()) for total, own in zip(before.totals, earned.points, strict=True)]
        items = items_in_order(finish, before.rules.winning.ace_order, Earned(points, round_.piles), earned)
        first = first_to_target(start, items, before.target)
        return None if first is None else Win((first,), "in-order", totals)
    best = _highest(totals, there)
    return Win(best, "target", totals) if len(best) == 1 else None


def _level_winners(rules: Rules, round_: RoundState, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The highest sides at the end; of several the one with the big casino, where it decides (7.3, 15.6)."""
    best = _highest(totals, range(len(totals)))
    if len(best) == 1 or rules.winning.level_winner == "shared":
        return best
    return tuple(side for side in best if BIG_CASINO in round_.piles[side]) or best


def _highest(totals: Sequence[int], sides: Iterable[int]) -> tuple[int, ...]:
    sides = tuple(sides)
    most = max((totals[side] for side in sides), default=0)
    return tuple(side for side in sides if totals[side] == most)


def raises_target(winning: Winning, target: int, totals: Sequence[int]) -> bool:
    """Whether several sides stand at the target unclaimed (7.6)."""
    return winning.claims != "no" and sum(total >= target for total in totals) > 1


# --- games that end on the table ----------------------------------------------------------------------------------


def winner_on_table(state: GameState, round_: RoundState, mover: int, captured: bool) -> Win | None:
    """The win in a game to clear the table, if it is over now (8.8); else None."""
    counts = tuple(len(pile) for pile in round_.piles)
    limit = dict(state.rules.winning.capture_count_end or ()).get(state.seats)
    cleared = captured and round_.table.empty
    spent = not round_.stock and not any(round_.hands)
    if not (cleared or spent or (limit is not None and max(counts) >= limit)):
        return None
    best = _highest(counts, range(len(counts)))
    if cleared and mover in best:
        best = (mover,)
    return Win(best, "cleared" if cleared else "cards", counts)


def winners_after_resignation(state: GameState, resigned: int) -> tuple[int, ...]:
    """The sides that win when one resigns: the other, or the best of the others (12.6), by cards where they decide."""
    counts = state.totals
    if state.rules.winning.ending == "clear_table" and state.round is not None:
        counts = tuple(len(pile) for pile in state.round.piles)
    return _highest(counts, [side for side in range(state.sides) if side != resigned])
