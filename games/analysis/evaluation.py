"""The turns of one seat in a log, and the value of each. Pure: the same log always gives the same result."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.analysis.opportunities import opportunities
from games.bots.move_values import value_moves
from games.bots.strong import Budget
from games.domain.events import Event
from games.domain.evolve import effective_seqs, fold
from games.domain.move_generation import legal_moves
from games.domain.moves import Move
from games.domain.notation import NotationError, read_move, write_move
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.record import entries_of
from games.presenters.analysis import TurnEvaluation
from games.presenters.timeline import timeline


class PlayedTurn(NamedTuple):
    """A turn played by the seat: the moment of the replay, its view before the move, and its move."""

    timeline_index: int
    perspective: Perspective
    move: Move


def turns_of(log: Sequence[Event], seat: int) -> Iterator[PlayedTurn]:
    """Yield the moves the seat itself made and that were not taken back, in order."""
    effective = set(effective_seqs(log))
    entries = timeline([redact(event, SPECTATOR) for event in log])
    for number, entry in enumerate(entries):
        if entry.kind != "move" or entry.start + 1 not in effective:
            continue
        mover, text = next(iter(entries_of(log[entry.start : entry.end])), (SPECTATOR, ""))
        move = read_turn_move(text) if mover == seat else None
        if move is None:
            continue
        state = fold(log[: entry.start])
        perspective = perspective_of(state, seat)
        if perspective.my_turn and seat not in state.bot_seats:
            yield PlayedTurn(number, perspective, move)


def read_turn_move(text: str) -> Move | None:
    """Return the move; None for a claim or a call."""
    try:
        return read_move(text)
    except NotationError:
        return None


def evaluate_turn(turn: PlayedTurn, seed: str, budget: Budget) -> TurnEvaluation:
    """Return the value of the turn within the budget. `seed` seeds the samples of hidden cards."""
    perspective = turn.perspective
    ranked = value_moves(perspective, turn.move, Random(f"{seed}/{turn.timeline_index}"), budget)  # noqa: S311  always the same
    best, played = ranked[0], next(value for value in ranked if value.move == turn.move)
    available = {key for move in legal_moves(perspective.position()) for key in opportunities(move, perspective)}
    return TurnEvaluation(
        timeline_index=turn.timeline_index,
        round=perspective.latest_round,
        played=write_move(turn.move),
        best=write_move(best.move),
        lead_at_start=round(lead_at_round_start(perspective), 3),
        value=round(played.value, 3),
        best_value=round(best.value, 3),
        opportunities=tuple(sorted(available)),
        taken=tuple(sorted(opportunities(turn.move, perspective))),
    )


def lead_at_round_start(perspective: Perspective) -> float:
    """Return the lead of the viewer's side over the average of the others when the round began."""
    totals = perspective.round.totals_at_start if perspective.round else perspective.totals
    own = totals[perspective.side_of(perspective.viewer)]
    return own - (sum(totals) - own) / (len(totals) - 1)
