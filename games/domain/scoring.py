"""The categories, and the points for piles and sweeps on a score sheet (RULEBOOK 6). Sides are counted from 0."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, assert_never

from .cards import BIG_CASINO, LITTLE_CASINO, PACKS, Card
from .rules import Rules, Scoring
from .state import Piles, Sweep

type Points = dict[str, int]
type Carried = tuple[tuple[str, int], ...]
"""Points for majorities that ties have carried over, by category (6.7)."""

NOTHING_CARRIED: Carried = ()

type Restrictions = Sequence[tuple[str, ...] | None]
"""For each side the only categories that it may still score, None if it is unrestricted (7.4)."""

BIG_SWEEP = 4
"""Sweeps of this many table cards or more count in full under `by_size`."""


def counts_points(rules: Rules) -> bool:
    """Whether rounds are scored at all: a game to clear the table goes by the number of cards alone (8.8)."""
    return rules.winning.ending != "clear_table"


# --- the categories -----------------------------------------------------------------------------------------------

type Kind = Literal["majority", "card", "listed", "play", "round", "at_once"]
"""`majority`: the side with the most scores; `card`: each card scores by itself; `listed`: cards that the option lists;
`play`: a way of taking; `round`: the whole round; `at_once`: given during the round by `EventCollector.award`."""

type CountCards = Callable[[Sequence[Card]], int]


class Category(NamedTuple):
    """A kind of points: its key on a score sheet, the count of its cards in a pile, where cards are counted, and its
    rule. The option of the same key says how many points it is worth."""

    key: str
    kind: Kind
    count: CountCards = lambda _pile: 0
    rule: str = "6.2"

    @property
    def standard_points(self) -> int:
        """The points in the standard game; 0 for a category that it doesn't have."""
        usual = self.value(Scoring())
        return usual if type(usual) is int else 0

    def value(self, scoring: Scoring) -> Any:
        """The value of its option: false if the rules never give points for it. None without an option."""
        return getattr(scoring, "sweep" if self.key == "sweeps" else self.key, None)


def _suit(suit: str) -> CountCards:
    return lambda pile: sum(card.suit == suit for card in pile)


def _rank(ranks: str) -> CountCards:
    return lambda pile: sum(card.rank in ranks for card in pile)


def _card(card: Card | str) -> CountCards:
    return lambda pile: int(card in pile)


HONOURS = "AKQJT"
"""The ranks of which each card is an honour (6.2)."""

_TABLE = (
    Category("most_cards", "majority", len),
    Category("most_spades", "majority", _suit("S")),
    Category("big_casino", "card", _card(BIG_CASINO)),
    Category("little_casino", "card", _card(LITTLE_CASINO)),
    Category("aces", "card", _rank("A")),
    Category("jack_of_spades", "card", _card("JS")),
    Category("each_spade", "card", _suit("S")),
    Category("most_diamonds", "majority", _suit("D")),
    Category("seven_of_diamonds", "card", _card("7D")),
    Category("fives", "card", _rank("5")),
    Category("last_capture", "play"),
    Category("card_points", "listed", rule="6.6"),
    Category("fours_of_a_kind", "listed"),
    Category("honours", "card", lambda pile: _rank(HONOURS)(pile) + (BIG_CASINO in pile) + ("2C" in pile)),
    Category("sweeps", "play"),
    Category("all_points", "round", rule="6.3"),
    Category("cards", "round", rule="8.8"),
    Category("orange", "at_once", rule="8.6"),
    Category("tablanette", "at_once"),
    Category("defaults", "at_once", rule="8.7"),
)
CATEGORIES: dict[str, Category] = {category.key: category for category in _TABLE}
"""All keys of a score sheet but `total`, in the order in which they are shown."""


def _counts(kind: Kind) -> dict[str, CountCards]:
    return {category.key: category.count for category in _TABLE if category.kind == kind}


MAJORITIES, EACH_CARD = _counts("majority"), _counts("card")
"""The counts that decide the majorities, and those of the cards that score by themselves."""

AT_ONCE = frozenset(category.key for category in _TABLE if category.kind == "at_once")


def at_once_options(rules: Rules) -> dict[str, str]:
    """The categories in which these rules give points at once, and the option that says so (7.1)."""
    building = rules.building
    given = {
        "orange": ("orange", rules.specials.orange),
        "tablanette": ("tablanette", rules.scoring.tablanette),
        "defaults": ("duty", building.duty == "penalty"),
    }
    options = {key: option for key, (option, does) in given.items() if does}
    return {"defaults": "last_deal_duty", **options} if building.last_deal_duty == "penalty" else options


STANDARD = frozenset(category.key for category in _TABLE if category.standard_points)
"""The categories of the standard game."""


# --- the points of a round ----------------------------------------------------------------------------------------


