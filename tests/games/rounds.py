"""Games of two, played on without a page."""

from games import services
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.state import GameState
from games.log.store import load
from games.models import Game, Seat
from tests.games.computers import fresh
from tests.games.made_once import played_once
from tests.games.viewers import Viewer, laid


def state_of(game: Game) -> GameState:
    return load(fresh(game))[0]


def play_once(game: Game) -> None:
    """Make a capture if there is one, else the first legal move, for the seat to play, without a page."""
    state, seq = load(fresh(game))
    seat = Seat.objects.get(game=game, number=state.turn)
    moves = sorted(map(write_move, legal_moves(perspective_of(state, seat.number).position())))
    outcome = services.play(seat, next((move for move in moves if "x" in move), moves[0]), seq)
    assert isinstance(outcome, services.Accepted), outcome


def after_round_one() -> tuple[Viewer, Viewer]:
    """Return Ann and Bob after the first round, none of whom has seen its end."""
    game = played_once("after round one", played_round)
    ann, bob = (seat.person for seat in game.taken_seats.order_by("number"))
    return Viewer(game, ann), Viewer(game, bob)


def played_round() -> Game:
    game = laid({"preset": "casino", "target": 200}, "", "")[0].game
    while not state_of(game).sheets:
        play_once(game)
    return fresh(game)
