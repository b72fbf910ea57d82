"""A second opinion on points and winners: the rulebook's sections 6 and 7 read straight from the text, on the options
as JSON. Independent of the engine it is compared with."""

from collections.abc import Sequence
from typing import Any, NamedTuple

Options = dict[str, Any]
Points = dict[str, int]
Pile = Sequence[str]

MAJORITIES = ("most_cards", "most_spades", "most_diamonds")
AT_ONCE = ("orange", "tablanette", "defaults")
ENDGAMES: dict[str, dict[int, tuple[str, ...]]] = {
    "none": {},
    "dominican": {18: ("most_cards",), 19: ("big_casino",), 20: ("most_spades",)},
    "little_casino_at_20": {18: ("most_cards",), 19: ("big_casino",), 20: ("little_casino",)},
    "soto": {
        16: ("most_cards", "big_casino"),
        17: ("most_cards", "most_spades"),
        18: ("most_cards",),
        19: ("big_casino",),
        20: ("most_spades",),
    },
}


class Swept(NamedTuple):
    """One sweep: its table cards, and whether it was the round's first play or that of a five of spades that scores."""

    cards: int
    first: bool = False
    five: bool = False


class Count(NamedTuple):
    """A round at some moment, side by side; `whole` is the whole deck."""

    piles: Sequence[Pile]
    sweeps: Sequence[Sequence[Swept]]
    before: Sequence[int]
    at_once: Sequence[Points]
    carried: Points
    whole: Pile


def single_cards(rules: Options, pile: Pile) -> Points:
    """6.2, 6.6: points of cards that score by themselves, and of complete sets of four."""
    ranks, suits = [card[0] for card in pile], [card[1] for card in pile]
    each = {
        "big_casino": pile.count("TD"),
        "little_casino": pile.count("2S"),
        "aces": ranks.count("A"),
        "jack_of_spades": pile.count("JS"),
        "each_spade": suits.count("S"),
        "seven_of_diamonds": pile.count("7D"),
        "fives": ranks.count("5"),
        "honours": sum(map(ranks.count, "AKQJT")) + pile.count("TD") + pile.count("2C"),
    }
    points = {key: rules.get(key, 0) * count for key, count in each.items()}
    listed = rules["card_points"]
    points["card_points"] = sum(listed.get(card, listed.get(card[0], 0)) for card in pile)
    fours = rules["fours_of_a_kind"]
    points["fours_of_a_kind"] = sum(ranks.count(rank) == 4 for rank in fours["ranks"]) * fours["points"] if fours else 0
    return points


def scores_alone(rules: Options, card: str) -> bool:
    points = single_cards(rules | {"fours_of_a_kind": None}, [card])
    return sum(points.values()) > 0


def counted(key: str, pile: Pile) -> int:
    suit = {"most_spades": "S", "most_diamonds": "D"}.get(key)
    return sum(suit in (None, card[1]) for card in pile)