def category_points(
    scoring: Scoring, piles: Piles, last_capture: int | None, carried: Carried = NOTHING_CARRIED
) -> list[Points]:
    """For each side its points in every category but sweeps; categories without points are left out."""
    most = _most(scoring, piles, carried)
    sheet = [points | more for points, more in zip(card_points(scoring, piles), most, strict=True)]
    if last_capture is not None:
        sheet[last_capture]["last_capture"] = scoring.last_capture
    return [{key: points for key, points in side.items() if points} for side in sheet]


def card_points(scoring: Scoring, piles: Piles) -> list[Points]:
    """For each side its points by category for particular cards: those that no majority decides."""
    return [_points_of_cards(scoring, pile) for pile in piles]


# --- majorities ---------------------------------------------------------------------------------------------------


def majorities_worth(scoring: Scoring, sides: int, carried: Carried = NOTHING_CARRIED) -> Points:
    """The points there are for each majority among so many sides, with those carried over (6.7, 15.6)."""
    if scoring.majorities == "two_sides" and sides > 2:
        return {}
    worth = {key: getattr(scoring, key) + dict(carried).get(key, 0) for key in MAJORITIES}
    return {key: points for key, points in worth.items() if points}


def _most(scoring: Scoring, piles: Piles, carried: Carried) -> list[Points]:
    """For each side its points for majorities, whole or shared."""
    sheet: list[Points] = [{} for _ in piles]
    winners = most_winners(scoring, piles)
    for key, worth in majorities_worth(scoring, len(piles), carried).items():
        winner = winners[key]
        sides = _sharing(scoring, key, piles) if winner is None else (winner,)
        for side in sides:
            sheet[side][key] = worth // len(sides)
    return sheet


def most_winners(scoring: Scoring, piles: Piles) -> dict[str, int | None]:
    """The side that alone has the most cards, spades and diamonds, by category; None for a tie without a winner."""
    clean = clean_winner(scoring, piles)
    if clean is not None:
        return dict.fromkeys(MAJORITIES, clean)
    winners = {key: _strictly_most([count(pile) for pile in piles]) for key, count in MAJORITIES.items()}
    if winners["most_cards"] is None and scoring.most_cards_tie == "most_spades":
        sizes = [len(pile) for pile in piles]
        spades = [MAJORITIES["most_spades"](pile) if len(pile) == max(sizes) else -1 for pile in piles]
        winners["most_cards"] = _strictly_most(spades)
    return winners


def clean_winner(scoring: Scoring, piles: Piles) -> int | None:
    """The only one of two sides with a card that scores by itself, which takes the majorities too; or None (15.6)."""
    if not scoring.clean_win or len(piles) != 2:
        return None
    scoring_sides = [side for side in (0, 1) if not scoring_cards(scoring).isdisjoint(piles[side])]
    return scoring_sides[0] if len(scoring_sides) == 1 else None


def tie_rule(scoring: Scoring, key: str) -> str:
    """The value of the option for ties in this majority; `nobody` where there is no such option (6.2, 6.7)."""
    return str(getattr(scoring, f"{key}_tie", "nobody"))


def _sharing(scoring: Scoring, key: str, piles: Piles) -> tuple[int, ...]:
    """The sides that share the points of a tie; none where they are not shared, or tied at zero (6.7)."""
    counts = [MAJORITIES[key](pile) for pile in piles]
    if tie_rule(scoring, key) != "split" or not max(counts):
        return ()
    return tuple(side for side, count in enumerate(counts) if count == max(counts))


def carried_over(scoring: Scoring, piles: Piles, carried: Carried) -> Carried:
    """The points for majorities that are carried over to the next round (6.7)."""
    winners = most_winners(scoring, piles)
    return tuple(
        (key, worth)
        for key, worth in majorities_worth(scoring, len(piles), carried).items()
        if winners[key] is None and tie_rule(scoring, key) == "carry"
    )


def _strictly_most(counts: Sequence[int]) -> int | None:
    most = max(counts)
    return counts.index(most) if most and list(counts).count(most) == 1 else None


def _points_of_cards(scoring: Scoring, pile: Sequence[Card]) -> Points:
    """Points by category for particular cards in the pile."""
    points = {key: worth * EACH_CARD[key](pile) for key, worth in _card_worth(scoring).items()}
    if scoring.card_points:
        points["card_points"] = sum(_listed_points(scoring, card) for card in pile)
    return points | {"fours_of_a_kind": _fours(scoring, pile)}


@lru_cache(256)
def _card_worth(scoring: Scoring) -> Points:
    return {key: getattr(scoring, key) for key in EACH_CARD if getattr(scoring, key)}


def _listed_points(scoring: Scoring, card: Card) -> int:
    """The points listed for the card, or else for its rank (6.6)."""
    listed = dict(scoring.card_points)
    return listed.get(card, listed.get(card.rank, 0))


def listed_cards(scoring: Scoring, pile: Sequence[Card]) -> int:
    """The number of cards in the pile that have points of their own (6.6)."""
    return sum(_listed_points(scoring, card) > 0 for card in pile)


