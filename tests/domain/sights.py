"""Games played command by command, for things that the contract's answers do not show: the view of each seat, and
turns."""

from games.domain.cards import read_card
from games.domain.commands import Command, OpenGame, Play, StartRound
from games.domain.decide import decide
from games.domain.notation import read_move
from games.domain.perspective import RoundView, perspective
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.state import GameState
from games.domain.variants import resolve
from tests.domain.positions import Rules


def after(state: GameState | None, command: Command) -> GameState:
    """Return the state after a command that must not be refused."""
    decided = decide(state, command)
    assert not isinstance(decided, Refusal), decided
    return fold(decided, state)


def begun(rules: Rules, pack: str, moves: list[str], *, seats: int = 2, dealer: int = 2) -> GameState:
    """Return a game with its first pack dealt and these moves played, each by the seat whose turn it was."""
    opened = after(None, OpenGame(resolve(rules), "", seats, False, dealer))
    state = after(opened, StartRound(tuple(map(read_card, pack.split()))))
    for move in moves:
        assert state.round is not None
        state = after(state, Play(state.round.turn, read_move(move)))
    return state


def sight(state: GameState, viewer: int) -> RoundView:
    """Return the round as this seat, or spectator 0, sees it."""
    view = perspective(state, viewer).round
    assert view is not None
    return view