def majority(rules: Options, count: Count, key: str) -> dict[int, int]:
    """The points of each side for a majority (6.2, 6.7, 15.6); {-1: points} if they are carried over."""
    worth, counts = rules[key] + count.carried.get(key, 0), [counted(key, pile) for pile in count.piles]
    if rules["majorities"] == "two_sides" and len(counts) > 2:
        return {}
    with_points = [side for side, pile in enumerate(count.piles) if any(scores_alone(rules, card) for card in pile)]
    if rules["clean_win"] and len(counts) == 2 and len(with_points) == 1:
        return {with_points[0]: worth}
    first = [side for side, number in enumerate(counts) if number == max(counts)]
    tie = rules.get(f"{key}_tie", "nobody")
    if tie == "most_spades" and len(first) > 1:
        spades = {side: counted("most_spades", count.piles[side]) for side in first}
        first = [side for side in first if spades[side] == max(spades.values()) > 0]
    if len(first) == 1 and max(counts):
        return {first[0]: worth}
    if tie == "split" and max(counts):
        return dict.fromkeys(first, worth // len(first))
    return {-1: worth} if tie == "carry" and worth else {}


def ways(rules: Options, before: Sequence[int]) -> list[tuple[str, ...] | None]:
    """7.4: the only ways each side may score, or None."""
    lifted = max(before) >= 21
    return [None if lifted else ENDGAMES[rules["endgame"]].get(score) for score in before]


def sweeps(rules: Options, count: Count) -> list[int]:
    """6.2, 8.3: the points of each side's sweeps."""
    made = list(map(list, count.sweeps))
    if not rules["restricted_sweeps_cancel"]:
        made = [[] if way else side for side, way in zip(made, ways(rules, count.before), strict=True)]
    dropped = min(map(len, made)) if rules["sweep_rule"] == "cancel" else 0
    worths = [sorted((worth_of(rules, sweep) for sweep in side), reverse=True) for side in made]
    return [sum(side[: len(side) - dropped]) for side in worths]


def worth_of(rules: Options, sweep: Swept) -> int:
    worth = int(rules["sweep"])
    if rules["sweep_rule"] == "by_size" and sweep.cards < 4:
        worth //= 2
    if sweep.first and rules["first_play_sweep"] is not None:
        worth = int(rules["first_play_sweep"])
    return max(worth, int(sweep.five))


def sheet(rules: Options, count: Count, last: int | None) -> list[Points]:
    """The whole score sheet of a round, with totals (6, 7.4)."""
    points = [single_cards(rules, pile) for pile in count.piles]
    for key in MAJORITIES:
        for side, worth in majority(rules, count, key).items():
            if side >= 0:
                points[side][key] = worth
    if last is not None:
        points[last]["last_capture"] = rules["last_capture"]
    if rules["all_points"] == "bonus" and (taker := takes_all(rules, count, last)) is not None:
        points[taker]["all_points"] = 1
    for side, worth in enumerate(sweeps(rules, count)):
        points[side]["sweeps"] = worth
    for side, way in enumerate(ways(rules, count.before)):
        kept = points[side] if way is None else {key: points[side].get(key, 0) for key in way}
        points[side] = {key: worth for key, worth in (kept | count.at_once[side]).items() if worth}
    totals = [sum(side.values()) for side in points]
    if rules["difference"]:
        totals = [max(0, totals[0] - totals[1]), max(0, totals[1] - totals[0])]
    return [side | {"total": total} for side, total in zip(points, totals, strict=True)]


def takes_all(rules: Options, count: Count, last: int | None) -> int | None:
    """6.3: the side that takes every point there is, sweeps apart."""
    there = sum(single_cards(rules, count.whole).values()) + rules["last_capture"]
    if not (rules["majorities"] == "two_sides" and len(count.piles) > 2):
        there += sum(rules[key] + count.carried.get(key, 0) for key in MAJORITIES if in_play(rules, count, key))
    for side, pile in enumerate(count.piles):
        mine = sum(single_cards(rules, pile).values()) + rules["last_capture"] * (side == last)
        mine += sum(majority(rules, count, key).get(side, 0) for key in MAJORITIES)
        if mine == there > 0:
            return side
    return None


def in_play(rules: Options, count: Count, key: str) -> bool:
    """Return whether one side can win the majority at all: there are such cards, or it may come with the others."""
    return counted(key, count.whole) > 0 or (rules["clean_win"] and len(count.piles) == 2)


def earned(rules: Options, count: Count) -> list[Points]:
    """7.5 and 7.6: all that each side has for certain; under `cards` without majorities, under `sweeps` only those."""
    kind = "all" if rules["claims"] != "no" else rules["count_as_earned"]
    points: list[Points] = [{} for _ in count.piles]
    if kind in ("all", "cards"):
        points = [single_cards(rules, pile) for pile in count.piles]
    if kind == "all":
        for side, own in enumerate(points):
            own |= {key: majority_worth(rules, count, key) for key in MAJORITIES if secured(rules, count, key, side)}
    if kind != "no":
        for side, worth in enumerate(sweeps(rules, count)):
            points[side]["sweeps"] = worth
    for side, way in enumerate(ways(rules, count.before)):
        if way is not None:
            points[side] = {key: worth for key, worth in points[side].items() if key in way}
    return points


def majority_worth(rules: Options, count: Count, key: str) -> int:
    alone = rules["majorities"] == "two_sides" and len(count.piles) > 2
    return 0 if alone else int(rules[key] + count.carried.get(key, 0))


def secured(rules: Options, count: Count, key: str, side: int) -> bool:
    """7.4: no other side can still tie or pass it; with `clean_win`, of two sides it must have a card that scores."""
    counts = [counted(key, pile) for pile in count.piles]
    left = counted(key, count.whole) - sum(counts)
    rivals = [number for other, number in enumerate(counts) if other != side]
    clean = not (rules["clean_win"] and len(count.piles) == 2) or any(
        scores_alone(rules, card) for card in count.piles[side]
    )
    return clean and counts[side] > max(rivals) + left


def has_ways(rules: Options, count: Count, side: int, over: bool) -> bool:
    """7.4: whether a restricted side has secured all its listed ways."""
    way, pile = ways(rules, count.before)[side], count.piles[side]
    if way is None:
        return False
    cards = {"big_casino": "TD", "little_casino": "2S"}
    return all(
        (cards[key] in pile)
        if key in cards
        else secured(rules, count, key, side) or (over and list(majority(rules, count, key)) == [side])
        for key in way
    )


def first_there(
    rules: Options, start: list[int], final: list[Points], had: list[Points], aces: Sequence[Sequence[str]]
) -> int:
    """7.2 and 7.9: the side that is first to the target in counting out, or -1."""
    gained = [
        {key: side.get(key, 0) - before.get(key, 0) for key in side} for side, before in zip(final, had, strict=True)
    ]
    items = {"in_order": in_order, "sweeps_last": sweeps_last, "points_first": points_first}[rules["finish"]]
    rows = [items(side, new, rules["ace_order"]) for side, new in zip(gained, aces, strict=True)]
    there: list[int] = []
    for place in range(len(rows[0])):
        start = [count + row[place] for count, row in zip(start, rows, strict=True)]
        swept = not there and rules["finish"] == "in_order" and place == len(rows[0]) - 1
        there = there or [side for side, count in enumerate(start) if count >= rules["target"]]
        measure = {side: rows[side][place] if swept else start[side] for side in there}
        there = [side for side in there if measure[side] == max(measure.values())]
        if len(there) == 1:
            return there[0]
    return -1


def in_order(side: Points, new_aces: Sequence[str], suits: str) -> list[int]:
    each = side.get("aces", 0) // len(new_aces) if new_aces else 0
    one_by_one = [each * (ace in new_aces) for ace in ("A" + suit for suit in suits)]
    first = [side.get(key, 0) for key in ("most_cards", "most_spades", "big_casino", "little_casino")]
    return [*first, *one_by_one, side.get("all_points", 0), side.get("sweeps", 0)]


def sweeps_last(side: Points, _aces: Sequence[str], _suits: str) -> list[int]:
    return [sum(side[key] for key in side if key not in ("sweeps", "total", *AT_ONCE)), side.get("sweeps", 0)]


def points_first(side: Points, _aces: Sequence[str], _suits: str) -> list[int]:
    others = sum(side[key] for key in side if key not in ("total", *MAJORITIES, *AT_ONCE))
    return [others, *(side.get(key, 0) for key in MAJORITIES)]
