"""The score sheet: points for piles and sweeps (RULEBOOK 6). Sides are counted from 0."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from .cards import BIG_CASINO, LITTLE_CASINO, PACKS, Card
from .rules import Rules, Scoring
from .state import Piles, Sweep

type Points = dict[str, int]

BIG_SWEEP = 4
"""Sweeps of this many table cards or more count in full under `by_size`."""


def counts_points(rules: Rules) -> bool:
    """Return whether rounds are scored at all: a game to clear the table goes by the number of cards alone (8.8)."""
    return rules.winning.ending != "clear_table"


# --- the ways to score --------------------------------------------------------------------------------------------


def category_points(scoring: Scoring, piles: Piles, last_capture: int | None) -> list[Points]:
    """For each side its points in every category but sweeps; categories without points are left out."""
    sheet: list[Points] = [_card_points(scoring, pile) for pile in piles]
    for key, winner in most_winners(scoring, piles).items():
        if winner is not None:
            sheet[winner][key] = getattr(scoring, key)
    if last_capture is not None:
        sheet[last_capture]["last_capture"] = scoring.last_capture
    return [{key: points for key, points in side.items() if points} for side in sheet]


def most_winners(scoring: Scoring, piles: Piles) -> dict[str, int | None]:
    """The side with strictly the most cards, spades and diamonds, by category; None for a tie without a winner."""
    winners = {key: _strictly_most([count(pile) for pile in piles]) for key, count in MOST.items()}
    if winners["most_cards"] is None and scoring.most_cards_tie == "most_spades":
        sizes = [len(pile) for pile in piles]
        spades = [_suit(pile, "S") if len(pile) == max(sizes) else -1 for pile in piles]
        winners["most_cards"] = _strictly_most(spades)
    return winners


def _strictly_most(counts: Sequence[int]) -> int | None:
    most = max(counts)
    return counts.index(most) if most and list(counts).count(most) == 1 else None


def _suit(pile: Sequence[Card], suit: str) -> int:
    return sum(card.suit == suit for card in pile)


def _rank(pile: Sequence[Card], rank: str) -> int:
    return sum(card.rank == rank for card in pile)


def _honours(pile: Sequence[Card]) -> int:
    return sum(card.rank in "AKQJT" for card in pile) + (BIG_CASINO in pile) + ("2C" in pile)


MOST: dict[str, Callable[[Sequence[Card]], int]] = {
    "most_cards": len,
    "most_spades": lambda pile: _suit(pile, "S"),
    "most_diamonds": lambda pile: _suit(pile, "D"),
}
"""The count that decides each of the “most” categories."""


SINGLE: dict[str, Callable[[Sequence[Card]], int]] = {
    "big_casino": lambda pile: int(BIG_CASINO in pile),
    "little_casino": lambda pile: int(LITTLE_CASINO in pile),
    "aces": lambda pile: _rank(pile, "A"),
    "jack_of_spades": lambda pile: int("JS" in pile),
    "each_spade": lambda pile: _suit(pile, "S"),
    "seven_of_diamonds": lambda pile: int("7D" in pile),
    "fives": lambda pile: _rank(pile, "5"),
    "honours": _honours,
}
"""The count for each of the categories in which every card scores by itself."""


def _card_points(scoring: Scoring, pile: Sequence[Card]) -> Points:
    """Points by category for particular cards in the pile."""
    points = {key: getattr(scoring, key) * count(pile) for key, count in SINGLE.items()}
    return points | {"fours_of_a_kind": _fours(scoring, pile)}


def _fours(scoring: Scoring, pile: Sequence[Card]) -> int:
    fours = scoring.fours_of_a_kind
    return 0 if fours is None else fours.points * complete_ranks(fours.ranks, pile)


def complete_ranks(ranks: str, pile: Sequence[Card]) -> int:
    """The number of these ranks of which all four cards are in the pile."""
    return sum(_rank(pile, rank) == 4 for rank in ranks)


# --- sweeps -------------------------------------------------------------------------------------------------------


def sweep_points(scoring: Scoring, sweeps: Sequence[Sequence[Sweep]]) -> list[int]:
    """For each side the points of its sweeps (6.2)."""
    match scoring.sweep_rule:
        case "each" | "by_size":
            dropped = 0
        case "cancel":
            dropped = min(map(len, sweeps))
        case other:
            assert_never(other)
    return [
        sum(sorted((_sweep_worth(scoring, sweep) for sweep in side), reverse=True)[: len(side) - dropped])
        for side in sweeps
    ]


def _sweep_worth(scoring: Scoring, sweep: Sweep) -> int:
    if sweep.first_play and scoring.first_play_sweep is not None:
        return scoring.first_play_sweep
    if scoring.sweep_rule == "by_size" and sweep.cards < BIG_SWEEP:
        return scoring.sweep // 2
    return scoring.sweep


# --- the whole sheet ----------------------------------------------------------------------------------------------


@lru_cache(256)
def points_in_round(rules: Rules) -> Mapping[str, int]:
    """The points of a side that takes every card of a round, by category, without sweeps."""
    whole_pack: Piles = (PACKS[rules.dealing.deck], ())
    return MappingProxyType(category_points(rules.scoring, whole_pack, last_capture=0)[0])


def takes_every_point(rules: Rules, piles: Piles, last_capture: int | None) -> int | None:
    """The side that takes every point of the round, not counting sweeps, or None (6.3)."""
    points = category_points(rules.scoring, piles, last_capture)
    every_point = sum(points_in_round(rules).values())
    for side, own in enumerate(points):
        if every_point and sum(own.values()) == every_point:
            return side
    return None


def score_sheet(
    rules: Rules,
    piles: Piles,
    sweeps: Sequence[Sequence[Sweep]],
    last_capture: int | None,
    ways: Sequence[tuple[str, ...] | None],
    given: Sequence[Points],
) -> tuple[Points, ...]:
    """Each side's points by category, with `total`.

    `ways`: the only categories a restricted side may score (7.4), None for others; `given`: points given at once.
    """
    sheet = category_points(rules.scoring, piles, last_capture)
    counted = recorded_sweeps(rules, sweeps, ways)
    for side, points in enumerate(sweep_points(rules.scoring, counted)):
        if points:
            sheet[side]["sweeps"] = points
    if rules.scoring.all_points == "bonus" and (winner := takes_every_point(rules, piles, last_capture)) is not None:
        sheet[winner]["all_points"] = 1
    sheet = [_only(points, listed) | extra for points, listed, extra in zip(sheet, ways, given, strict=True)]
    return _with_totals(rules.scoring, sheet)


def recorded_sweeps(
    rules: Rules, sweeps: Sequence[Sequence[Sweep]], ways: Sequence[tuple[str, ...] | None]
) -> list[Sequence[Sweep]]:
    """The sweeps that cancel and count: a restricted side's may not be recorded at all (7.4)."""
    if rules.winning.restricted_sweeps_cancel:
        return list(sweeps)
    return [() if listed is not None else side for side, listed in zip(sweeps, ways, strict=True)]


def _only(points: Points, listed: tuple[str, ...] | None) -> Points:
    return points if listed is None else {key: value for key, value in points.items() if key in listed}


def _with_totals(scoring: Scoring, sheet: Sequence[Points]) -> tuple[Points, ...]:
    totals = [sum(points.values()) for points in sheet]
    if scoring.difference:
        totals = [max(0, total - other) for total, other in zip(totals, reversed(totals), strict=True)]
    return tuple(points | {"total": total} for points, total in zip(sheet, totals, strict=True))
