"""Puzzles found in games: positions of the last deal with one clearly best move, rated by how the levels do on them."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile
from random import Random
from time import process_time

from games.analysis.positions import LEARNER, OPPONENT, PreparedPosition, learning_rules, prepared_state
from games.bots import LEVELS, SLOW_LEVELS
from games.domain.cards import sort_cards
from games.domain.perspective import perspective_of
from games.domain.state import GameState, RoundState
from games.domain.table import NO_SEAT, Table
from games.management.matches import BotGame, Match, Pairing, ThinkingTimes
from games.puzzles.catalog import Puzzle
from games.puzzles.proof import THEMES, prove, themes_of

MAX_THEME_SHARE = 0.25
"""The largest share of puzzles that one theme names."""

MAX_SHORT_SHARE = 0.4
"""The largest share of puzzles in which the learner has only two cards left."""

FULL_HAND_SIZES, SHORT_HAND_SIZES = range(2, 5), range(2, 4)
"""Numbers of cards in the learner's hand. Full hands take longest to solve."""

FULL_HANDS_EVERY = 8
"""Full hands are searched in one round of so many."""

ENDINGS = 3
"""Number of times that the last deal of a round is played."""

MOST_OF_ROUND = 3
"""Maximum number of puzzles from one round."""

TRIES, SLOW_TRIES = 10, 1
"""Number of times that a level tries each puzzle; the slow levels play known hands the same each time."""

LOWEST_LEVEL, HIGHEST_LEVEL = 800, 2000
"""The ratings of the weakest and the strongest level as solvers; the others lie evenly between."""

USUAL_RATING, SPREAD = 1400, 350
"""The rating assumed of a puzzle that no level has tried, and its standard deviation."""


def selected(rounds: Iterable[Sequence[Puzzle]], wanted: int) -> Iterator[Puzzle]:
    """Yield the puzzles to keep, at most three of each round, until there are enough or the rounds end."""
    selection = PuzzleSelection(wanted)
    accepted = (islice(filter(selection.accepts, puzzles), MOST_OF_ROUND) for puzzles in rounds)
    yield from islice(chain.from_iterable(accepted), wanted)


class PuzzleSelection:
    """The puzzles accepted so far: none twice, and not too many of a kind."""

    def __init__(self, wanted: int) -> None:
        self.known: set[tuple[str, ...]] = set()
        self._kinds: Counter[str] = Counter()
        self._limits = dict.fromkeys(THEMES, wanted * MAX_THEME_SHARE) | {"short": wanted * MAX_SHORT_SHARE}

    def accepts(self, puzzle: Puzzle) -> bool:
        """True, and count the puzzle, if it adds to those accepted before."""
        key = puzzle_key(puzzle)
        kinds = [puzzle.themes[0], *(["short"] if len(puzzle.position.hands[0]) <= 2 else [])]
        if key in self.known or any(self._kinds[kind] >= self._limits[kind] for kind in kinds):
            return False
        self.known.add(key)
        self._kinds.update(kinds)
        return True


def puzzle_key(puzzle: Puzzle) -> tuple[str, ...]:
    """The cards in play by rank: two puzzles with the same key differ in suits only."""
    position = puzzle.position
    ranks = ["".join(sorted(card.rank for card in cards)) for cards in (*position.hands, position.table.cards)]
    return (*ranks, "".join(letter for letter in puzzle.solution_text if letter not in "SHDC"))


def puzzle_from(position: PreparedPosition) -> Puzzle | None:
    """The position as a puzzle without a rating; None if no move is clearly best, or it shows no theme."""
    perspective = perspective_of(prepared_state(position, ""), LEARNER)
    proof = prove(perspective)
    if proof is None or not proof.is_clear:
        return None
    themes = themes_of(proof, perspective.position().table)
    return Puzzle(position, proof.solution, proof.margin, proof.nodes, themes) if themes else None


# --- positions --------------------------------------------------------------------------------------------------------


