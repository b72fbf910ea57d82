"""Greedy: makes the capture worth most right now, else trails the card worth least. It does not plan builds."""

from random import Random
from typing import assert_never

from games.bots.base import Decision
from games.bots.speaking import says
from games.bots.worth import capture_worth, card_worth, is_orange, taken_by
from games.domain.legality import legal_moves
from games.domain.moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of
from games.domain.notation import write_move
from games.domain.perspective import Perspective
from games.domain.plucking import without_card
from games.domain.position import Position

type Rank = tuple[int, float]


class Casual:
    """Looks at its legal moves and no further ahead."""

    def choose(self, sight: Perspective, luck: Random) -> Decision:
        return says(sight) or greedy_move(sight.position(), luck)


def greedy_move(position: Position, luck: Random) -> Move:
    """Return the move that brings the most right now; ties are broken at random."""
    moves = {write_move(move): move for move in legal_moves(position)}
    ranks = {text: rank(move, position) for text, move in moves.items()}
    best = max(ranks.values())
    chosen = luck.choice(sorted(text for text, reached in ranks.items() if reached == best))
    return calling(moves[chosen], position)


def rank(move: Move, position: Position) -> Rank:
    """Return the move's rank: captures before trails before builds, then by points, rounded so that equals match."""
    if not isinstance(move, Plucked):
        return _rank_play(move, position)
    left = without_card(position, move.card) if move.before else position
    kind, points = _rank_play(move.play, left)
    return kind, round(points + card_worth(position.rules)[move.card], 6)


def _rank_play(play: Play, position: Position) -> Rank:
    worth = card_worth(position.rules)
    match play:
        case Capture():
            return 3, round(capture_worth(play, position.table, position.rules), 6)
        case MakeBuild(card, loose, builds):
            cards = (card, *loose, *(each for name in builds for each in name))
            return 1, round(sum(worth[each] for each in cards), 6)
        case TableBuild(trailed, loose):
            return 1, round(sum(worth[each] for each in loose) - worth[trailed], 6)
        case Trail(card):
            return 2, round(-worth[card], 6)
        case other:
            assert_never(other)


def calling(move: Move, position: Position) -> Move:
    """Return the move with its orange called, if it is one (8.6)."""
    play = play_of(move)
    if not (position.rules.specials.orange and isinstance(play, Capture)):
        return move
    called = play._replace(orange=is_orange(taken_by(play)))
    return move._replace(play=called) if isinstance(move, Plucked) else called