def points_of_card(scoring: Scoring, card: Card) -> int:
    """The points of a card that scores by itself, 0 for others (7.5, 8.5)."""
    alone = sum(worth * EACH_CARD[key]((card,)) for key, worth in _card_worth(scoring).items())
    return alone + _listed_points(scoring, card)


@lru_cache(64)
def scoring_cards(scoring: Scoring) -> frozenset[Card]:
    """The cards that score points wherever the others go (7.5, 8.5)."""
    cards = (*PACKS["standard"], *PACKS["rook"])
    return frozenset(card for card in cards if points_of_card(scoring, card) > 0)


def _fours(scoring: Scoring, pile: Sequence[Card]) -> int:
    fours = scoring.fours_of_a_kind
    return 0 if fours is None else fours.points * complete_ranks(fours.ranks, pile)


def complete_ranks(ranks: str, pile: Sequence[Card]) -> int:
    """The number of these ranks of which all four cards are in the pile."""
    return sum(_rank(rank)(pile) == 4 for rank in ranks)


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
        sum(sorted((sweep_worth(scoring, sweep) for sweep in side), reverse=True)[: len(side) - dropped])
        for side in sweeps
    ]


def under_ceiling(scoring: Scoring, before: Sequence[int]) -> bool:
    """Whether sweeps are made in a round that begins with these scores (6.8)."""
    return scoring.sweep_ceiling is None or max(before) < scoring.sweep_ceiling


def sweep_worth(scoring: Scoring, sweep: Sweep) -> int:
    """The points of a sweep; that of a five of spades scores something at least (8.3)."""
    return max(sweep.min_points, _usual_sweep_worth(scoring, sweep))


def _usual_sweep_worth(scoring: Scoring, sweep: Sweep) -> int:
    if sweep.first_play and scoring.first_play_sweep is not None:
        return scoring.first_play_sweep
    if scoring.sweep_rule == "by_size" and sweep.cards < BIG_SWEEP:
        return scoring.sweep // 2
    return scoring.sweep


# --- the whole sheet ----------------------------------------------------------------------------------------------


@lru_cache(256)
def points_in_round(rules: Rules, sides: int = 2, carried: Carried = NOTHING_CARRIED) -> Mapping[str, int]:
    """The points of a side that takes every card of a round, by category in order, without sweeps."""
    whole_pack: Piles = (PACKS[rules.dealing.deck], *((),) * (sides - 1))
    points = category_points(rules.scoring, whole_pack, 0, carried)[0]
    return MappingProxyType({key: points[key] for key in CATEGORIES if key in points})


def takes_every_point(
    rules: Rules, piles: Piles, last_capture: int | None, carried: Carried = NOTHING_CARRIED
) -> int | None:
    """The side that takes every point of the round, not counting sweeps, or None (6.3)."""
    points = category_points(rules.scoring, piles, last_capture, carried)
    every_point = sum(points_in_round(rules, len(piles), carried).values())
    for side, own in enumerate(points):
        if every_point and sum(own.values()) == every_point:
            return side
    return None


def score_sheet(
    rules: Rules,
    piles: Piles,
    sweeps: Sequence[Sequence[Sweep]],
    last_capture: int | None,
    restrictions: Restrictions,
    bonus_points: Sequence[Points],
    carried: Carried = NOTHING_CARRIED,
) -> tuple[Points, ...]:
    """Each side's points by category, with `total`.

    `bonus_points`: points given at once; `carried`: points that earlier ties have carried over.
    """
    sheet = category_points(rules.scoring, piles, last_capture, carried)
    counted = recorded_sweeps(rules, sweeps, restrictions)
    for side, points in enumerate(sweep_points(rules.scoring, counted)):
        if points:
            sheet[side]["sweeps"] = points
    winner = takes_every_point(rules, piles, last_capture, carried) if rules.scoring.all_points == "bonus" else None
    if winner is not None:
        sheet[winner]["all_points"] = 1
    sheet = [_only(points, listed) for points, listed in zip(sheet, restrictions, strict=True)]
    sheet = [points | extra for points, extra in zip(sheet, bonus_points, strict=True)]
    return _with_totals(rules.scoring, sheet)


def recorded_sweeps(
    rules: Rules, sweeps: Sequence[Sequence[Sweep]], restrictions: Restrictions
) -> list[Sequence[Sweep]]:
    """The sweeps that cancel and count: a restricted side's may not be recorded at all (7.4)."""
    if rules.winning.restricted_sweeps_cancel:
        return list(sweeps)
    return [() if listed is not None else side for side, listed in zip(sweeps, restrictions, strict=True)]


def _only(points: Points, listed: tuple[str, ...] | None) -> Points:
    return points if listed is None else {key: value for key, value in points.items() if key in listed}


def _with_totals(scoring: Scoring, sheet: Sequence[Points]) -> tuple[Points, ...]:
    totals = [sum(points.values()) for points in sheet]
    if scoring.difference:
        totals = [max(0, total - other) for total, other in zip(totals, reversed(totals), strict=True)]
    return tuple(points | {"total": total} for points, total in zip(sheet, totals, strict=True))
