"""The cards of a table that can be built with a card from the hand."""

from collections.abc import Iterator

from games.bots.board import Board, Pile, together
from games.bots.sums import Things, adding_up, beside
from games.bots.taking import Taking
from games.domain.table import NOBODY, Value


class Making:
    """The builds possible under the rules of a stage."""

    def __init__(self, taking: Taking) -> None:
        self.taking, self.short, self.building = taking, taking.short, taking.rules.building

    def with_card(self, board: Board, seat: int, place: int, value: Value) -> Iterator[tuple[int, bool]]:
        """Yield the cards that make a build of this value with the card, and True if the build would be single."""
        joined = sum(pile.cards for pile in board.piles if pile.value == value and self._may_join(pile, seat))
        if isinstance(value, str):
            if self.short.ranks[place] == value:
                yield joined | board.loose & self.short.of_rank[value], False
            return
        things, cards = self.taking.loose_things(board)
        for counted in self.short.values[place]:
            for group in adding_up(things, value - counted) if counted <= value else ():
                lone = not group
                extra = self._extra(things, value, group, lone)
                loose = together(group | extra, cards)
                yield joined | loose, not (joined or extra)
            for pile in board.piles:
                if pile.single and pile.value == value - counted and self._may_raise(pile, seat):
                    extra = self._extra(things, value, 0, False)
                    yield joined | pile.cards | together(extra, cards), not (joined or extra)

    def _extra(self, things: Things, value: int, group: int, lone: bool) -> int:
        """Return the cards that may join the build as further groups (5.3)."""
        if self.building.extra_groups:
            return beside(things, value, group, True)
        return beside(things, value, group, False) if lone else 0

    def _may_join(self, pile: Pile, seat: int) -> bool:
        partners = pile.owner != NOBODY and pile.owner == self.taking.partner_of[seat]
        return self.building.add_to_partner_build or not partners

    def _may_raise(self, pile: Pile, seat: int) -> bool:
        return self.building.raise_own or pile.owner != seat
