"""The turns of one seat in a log, and the value of each. Pure: the same log always gives the same result."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.bots.hindsight import valued
from games.bots.strong import Budget
from games.domain.entries import entries_of
from games.domain.events import Event
from games.domain.legality import legal_moves
from games.domain.moves import Move
from games.domain.notation import NotationError, read_move, write_move
from games.domain.perspective import SPECTATOR, Perspective, perspective, seen_by
from games.domain.replay import fold, standing
from games.lookback.chances import chances
from games.presenters.lookback import Found
from games.presenters.moments import moments


class Turn(NamedTuple):
    """A turn played by the seat: the moment of the replay, its view before the move, and its move."""

    at: int
    sight: Perspective
    move: Move


def turns_of(log: Sequence[Event], seat: int) -> Iterator[Turn]:
    """Yield the moves the seat itself made and that were not taken back, in order."""
    counted = set(standing(log))
    cut = moments([seen_by(event, SPECTATOR) for event in log])
    for at, moment in enumerate(cut):
        if moment.kind != "move" or moment.start + 1 not in counted:
            continue
        mover, text = next(iter(entries_of(log[moment.start : moment.end])), (SPECTATOR, ""))
        move = read(text) if mover == seat else None
        if move is None:
            continue
        state = fold(log[: moment.start])
        sight = perspective(state, seat)
        if sight.my_turn and seat not in state.left:
            yield Turn(at, sight, move)


def read(text: str) -> Move | None:
    """Return the move; None for a claim or a call."""
    try:
        return read_move(text)
    except NotationError:
        return None


def worth(turn: Turn, name: str, budget: Budget) -> Found:
    """Return the value of the turn within the budget. `name`, of the game and seat, seeds the random guesses."""
    sight = turn.sight
    ranked = valued(sight, turn.move, Random(f"{name}/{turn.at}"), budget)  # noqa: S311  always the same
    best, played = ranked[0], next(each for each in ranked if each.move == turn.move)
    open_ = sorted({key for move in legal_moves(sight.position()) for key in chances(move, sight)})
    return Found(
        at=turn.at,
        round=sight.latest_round,
        played=write_move(turn.move),
        best=write_move(best.move),
        before=round(ahead_before(sight), 3),
        value=round(played.value, 3),
        best_value=round(best.value, 3),
        open=tuple(open_),
        taken=tuple(sorted(chances(turn.move, sight))),
    )


def ahead_before(sight: Perspective) -> float:
    """Return the lead of the viewer's side over the average of the others when the round began."""
    before = sight.round.before if sight.round else sight.totals
    mine = before[sight.side_of(sight.viewer)]
    return mine - (sum(before) - mine) / (len(before) - 1)
