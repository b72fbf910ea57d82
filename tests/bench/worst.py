"""Positions that are slow to list: found by hill climbing from random ones, exchanging a card or two at a time."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from games.domain.cards import PACKS, Card
from games.domain.json_api import LISTING_STEPS
from games.domain.move_generation import legal_moves
from games.domain.notation import write_cards, write_table
from games.domain.position import Position
from games.domain.presets import resolve_rules
from games.domain.subset_sum import Steps
from games.domain.table import Table, make_build
from games.domain.values import card_values
from tests.bench.registry import Reading, Round, bench
from tests.bench.timing import seconds
from tests.property.crowded import Question, hard_position, questions
from tests.property.test_engine import memory_of

COUNTED = 1 << 17
"""Limit of the count in a search for the most moves."""

PRESETS = ["casino", "royal", "dominican", "casino-en-deux", "tuxedo", "pluck"]
"""One game of each kind that has many moves: faces that sum or not, matches to take, several hand cards, plucks."""

SIZES = {8: 100, 12: 60, 16: 20}
"""Numbers of loose cards, and the number of positions searched for the most moves."""

SLOW_SIZES = {16: 60, 30: 80}
"""The same for the slowest listing."""

HARD_SEEDS = 60
"""Number of random positions under rules at their limits."""

type Measure = Callable[[Position], float]


class Found(NamedTuple):
    """A position, and the number for which it was chosen."""

    preset: str
    position: Position
    measured: float

    @property
    def text(self) -> str:
        return f"{self.preset}, hand {write_cards(self.position.hand)}, table {write_table(self.position.table)}"


def position_of(preset: str, cards: list[Card], loose: int, owning: bool) -> Position:
    """Return the position with the first cards as hand, the next on the table; with `owning` two of these are the
    seat's build."""
    rules = resolve_rules(preset)
    size = rules.dealing.hand_size
    hand, on_table = tuple(cards[:size]), tuple(cards[size : size + loose])
    position = Position(rules, 1, hand, Table(on_table))
    return with_build(position) if owning else position


def with_build(position: Position) -> Position:
    """Return the position with the first build of two table cards that a hand card covers, if there is one."""
    values, loose = card_values(position.rules.matching), position.table.loose
    covered = {value for card in position.hand for value in values[card]}
    for place, first in enumerate(loose):
        for second in loose[place + 1 :]:
            for total in {one + other for one in values[first] for other in values[second]} & covered:
                rest = tuple(card for card in loose if card not in (first, second))
                return position._replace(table=Table(rest, (make_build([[first, second]], total, position.seat),)))
    return position


def climb(preset: str, loose: int, owning: bool, looks: int, measure: Measure) -> Found:
    """Return the best of some random positions, improved by a walk that never goes down."""
    dice = Random(f"{preset} {loose} {owning}")
    cards = list(PACKS[resolve_rules(preset).dealing.deck])
    dice.shuffle(cards)
    best = Found(preset, position_of(preset, cards, loose, owning), -1)
    for look in range(looks):
        tried = exchanged(cards, best, loose, dice) if look > looks / 4 else dice.sample(cards, len(cards))
        position = position_of(preset, tried, loose, owning)
        measured = measure(position)
        if measured >= best.measured:
            cards, best = tried, Found(preset, position, measured)
    return best


def exchanged(cards: list[Card], best: Found, loose: int, dice: Random) -> list[Card]:
    """Return the cards with one or two of those in use exchanged for any others."""
    tried = list(cards)
    used = len(best.position.hand) + loose
    for _ in range(dice.randint(1, 2)):
        here, there = dice.randrange(used), dice.randrange(len(tried))
        tried[here], tried[there] = tried[there], tried[here]
    return tried


def number_of_moves(position: Position) -> float:
    return len(legal_moves(position, COUNTED, Steps(LISTING_STEPS)))


def time_to_list(position: Position) -> float:
    return seconds(partial(legal_moves, position))


def search() -> Iterator[tuple[str, Found]]:
    """Yield for each size the position with the most moves, and the slowest."""
    for loose, looks in SIZES.items():
        found = [climb(preset, loose, False, looks, number_of_moves) for preset in PRESETS]
        yield f"most moves, {loose} loose cards", max(found, key=lambda each: each.measured)
    for loose, looks in SLOW_SIZES.items():
        found = [climb(preset, loose, owning, looks, time_to_list) for preset in PRESETS for owning in (False, True)]
        yield f"slowest, {loose} loose cards", max(found, key=lambda each: each.measured)


def describe(found: Found) -> str:
    """Return the position as text, its moves, and the number that a listing gives."""
    moves, listed = int(number_of_moves(found.position)), len(legal_moves(found.position))
    return f"{found.text}: {moves:,}{' or more' if moves == COUNTED else ''} moves, {listed:,} listed"


def slowest_question() -> tuple[Question, str]:
    """Return the slowest question about random crowded tables under rules at their limits, with its memory."""
    asked = [(question, seed) for seed in range(HARD_SEEDS) for question in questions(hard_position(Random(seed)))]
    slowest, seed = max(asked, key=lambda each: seconds(each[0].answer))
    return slowest, f"{slowest.name}, seed {seed}: {memory_of(slowest.answer) / 1e6:.1f} MB"


@bench("worst positions")
def worst_positions() -> Round:
    """Search once, and list the positions found again in every round."""
    found = [(name, each, describe(each)) for name, each in search()]
    slowest, its_memory = slowest_question()

    def once() -> Iterator[Reading]:
        for name, each, note in found:
            yield Reading(name, time_to_list(each.position) * 1e3, "ms", note)
        yield Reading("slowest of rules at their limits", seconds(slowest.answer) * 1e3, "ms", its_memory)

    return once
