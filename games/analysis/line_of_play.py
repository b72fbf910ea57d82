"""The best play that follows a move, where counting reveals all hands."""

from random import Random

from games.bots.hidden_hands import is_perfect_information, sample_determinizations
from games.bots.move_ordering import MoveOrdering
from games.bots.simulation import SimState, Simulator
from games.bots.solver import NodeLimitExceeded, Solver
from games.domain.moves import Move, Trail
from games.domain.notation import write_move
from games.domain.perspective import Perspective
from games.presenters.hints import Continuation, FollowingMove

MAX_PLIES = 4
"""Maximum number of moves after the first one."""

MAX_NODES = 3000


def line_of_play(
    perspective: Perspective, move: Move, rng: Random, plies: int = MAX_PLIES, max_nodes: int = MAX_NODES
) -> Continuation:
    """The play after the viewer's move. Raises ValueError where the viewer can't know the hands."""
    if not is_perfect_information(perspective):
        raise ValueError("the hands are hidden")
    simulator = Simulator(perspective)
    state = simulator.next_state(simulator.from_determinization(next(sample_determinizations(perspective, rng))), move)
    reply, following = _Reply(simulator, max_nodes), list[FollowingMove]()
    while not state.over and len(following) < plies:
        forced = all(isinstance(each, Trail) for each in simulator.moves(state))
        chosen = reply.best(state)
        following.append(FollowingMove(state.turn, chosen, forced))
        state = simulator.next_state(state, chosen)
    ends = state.over and state.winner is None and simulator.last_deal and not state.stock
    left = state.table.cards if ends and state.last_capturer is not None else ()
    return Continuation(tuple(following), state.last_capturer if left else None, left)


class _Reply:
    """The choice of each next move: solved where that is possible, else the one that gains most at once."""

    def __init__(self, simulator: Simulator, max_nodes: int) -> None:
        self._solver: Solver | None = Solver(simulator, max_nodes)
        self._ordered = MoveOrdering(simulator).ordered
        self._simulator = simulator

    def best(self, state: SimState) -> Move:
        if self._solver:
            try:
                return min((move for _, move in self._best_solved(self._solver, state)), key=write_move)
            except NodeLimitExceeded:
                self._solver = None
        scored = self._ordered(state)
        return min((move for value, move in scored if value == scored[0][0]), key=write_move)

    def _best_solved(self, solver: Solver, state: SimState) -> list[tuple[float, Move]]:
        """The best moves of the seat to play: for a rival of the viewer those of the lowest value."""
        if self._simulator.side_of(state.turn) == self._simulator.side_of(self._simulator.perspective.viewer):
            return solver.best(state)
        scored = [(solver.value(self._simulator.next_state(state, move)), move) for _, move in self._ordered(state)]
        lowest = min(value for value, _ in scored)
        return [(value, move) for value, move in scored if value <= lowest]
