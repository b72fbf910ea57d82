"""The steps open to a seat on each table that comes up while one move is considered, computed once per table.

Only the steps worth simulating: the widest captures, the best builds, trails. The move that a seat really makes is
never taken from here; see `scene`.
"""

from collections.abc import Iterator
from itertools import combinations

from games.bots.board import Board, Pile, Step, shorthand
from games.bots.making import Making
from games.bots.prices import Prices
from games.bots.scene import Stage
from games.bots.standing import Standing
from games.bots.taking import Taking
from games.bots.worth import mask_of
from games.domain.combining import bits
from games.domain.playing import DEFAULT
from games.domain.table import NOBODY, Table, Value

BUILT = 0.4
"""The fraction of a new build's worth that its maker counts on."""

MOST_BUILDS = 3
"""Maximum number of builds simulated for one card and value."""


class Boards:
    """All the tables of a stage. `work` is the cost of computing them, in nodes."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.rules = stage, stage.rules
        self.standing = Standing(stage)
        self.prices = Prices(self.standing)
        self.short = shorthand(stage.rules)
        self.taking = Taking(stage, self.prices)
        self.side_of = self.taking.side_of
        self._making = Making(self.taking)
        self._boards: dict[tuple[int, tuple[Pile, ...]], Board] = {}
        self._values: dict[int, tuple[Value, ...]] = {}
        self.work = 0
        matching, building = stage.rules.matching, stage.rules.building
        self._building = building.building
        self._several = matching.hand_cards != "one"
        self._must_match = matching.matching == "all"
        self._may_trail = building.duty in ("free", "penalty")
        self._penalty = building.duty == "penalty"

    def board(self, loose: int, piles: tuple[Pile, ...]) -> Board:
        """Return the table with these cards and builds, always the same object."""
        key = loose, piles
        board = self._boards.get(key)
        if board is None:
            board = self._boards[key] = Board(loose, piles)
        return board

    def of(self, table: Table) -> Board:
        """Return the board of the game's table."""
        piles = (Pile(mask_of(build.cards), build.value, build.owner, build.single) for build in table.builds)
        return self.board(mask_of(table.loose), tuple(sorted(piles)))

    def forget(self) -> None:
        """Clear the caches once a move has been chosen.

        Boards refer to steps, which refer to boards: breaking these cycles frees them at once, without the garbage
        collector.
        """
        for board in self._boards.values():
            board.known.clear()
            board.sorted.clear()
            board.best.clear()

    # --- a seat's steps --------------------------------------------------------------------------------------------

    def steps(self, board: Board, seat: int, hand: int) -> list[Step]:
        """Return the steps worth simulating for a seat with these cards: at least one, in no particular order."""
        found: list[Step] = []
        known = board.known
        for place in bits(hand):
            own = known.get((seat, place, 0))
            found += own if own is not None else self._of_card(board, seat, place)
            if self._building:
                for value in self._kept(hand ^ 1 << place):
                    made = known.get((seat, place, value))
                    found += made if made is not None else self._builds(board, seat, place, value)
        if self._several:
            found += self._with_several(board, seat, hand)
        return self._dutiful(found, seat, hand) if seat in board.owners else found

    def in_order(self, board: Board, seat: int, hand: int) -> list[Step]:
        """Return the same steps, most promising first."""
        key = seat, hand
        known = board.sorted.get(key)
        if known is None:
            known = board.sorted[key] = sorted(self.steps(board, seat, hand), key=_order, reverse=True)
        return known

    def greediest(self, board: Board, seat: int, hand: int) -> Step:
        """Return the most promising capture; where there is none, the most promising step."""
        key = seat, hand
        best = board.best.get(key)
        if best is None:
            best = board.best[key] = self._greediest(board, seat, hand)
        return best

    def _greediest(self, board: Board, seat: int, hand: int) -> Step:
        if seat in board.owners or self._several:
            return max(self.steps(board, seat, hand), key=_order)
        best: Step | None = None
        for place in bits(hand):
            for step in board.known.get((seat, place, 0)) or self._of_card(board, seat, place):
                if step.taken and (best is None or step.order > best.order):
                    best = step
        return best or max(self.steps(board, seat, hand), key=_order)

    def _kept(self, hand: int) -> tuple[Value, ...]:
        values = self._values.get(hand)
        if values is None:
            found: dict[Value, None] = {}
            for place in bits(hand):
                found |= dict.fromkeys(self.short.values[place] or self._face_values(place))
            values = self._values[hand] = tuple(found)
        return values

    def _face_values(self, place: int) -> tuple[Value, ...]:
        return (self.short.ranks[place],) if self.rules.building.face_builds else ()

    def _dutiful(self, steps: list[Step], seat: int, hand: int) -> list[Step]:
        """Return the steps that an owner of builds may take (5.10), or all of them where none is allowed."""
        takers = self.short.takers
        kept = [
            step
            for step in steps
            if (self._may_trail or step.taken or step.board.loose & step.spent == 0)
            and (
                self._penalty
                or all(pile.owner != seat or hand & ~step.spent & takers[pile.value] for pile in step.board.piles)
            )
        ]
        return kept or steps

    # --- captures and trails --------------------------------------------------------------------------------------

    def _of_card(self, board: Board, seat: int, place: int) -> list[Step]:
        """Return the captures and the trail of a card."""
        bit = 1 << place
        self.work += 1 + len(board.bits)
        found = [self._capture(board, seat, bit, taken) for taken in self.taking.by_card(board, seat, place)]
        if not (found and self._must_match and self._matches(board, place)):
            found.append(self._trail(board, seat, bit))
        board.known[seat, place, 0] = found
        return found

    def _matches(self, board: Board, place: int) -> bool:
        values = self.short.values[place]
        matching = [self.short.takers[value] for value in values or (self.short.ranks[place],)]
        return any(board.loose & cards for cards in matching)

    def _trail(self, board: Board, seat: int, bit: int) -> Step:
        side = self.side_of[seat]
        piles, lost = board.piles, 0.0
        if self._penalty and seat in board.owners:
            piles = tuple(pile._replace(owner=NOBODY) if pile.owner == seat else pile for pile in piles)
            lost = float(DEFAULT)
        return Step(-lost - self.prices.of(side, bit), -lost, -lost, bit, 0, self.board(board.loose | bit, piles))

    def _capture(self, board: Board, seat: int, played: int, taken: int) -> Step:
        side = self.side_of[seat]
        piles = board.piles
        if piles:
            piles = tuple([pile for pile in piles if not pile.cards & taken])
        left = self.board(board.loose & ~taken, piles)
        extra = self.taking.besides(board, side, played, taken) if not left.cards or self.short.red else 0.0
        gain = self.prices.of(side, played | taken) + extra
        return Step(gain, gain, extra, played, played | taken, left)

    # --- several cards from hand ------------------------------------------------------------------------------------

    def _with_several(self, board: Board, seat: int, hand: int) -> Iterator[Step]:
        places = list(bits(hand & ~self.taking.jack))
        most = 2 if self.rules.matching.hand_cards == "pair" else len(places)
        for count in range(2, most + 1):
            for chosen in combinations(places, count):
                yield from self._by_several(board, seat, chosen)

    def _by_several(self, board: Board, seat: int, places: tuple[int, ...]) -> list[Step]:
        played = sum(1 << place for place in places)
        key = seat, -played, 0
        if key not in board.known:
            self.work += 1 + len(board.bits)
            taken = {mask for total in self.taking.totals(places) for mask in self.taking.by_value(board, seat, total)}
            board.known[key] = [self._capture(board, seat, played, mask) for mask in sorted(taken)]
        return board.known[key]

    # --- builds -----------------------------------------------------------------------------------------------------

    def _builds(self, board: Board, seat: int, place: int, value: Value) -> list[Step]:
        """Return the best builds of the value with the card."""
        side = self.side_of[seat]
        self.work += 1 + len(board.bits) // 4
        made = {mask: single for mask, single in self._making.with_card(board, seat, place, value) if mask}
        best = sorted(made, key=lambda mask: (-self.prices.of(side, mask), mask))[:MOST_BUILDS]
        found = [self._build(board, seat, 1 << place, mask, value, made[mask]) for mask in best]
        board.known[seat, place, value] = found
        return found

    def _build(self, board: Board, seat: int, bit: int, mask: int, value: Value, single: bool) -> Step:
        piles = tuple(pile for pile in board.piles if not pile.cards & mask)
        pile = Pile(mask | bit, value, seat, single)
        made = self.board(board.loose & ~mask, tuple(sorted((*piles, pile))))
        return Step(BUILT * self.prices.of(self.side_of[seat], mask | bit), 0.0, 0.0, bit, 0, made)


def _order(step: Step) -> float:
    return step.order
