"""The proof of a puzzle: every move solved to the end of the round, with both hands known by counting; and its themes,
the ideas behind the best move."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.analysis.positions import LEARNER, OPPONENT, learning_rules
from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.simulation import SimState, Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.domain.cards import Card
from games.domain.moves import Capture, MakeBuild, Move, Trail, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective
from games.domain.table import Table
from games.domain.values import card_values

MAX_NODES = 12_000
"""Maximum number of positions searched for one proof."""

MIN_MOVES = 3
"""The least number of legal moves in a puzzle."""

MIN_MARGIN = 1.0
"""The least difference to the next best move, in points of the lead, of a move that is clearly best."""


class Proof(NamedTuple):
    """All moves with their exact values, best first; `lines` are the states after the first two, with best replies."""

    values: tuple[tuple[float, Move], ...]
    lines: tuple[tuple[SimState, ...], ...]
    nodes: int

    @property
    def solution(self) -> Move:
        return self.values[0][1]

    @property
    def margin(self) -> float:
        return self.values[0][0] - self.values[1][0]

    @property
    def is_clear(self) -> bool:
        return self.margin >= MIN_MARGIN


def prove(perspective: Perspective) -> Proof | None:
    """The exact value of every move of the viewer.

    None where a hand is hidden, there are few moves, two are equally good, or the search is too long.
    """
    if not is_perfect_information(perspective):
        return None
    simulator = Simulator(perspective)
    start = simulator.from_determinization(next(sample_determinizations(perspective, Random(0))))  # noqa: S311  one only
    solver, moves = Solver(simulator, MAX_NODES), simulator.moves(start)
    try:
        if len(moves) < MIN_MOVES or len(solver.best(start)) > 1:
            return None
        valued = [(solver.value(simulator.next_state(start, move)), move) for move in moves]
        values = sorted(valued, key=lambda each: (-each[0], write_move(each[1])))
        nodes = solver.nodes
        lines = [tuple(_best_line(solver, simulator.next_state(start, move))) for _, move in values[:2]]
    except NodeLimitExceeded:
        return None
    return Proof(tuple(values), tuple(lines), nodes)


def _best_line(solver: Solver, state: SimState) -> Iterator[SimState]:
    """Yield the state and those after each best reply, to the end of the round."""
    simulator = solver.simulator
    yield state
    while not state.over:
        choose = max if state.turn == simulator.perspective.viewer else min
        replies = sorted(simulator.moves(state), key=write_move)
        state = choose((simulator.next_state(state, reply) for reply in replies), key=solver.value)
        yield state


# --- themes ---------------------------------------------------------------------------------------------------------


THEMES = ("steal", "raise", "build", "groups", "sum", "last", "sweep", "count")
"""All themes, the rarer ones first: the first of a puzzle's themes names it."""


def themes_of(proof: Proof, table: Table) -> tuple[str, ...]:
    """The themes of the move proved best on this table; empty if it is a plain one."""
    found = set(_of_move(proof.solution, table)) | set(_of_outcome(*proof.lines))
    if not found and isinstance(proof.solution, Trail):
        found = {"count"}
    return tuple(theme for theme in THEMES if theme in found)


def _of_move(move: Move, table: Table) -> Iterator[str]:
    play = play_of(move)
    if not isinstance(play, Capture | MakeBuild):
        return
    builds = [build for build in table.builds if build.cards in play.builds]
    if any(build.owner == OPPONENT for build in builds):
        yield "steal"
    if isinstance(play, MakeBuild):
        yield "raise" if any(build.value != play.value for build in builds) else "build"
        return
    singles, sums = _groups(play)
    if singles + sums + len(builds) > 1:
        yield "groups"
    elif sums:
        yield "sum"


def _groups(capture: Capture) -> tuple[int, int]:
    """The number of loose cards that match the card played, and of groups that add up to it."""
    (played,) = capture.played
    adding = [card for card in capture.loose if card.rank != played.rank]
    return len(capture.loose) - len(adding), sum(map(_number, adding)) // (_number(played) or 1)


def _number(card: Card) -> int:
    values = card_values(learning_rules().matching)[card]
    return values[0] if values and isinstance(values[0], int) else 0


def _of_outcome(best: Sequence[SimState], next_best: Sequence[SimState]) -> Iterator[str]:
    """Yield what the line of the best move reaches in the end, or prevents, where that of the next best does not."""
    if best[-1].table.cards and best[-1].last_capturer == LEARNER - 1 != next_best[-1].last_capturer:
        yield "last"
    if _is_swept(next_best) and not _is_swept(best):
        yield "sweep"


def _is_swept(line: Sequence[SimState]) -> bool:
    """True if the first reply takes the whole table."""
    return len(line) > 1 and line[1].table.empty and line[1].last_capturer == OPPONENT - 1
