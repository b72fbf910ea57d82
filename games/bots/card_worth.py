"""The worth of cards under a game's scoring, in points, used by the strategies to weigh the gain of a move."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from games.domain.cards import CARD_INDEX, PACKS, Card, is_orange
from games.domain.moves import Capture, Play
from games.domain.position import Position
from games.domain.rounds import ORANGE_POINTS, least_sweep_points, tablanette_points
from games.domain.rules import Rules, Scoring
from games.domain.scoring import BIG_SWEEP, MAJORITIES, STANDARD, counts_points, points_of_card
from games.domain.table import Table

type Worth = dict[Card, float]

STOLEN_FACTOR = 2.0
"""A stolen card counts for its taker and against its former owner."""

_NOTHING: dict[str, Any] = dict.fromkeys(STANDARD, 0)
NO_POINTS = Scoring(**_NOTHING)


def effective_scoring(rules: Rules) -> Scoring:
    """The scoring in effect: no points where the number of cards alone decides (8.8)."""
    return rules.scoring if counts_points(rules) else NO_POINTS


@lru_cache(maxsize=128)
def card_worth(rules: Rules) -> Worth:
    """Every card's points, with its share in the points for having the most of something (6.2)."""
    return {card: _points(card, rules) + _share(card, rules) for card in PACKS[rules.dealing.deck]}


def _points(card: Card, rules: Rules) -> float:
    scoring = effective_scoring(rules)
    fours = scoring.fours_of_a_kind
    return float(points_of_card(scoring, card) + (fours.points / 4 if fours and card.rank in fours.ranks else 0))


def _share(card: Card, rules: Rules) -> float:
    """The card's share in the points for the most, which half of the cards that count wins."""
    if not counts_points(rules):
        return 1.0
    counts = ((getattr(rules.scoring, key), count) for key, count in MAJORITIES.items() if count((card,)))
    return sum((points * 2 / count(PACKS[rules.dealing.deck]) for points, count in counts), 0.0)


def mask_of(cards: Iterable[Card]) -> int:
    """The cards as bits, by their index in the deck."""
    return sum(1 << CARD_INDEX[card] for card in cards)


def taken_cards(capture: Capture) -> tuple[Card, ...]:
    """The cards that the capture takes from the table."""
    return (*capture.loose, *(card for build in capture.builds for card in build))


def capture_worth(capture: Capture, table: Table, rules: Rules) -> float:
    """The points of a capture: its cards, an orange, and emptying the table."""
    worth = card_worth(rules)
    taken = taken_cards(capture)
    cards = sum(worth[card] for card in (*capture.played, *taken))
    cards += STOLEN_FACTOR * sum(worth[top.card] for top in capture.stolen)
    orange = ORANGE_POINTS if rules.specials.orange and is_orange(taken) else 0.0
    emptied = len(taken) == len(table.cards)
    return cards + orange + (_emptying_worth(capture, table, rules) if emptied else 0.0)


def call_orange(play: Play, rules: Rules) -> Play:
    """The play with its orange called, if it is one (8.6)."""
    if not (rules.specials.orange and isinstance(play, Capture)):
        return play
    return play._replace(orange=is_orange(taken_cards(play)))


def _emptying_worth(capture: Capture, table: Table, rules: Rules) -> float:
    swept = sweep_worth(len(table.cards), False, rules, least_sweep_points(rules, capture.played))
    if not effective_scoring(rules).tablanette:
        return swept
    return swept + tablanette_points(Position(rules, 1, capture.played, table), capture)


def sweep_worth(cards: int, first_play: bool, rules: Rules, least: int = 0) -> float:
    """The points of a sweep that took so many cards, `least` at least (6.2, 8.3)."""
    if not counts_points(rules):
        return 0.0
    scoring = rules.scoring
    if first_play and scoring.first_play_sweep is not None:
        return float(max(scoring.first_play_sweep, least))
    small = scoring.sweep_rule == "by_size" and cards < BIG_SWEEP
    return float(max(scoring.sweep // 2 if small else scoring.sweep, least))
