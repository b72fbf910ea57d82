"""Plays as people do: overlooks things by difficulty, forgets cards, hurries at the end. Profiles are data."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, assert_never

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.hidden_hands import visible_round
from games.bots.one_ply import OnePly
from games.bots.simulation import Simulator
from games.domain.captures import FIVE_OF_SPADES
from games.domain.cards import Card
from games.domain.moves import AddAndPlay, Capture, MakeBuild, Move, PluckAndPlay, TableBuild, Trail, play_of, unplucked
from games.domain.perspective import Perspective
from games.domain.rules import Rules

# --- attention ------------------------------------------------------------------------------------------------------


type Part = tuple[str, tuple[Card, ...], tuple[Card, ...]]
"""A part of a move to see: its kind (a field of Oversights), the cards played, and those it is about."""


class Oversights(NamedTuple):
    """The probability of overlooking each part of a move, once a turn."""

    pair: float = 0.0
    build: float = 0.0
    sum_of_two: float = 0.0
    longer_sum: float = 0.0
    several_groups: float = 0.0
    simple_build: float = 0.0
    larger_build: float = 0.0


class Attention:
    """One look at the table. A part is either seen in all moves that have it, or in none."""

    def __init__(self, oversights: Oversights, factor: float, rules: Rules, rng: Random) -> None:
        self._oversights, self._factor, self._rules, self._rng = oversights, factor, rules, rng
        self._seen: dict[Part, bool] = {}

    def noticed(self, moves: Sequence[Move]) -> list[Move]:
        """The moves of which no part is overlooked."""
        return [move for move in moves if all(self._sees(part) for part in parts(move, self._rules))]

    def _sees(self, part: Part) -> bool:
        if part not in self._seen:
            probability = getattr(self._oversights, part[0]) * self._factor
            self._seen[part] = self._rng.random() >= probability
        return self._seen[part]


def parts(move: Move, rules: Rules) -> Iterator[Part]:
    """Yield the parts of a move; a plain trail has none."""
    play, rest = play_of(move), unplucked(move)
    if isinstance(move, PluckAndPlay):
        yield "sum_of_two", (), (move.card,)
    if isinstance(rest, AddAndPlay):
        yield "larger_build", (), rest.cards
    match play:
        case Trail():
            return
        case Capture():
            yield from _parts_of_capture(play, rules)
        case MakeBuild(card, loose, builds):
            simple = len(loose) == 1 and not builds and not play.stolen
            yield (
                "simple_build" if simple else "larger_build",
                (card,),
                (*loose, *(card for each in builds for card in each)),
            )
        case TableBuild(trailed, loose):
            yield "larger_build", (trailed,), loose
        case other:
            assert_never(other)


def _parts_of_capture(capture: Capture, rules: Rules) -> Iterator[Part]:
    played = capture.played
    if _takes_everything(capture, rules):
        return
    ranks = {card.rank for card in played}
    pairs = [card for card in capture.loose if ranks == {card.rank}]
    summed = tuple(card for card in capture.loose if ranks != {card.rank})
    for card in pairs:
        yield "pair", played, (card,)
    for build in capture.builds:
        yield "build", played, build
    if summed:
        yield "sum_of_two" if len(summed) <= 2 and len(played) == 1 else "longer_sum", played, summed
    if len(pairs) + len(capture.builds) + bool(summed) > 1 or len(summed) > LONGEST_GROUP or capture.stolen:
        yield "several_groups", played, capture.loose


LONGEST_GROUP = 3
"""More summed cards than this are usually several groups."""


def _takes_everything(capture: Capture, rules: Rules) -> bool:
    """True for a card that takes the whole table (8.3): there is nothing to add up."""
    specials = rules.specials
    jack = specials.jack_takes_all and all(card.rank == "J" for card in capture.played)
    return jack or (specials.five_of_spades_sweeps and capture.played == (FIVE_OF_SPADES,))


# --- the player -----------------------------------------------------------------------------------------------------


class Profile(NamedTuple):
    """A way to play.

    `memory` is the fraction of the captured cards remembered; `caution` and `foresight` are the weights of the
    captures left to the next player and of the player's own next one; `misjudgment` is the standard deviation of its
    guess of a move's worth, in points; `hurry` multiplies the oversights in the last deal of a round.
    """

    oversights: Oversights
    memory: float
    caution: float
    foresight: float
    misjudgment: float
    hurry: float


class Human:
    """Makes the move that looks best among those it sees; takes something rather than trailing."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or self._move(perspective, rng)

    def _move(self, perspective: Perspective, rng: Random) -> Move:
        profile = self.profile
        simulator = Simulator(_remembered(perspective, profile.memory, rng))
        one_ply = OnePly(simulator, profile.foresight, profile.caution)
        moves = simulator.moves(one_ply.state)
        hurry = profile.hurry if visible_round(perspective).last_deal else 1.0
        noticed = Attention(profile.oversights, hurry, simulator.rules, rng).noticed(moves) or moves
        if any(isinstance(play_of(move), Capture) for move in noticed):
            noticed = [move for move in noticed if not isinstance(move, Trail)]
        guessed = [(score + rng.gauss(0, profile.misjudgment), move) for score, move in one_ply.ranked(noticed)]
        return max(guessed, key=lambda scored: scored[0])[1]


def _remembered(perspective: Perspective, memory: float, rng: Random) -> Perspective:
    """The view without the captured cards that the player has forgotten."""
    round_ = visible_round(perspective)
    piles = tuple(tuple(card for card in pile if rng.random() < memory) for pile in round_.piles)
    return perspective._replace(round=round_._replace(piles=piles))


# --- the levels -----------------------------------------------------------------------------------------------------


PROFILES = {
    "beginner": Profile(
        Oversights(
            pair=0.1, build=0.3, sum_of_two=0.4, longer_sum=0.8, several_groups=0.75, simple_build=0.9, larger_build=1.0
        ),
        memory=0.0,
        caution=0.0,
        foresight=0.0,
        misjudgment=0.8,
        hurry=1.4,
    ),
    "easy": Profile(
        Oversights(
            pair=0.03,
            build=0.1,
            sum_of_two=0.24,
            longer_sum=0.5,
            several_groups=0.4,
            simple_build=0.6,
            larger_build=0.97,
        ),
        memory=0.1,
        caution=0.05,
        foresight=0.1,
        misjudgment=0.65,
        hurry=1.4,
    ),
    "casual": Profile(
        Oversights(
            build=0.03, sum_of_two=0.06, longer_sum=0.25, several_groups=0.2, simple_build=0.3, larger_build=0.8
        ),
        memory=0.3,
        caution=0.15,
        foresight=0.2,
        misjudgment=0.5,
        hurry=1.3,
    ),
    "careful": Profile(
        Oversights(longer_sum=0.06, several_groups=0.05, sum_of_two=0.01, simple_build=0.1, larger_build=0.4),
        memory=0.6,
        caution=0.6,
        foresight=0.3,
        misjudgment=0.2,
        hurry=1.2,
    ),
}