def puzzles_of_round(number: int) -> list[Puzzle]:
    """Play a round between two quick levels, its last deal several times, and return its puzzles, one of each theme.

    The number decides the levels and the cards.
    """
    quick = {name: level for name, level in LEVELS.items() if name not in SLOW_LEVELS}
    levels = Random(number).choices(sorted(quick), k=2)  # noqa: S311  the same each time
    match = Match((levels[0], levels[1]), quick, ThinkingTimes(process_time))
    game = BotGame(Pairing(learning_rules(), 2, False, number), dict(enumerate(levels)), match)
    start = next(state for state in game.states() if state.round and state.round.last_deal)
    found: dict[str, Puzzle] = {}
    for ending in range(ENDINGS):
        pairing = game.pairing._replace(seed=number * ENDINGS + ending)
        states = takewhile(
            lambda state: state.finished_round is None, BotGame(pairing, game.level_of, match, start).states()
        )
        hand_sizes = FULL_HAND_SIZES if number % FULL_HANDS_EVERY == ending == 0 else SHORT_HAND_SIZES
        for puzzle in puzzles_in(states, hand_sizes):
            found.setdefault(puzzle.themes[0], puzzle)
    return list(found.values())


def puzzles_in(states: Iterable[GameState], hand_sizes: Container[int]) -> list[Puzzle]:
    """The positions of these states that are puzzles, unrated, with as many cards in the mover's hand."""
    return [puzzle for puzzle in map(puzzle_from, positions_in(states, hand_sizes)) if puzzle]


def positions_in(states: Iterable[GameState], hand_sizes: Container[int]) -> Iterator[PreparedPosition]:
    """Yield the positions of a last deal between two players."""
    for state in states:
        round_ = state.round
        is_last = round_ and round_.last_deal and state.turn and state.seats == 2
        if round_ and is_last and len(round_.hands[state.turn - 1]) in hand_sizes:
            yield _position(round_)


def _position(round_: RoundState) -> PreparedPosition:
    """The position as seen by the seat to play, which becomes the learner."""
    own, other = round_.turn - 1, 2 - round_.turn
    number = {own + 1: LEARNER, other + 1: OPPONENT, NO_SEAT: NO_SEAT}
    builds = tuple(build._replace(owner=number[build.owner]) for build in round_.table.builds)
    return PreparedPosition(
        hands=(sort_cards(round_.hands[own]), sort_cards(round_.hands[other])),
        table=Table(sort_cards(round_.table.loose), builds),
        piles=(sort_cards(round_.piles[own]), sort_cards(round_.piles[other])),
        dealer=number[round_.dealer],
        last_capture=None if round_.last_capture is None else number[round_.last_capture + 1] - 1,
    )


# --- ratings ----------------------------------------------------------------------------------------------------------


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the share of each level's tries that find the move, and the rating that follows."""
    solved = {level: _solved_share(puzzle, level) for level in LEVELS}
    return puzzle._replace(solved=solved, rating=rating_from(solved))


def _solved_share(puzzle: Puzzle, level: str) -> float:
    perspective, tries = perspective_of(puzzle.state(), LEARNER), SLOW_TRIES if level in SLOW_LEVELS else TRIES
    decisions = (LEVELS[level].choose(perspective, Random(f"{level}/{each}")) for each in range(tries))  # noqa: S311
    return sum(decision == puzzle.solution for decision in decisions) / tries


def level_ratings() -> dict[str, float]:
    """The rating of each level as a solver."""
    step = (HIGHEST_LEVEL - LOWEST_LEVEL) / (len(LEVELS) - 1)
    return {level: LOWEST_LEVEL + step * place for place, level in enumerate(LEVELS)}


def rating_from(solved: Mapping[str, float]) -> int:
    """The likeliest rating: where these levels would be expected to solve it as often as they did."""
    low, high = 0.0, 3000.0
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if _pull(solved, middle) > 0 else (low, middle)
    return round(low)


def _pull(solved: Mapping[str, float], rating: float) -> float:
    """The slope of the log-likelihood at this rating: positive below the likeliest one."""
    scale = 400 / 2.302585
    expected = {level: 1 / (1 + 10 ** ((rating - skill) / 400)) for level, skill in level_ratings().items()}
    surprise = sum(expected[level] - share for level, share in solved.items())
    return surprise / scale - (rating - USUAL_RATING) / SPREAD**2
