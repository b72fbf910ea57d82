"""The opportunities that a move takes: those that any player of the game would be glad of."""

from collections.abc import Iterator, Sequence

from games.bots.card_worth import taken_cards
from games.domain.cards import BIG_CASINO, LITTLE_CASINO, Card, is_orange
from games.domain.moves import Capture, Move, play_of
from games.domain.perspective import Perspective
from games.domain.rules import Rules
from games.domain.scoring import counts_points
from games.domain.table import NO_SEAT

OPPORTUNITY_KEYS = ("sweep", "big_casino", "little_casino", "ace", "spade", "five", "orange", "stolen")


def opportunities(move: Move, perspective: Perspective) -> frozenset[str]:
    """Return the keys of the opportunities the move takes, among those that count by these rules."""
    play = play_of(move)
    return frozenset(_of_capture(play, perspective)) if isinstance(play, Capture) else frozenset()


def _of_capture(capture: Capture, perspective: Perspective) -> Iterator[str]:
    table = perspective.position().table
    taken = taken_cards(capture)
    counts = _scoring_cards((*capture.played, *taken), len(taken) == len(table.cards), perspective.rules)
    counts["orange"] = perspective.rules.specials.orange and is_orange(taken)
    counts["stolen"] = any(
        build.cards in capture.builds and _is_rivals(build.owner, perspective) for build in table.builds
    )
    yield from (key for key in OPPORTUNITY_KEYS if counts.get(key))


def _scoring_cards(cards: Sequence[Card], swept: bool, rules: Rules) -> dict[str, bool]:
    """Return the scoring cards by key; none if only the number of cards counts (8.8)."""
    if not counts_points(rules):
        return {}
    scoring = rules.scoring
    return {
        "sweep": swept and bool(scoring.sweep or scoring.tablanette),
        "big_casino": BIG_CASINO in cards and bool(scoring.big_casino),
        "little_casino": LITTLE_CASINO in cards and bool(scoring.little_casino),
        "ace": any(card.rank == "A" for card in cards) and bool(scoring.aces),
        "spade": any(card.suit == "S" for card in cards) and bool(scoring.most_spades or scoring.each_spade),
        "five": any(card.rank == "5" for card in cards) and bool(scoring.fives),
    }


def _is_rivals(owner: int, perspective: Perspective) -> bool:
    return owner != NO_SEAT and perspective.side_of(owner) != perspective.side_of(perspective.viewer)
