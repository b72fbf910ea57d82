"""The opportunities that a move leaves for the others, by the cards they may hold: exact, by the engine's rules."""

from collections import Counter
from typing import NamedTuple

from games.bots.one_ply import OnePly
from games.bots.simulation import SimState
from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.moves import Move, Trail, play_of
from games.domain.position import Position
from games.domain.table import Table
from games.domain.values import hand_values


class Exposure(NamedTuple):
    """The opportunities left for the others: the ranks that could take something (None where several cards may be
    played at once), and a value they may hold for which the table no longer has a capture."""

    capturing_ranks: tuple[str, ...] | None
    blocked_value: int | None


def exposure_after(one_ply: OnePly, move: Move, after: SimState) -> Exposure:
    """Return the opportunities that the table after the viewer's move offers to the cards the viewer has not seen."""
    rules, captures = one_ply.simulator.rules, _captures(one_ply, after.table)
    values = hand_values(rules.matching)
    held = Counter(value for card in one_ply.unseen for value in values[card])
    alternatives = _alternatives(one_ply, move)
    closed = [value for value in held if not captures.groups(value)]
    blocked = [value for value in closed if any(other.groups(value) for other in alternatives)]
    return Exposure(
        capturing_ranks=_capturing_ranks(one_ply, captures) if rules.matching.hand_cards == "one" else None,
        blocked_value=max(blocked, key=lambda value: (held[value], value), default=None),
    )


def _capturing_ranks(one_ply: OnePly, captures: Captures) -> tuple[str, ...]:
    """Return the ranks of the unseen cards that could take something, each once, likeliest first."""
    ranks = Counter(card.rank for card in one_ply.unseen if _can_capture(captures, card))
    return tuple(rank for rank, _ in ranks.most_common())


def _can_capture(captures: Captures, card: Card) -> bool:
    if captures.pairs_by_rank((card,)):
        return any(captures.face_groups(card))
    return captures.takes_everything((card,)) or any(map(captures.groups, captures.hand_totals((card,))))


def _alternatives(one_ply: OnePly, move: Move) -> list[Captures]:
    """Return the table before the move; if the move trails, also the tables after every other trail."""
    table, moves = one_ply.state.table, one_ply.simulator.moves(one_ply.state) if isinstance(move, Trail) else []
    trailed = {play.card for play in map(play_of, moves) if isinstance(play, Trail) and play != play_of(move)}
    others = [Table((*table.loose, card), table.builds) for card in sorted(trailed)]
    return [_captures(one_ply, other) for other in (table, *others)]


def _captures(one_ply: OnePly, table: Table) -> Captures:
    """Return the captures of the next rival from the table."""
    simulator = one_ply.simulator
    rival = one_ply.threats.rival
    return Captures(Position(simulator.rules, rival, (), table, simulator.partner_of(rival)))
