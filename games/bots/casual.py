"""Greedy: makes the capture worth most right now, else trails the card worth least. It does not plan builds."""

from random import Random
from typing import assert_never

from games.bots.announcements import announcement
from games.bots.base import Decision
from games.bots.card_worth import call_orange, capture_worth, card_worth
from games.domain.move_generation import legal_moves, position_of_play
from games.domain.moves import AddAndPlay, Capture, MakeBuild, Move, Play, PluckAndPlay, TableBuild, Trail, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective
from games.domain.position import Position

type Rank = tuple[int, float]

ADDED_FACTOR = 0.4
"""The fraction of the worth of cards added to a build that their owner counts on."""


class Casual:
    """Looks at its legal moves and no further ahead."""

    def choose(self, perspective: Perspective, rng: Random) -> Decision:
        return announcement(perspective) or greedy_move(perspective.position(), rng)


def greedy_move(position: Position, rng: Random) -> Move:
    """Return the move that brings the most right now; ties are broken at random."""
    moves = {write_move(move): move for move in legal_moves(position)}
    ranks = {text: rank(move, position) for text, move in moves.items()}
    best = max(ranks.values())
    chosen = rng.choice(sorted(text for text, reached in ranks.items() if reached == best))
    return with_orange_call(moves[chosen], position)


def rank(move: Move, position: Position) -> Rank:
    """Return the move's rank: captures before trails before builds, then by points, rounded so that equals match."""
    kind, points = _rank_play(play_of(move), position_of_play(position, move))
    return kind, round(points + _points_beside(move, position), 6)


def _points_beside(move: Move, position: Position) -> float:
    """Return the worth of a plucked card, and a little for each card added to a build."""
    worth = card_worth(position.rules)
    if isinstance(move, PluckAndPlay):
        return worth[move.card] + _points_beside(move.play, position)
    if isinstance(move, AddAndPlay):
        return ADDED_FACTOR * sum(worth[card] for card in (*move.loose, *(top.card for top in move.stolen)))
    return 0.0


def _rank_play(play: Play, position: Position) -> Rank:
    worth = card_worth(position.rules)
    match play:
        case Capture():
            return 3, round(capture_worth(play, position.table, position.rules), 6)
        case MakeBuild(card, loose, builds):
            cards = (card, *loose, *(built for build in builds for built in build))
            return 1, round(sum(worth[card] for card in cards), 6)
        case TableBuild(trailed, loose):
            return 1, round(sum(worth[card] for card in loose) - worth[trailed], 6)
        case Trail(card):
            return 2, round(-worth[card], 6)
        case other:
            assert_never(other)


def with_orange_call(move: Move, position: Position) -> Move:
    """Return the move with its orange called, if it is one (8.6)."""
    if isinstance(move, PluckAndPlay):
        return move._replace(play=_unplucked_with_call(move.play, position))
    return _unplucked_with_call(move, position)


def _unplucked_with_call(move: Play | AddAndPlay, position: Position) -> Play | AddAndPlay:
    if isinstance(move, AddAndPlay):
        return move._replace(play=call_orange(move.play, position.rules))
    return call_orange(move, position.rules)
