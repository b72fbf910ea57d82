"""The chances that a move takes: what every player of the game would have been glad of."""

from collections.abc import Iterator

from games.domain.cards import BIG_CASINO, LITTLE_CASINO
from games.domain.moves import Capture, Move, play_of
from games.domain.perspective import Perspective
from games.domain.table import NOBODY

KEYS = ("sweep", "big_casino", "little_casino", "ace", "spade", "stolen")


def chances(move: Move, sight: Perspective) -> frozenset[str]:
    """The keys of those that the move takes, of what counts by these rules."""
    play = play_of(move)
    return frozenset(_of_capture(play, sight)) if isinstance(play, Capture) else frozenset()


def _of_capture(capture: Capture, sight: Perspective) -> Iterator[str]:
    table = sight.position().table
    taken = (*capture.loose, *(card for name in capture.builds for card in name))
    cards, scoring = (*capture.played, *taken), sight.rules.scoring
    counts = {
        "sweep": len(taken) == len(table.cards) and bool(scoring.sweep or scoring.tablanette),
        "big_casino": BIG_CASINO in cards and bool(scoring.big_casino),
        "little_casino": LITTLE_CASINO in cards and bool(scoring.little_casino),
        "ace": any(card.rank == "A" for card in cards) and bool(scoring.aces),
        "spade": any(card.suit == "S" for card in cards) and bool(scoring.most_spades or scoring.each_spade),
        "stolen": any(build.cards in capture.builds and _anothers(build.owner, sight) for build in table.builds),
    }
    yield from (key for key in KEYS if counts[key])


def _anothers(owner: int, sight: Perspective) -> bool:
    return owner != NOBODY and sight.side_of(owner) != sight.side_of(sight.viewer)
