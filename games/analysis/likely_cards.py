"""The cards that the others probably hold or lack, by their builds and by what they did not take."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from games.bots.hidden_hands import is_perfect_information, sample_determinizations, unseen_cards, visible_round
from games.bots.inference import RECENT, HandInference
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.perspective import Perspective
from games.domain.position import Position
from games.domain.table import NO_SEAT, Value
from games.domain.values import hand_values
from games.presenters.hints import HandClue

SAMPLES = 200
"""Number of samples of the hidden hands that are weighed."""

MIN_PRIOR = 0.15
"""The least probability of holding a rank, before the plays are considered, that makes its lack worth telling."""

MAX_REMAINING = 0.75
"""The largest fraction of that probability that may remain once they are."""

MAX_CLUES = 2


def hand_clues(perspective: Perspective, rng: Random) -> tuple[HandClue, ...]:
    """Return the strongest clues to the others' hands, from what the viewer may see; none where all is known."""
    simulator = Simulator(perspective)
    if is_perfect_information(perspective) or simulator.draws or perspective.rules.matching.hand_cards != "one":
        return ()
    return (*_owned_builds(perspective), *_untaken(simulator, rng))[:MAX_CLUES]


def _owned_builds(perspective: Perspective) -> Iterator[HandClue]:
    """Yield the builds whose owners must hold a card to take them (5.10)."""
    building = perspective.rules.building
    if "penalty" in (building.duty, building.last_deal_duty):
        return
    for build in visible_round(perspective).table.builds:
        if build.owner not in (NO_SEAT, perspective.viewer):
            yield HandClue(build.owner, build.value, holds=True)


def _untaken(simulator: Simulator, rng: Random) -> list[HandClue]:
    """Return the ranks that the others probably lack, the surest first: they left what a card of the rank takes."""
    perspective, one_ply = simulator.perspective, OnePly(simulator)
    inference = HandInference(simulator, one_ply.move_table, one_ply.threats)
    samples = list(islice(sample_determinizations(perspective, rng), SAMPLES))
    weights = [inference.likelihood(sample) for sample in samples]
    found: dict[tuple[int, str], tuple[float, HandClue]] = {}
    for seat, rank, clue in _offers(perspective):
        holding = [any(card.rank == rank for card in sample.hands[seat - 1]) for sample in samples]
        before = sum(holding) / len(samples)
        after = sum(weight for weight, holds in zip(weights, holding, strict=True) if holds) / sum(weights)
        if before >= MIN_PRIOR and after <= MAX_REMAINING * before:
            found.setdefault((seat, rank), (before - after, clue))
    return [clue for _, clue in sorted(found.values(), key=lambda each: -each[0])]


def _offers(perspective: Perspective) -> Iterator[tuple[int, str, HandClue]]:
    """Yield what each other seat could have taken with a card of a rank and did not, its latest play first."""
    values = hand_values(perspective.rules.matching)
    numbers = {card.rank: next(iter(values[card]), card.rank) for card in unseen_cards(perspective)}
    for seat, plays in enumerate(visible_round(perspective).public_plays, start=1):
        shown = {card.rank for play in plays for card in play.played}
        for play in reversed(plays[-RECENT:]) if seat != perspective.viewer else ():
            captures = Captures(Position(perspective.rules, seat, (), play.table))
            for rank, number in sorted(numbers.items()):
                cards = _untaken_cards(captures, rank, number)
                if cards and rank not in shown:
                    yield seat, rank, HandClue(seat, number, holds=False, cards=cards)


def _untaken_cards(captures: Captures, rank: str, number: Value) -> tuple[Card, ...]:
    """Return a loose card of this rank, else two that add up to its number, else none."""
    pair = tuple(card for card in captures.items.loose if card.rank == rank)[:1]
    if pair or not isinstance(number, int):
        return pair
    groups = [loose for loose, builds in map(captures.items.unpack, captures.groups(number)) if not builds]
    return min((group for group in groups if len(group) == 2), default=())
