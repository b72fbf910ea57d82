"""The opportunities that a move leaves for the others, by the cards they may hold: exact, by the engine's rules."""

from collections import Counter
from typing import NamedTuple

from games.bots.scene import Scene
from games.bots.weighing import Weigher
from games.domain.captures import Captures
from games.domain.cards import Card
from games.domain.moves import Move, Trail, play_of
from games.domain.position import Position
from games.domain.table import Table
from games.domain.values import card_values


class Leaving(NamedTuple):
    """The opportunities left for the others: the ranks that could take something (None where several cards may be
    played at once), and a value they may hold for which the table no longer has a capture."""

    ranks: tuple[str, ...] | None
    spoilt: int | None


def left_by(weigher: Weigher, move: Move, after: Scene) -> Leaving:
    """Return the opportunities that the table after the viewer's move offers to the cards the viewer has not seen."""
    captures, values = _captures(weigher, after.table), card_values(weigher.stage.rules.matching)
    held = Counter(value for card in weigher.hidden for value in values[card])
    otherwise = _otherwise(weigher, move)
    closed = [value for value in held if not captures.groups(value)]
    spoilt = [value for value in closed if any(each.groups(value) for each in otherwise)]
    return Leaving(
        ranks=_ranks(weigher, captures) if weigher.stage.rules.matching.hand_cards == "one" else None,
        spoilt=max(spoilt, key=lambda value: (held[value], value), default=None),
    )


def _ranks(weigher: Weigher, captures: Captures) -> tuple[str, ...]:
    """Return the ranks of the unseen cards that could take something, each once, likeliest first."""
    ranks = Counter(card.rank for card in weigher.hidden if _takes(captures, card))
    return tuple(rank for rank, _ in ranks.most_common())


def _takes(captures: Captures, card: Card) -> bool:
    if captures.pairs_by_rank((card,)):
        return any(captures.face_groups(card))
    return captures.takes_everything((card,)) or any(map(captures.groups, captures.counts((card,))))


def _otherwise(weigher: Weigher, move: Move) -> list[Captures]:
    """Return the table before the move; if the move trails, also the tables after every other trail."""
    table, moves = weigher.scene.table, weigher.stage.moves(weigher.scene) if isinstance(move, Trail) else []
    trailed = {play.card for play in map(play_of, moves) if isinstance(play, Trail) and play != move}
    others = [Table((*table.loose, card), table.builds) for card in sorted(trailed)]
    return [_captures(weigher, each) for each in (table, *others)]


def _captures(weigher: Weigher, table: Table) -> Captures:
    """Return the captures of the next rival from the table."""
    stage = weigher.stage
    rival = weigher.risk.rival
    return Captures(Position(stage.rules, rival, (), table, stage.partner_of(rival)))
