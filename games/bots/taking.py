"""The captures from a table, as widest sets only, and their points besides those of the cards."""

from collections.abc import Iterable, Iterator

from games.bots.board import Board, Pile, shorthand, together
from games.bots.prices import Prices
from games.bots.scene import Stage
from games.bots.sums import Things, groups_taken, splitting_totals, widest
from games.bots.worth import mask_of, what_scores
from games.domain.captures import FIVE_OF_SPADES
from games.domain.combining import bits, totals
from games.domain.table import NOBODY

MOST_LOOSE = 12
"""Maximum number of loose cards considered for sums, most valuable first."""


class Taking:
    """The captures possible under the rules of a stage."""

    def __init__(self, stage: Stage, prices: Prices) -> None:
        self.rules, self.prices = stage.rules, prices
        self.short, specials = shorthand(stage.rules), stage.rules.specials
        seats = range(1, stage.seats + 1)
        self.side_of = [0, *map(stage.side_of, seats)]
        self.partner_of = [NOBODY, *map(stage.partner_of, seats)]
        self.jack = self.short.of_rank.get("J", 0) if specials.jack_takes_all else 0
        self._takes_all = self.jack | (mask_of([FIVE_OF_SPADES]) if specials.five_of_spades_sweeps else 0)

    def by_card(self, board: Board, seat: int, place: int) -> Iterator[int]:
        """Yield the widest sets of cards that one card may take."""
        if self._takes_all >> place & 1:
            yield from (board.cards,) * bool(board.cards)
        if self.jack >> place & 1:
            return
        values = self.short.values[place]
        if values:
            for value in values:
                yield from self.by_value(board, seat, value)
        else:
            yield from self._faces(board, seat, self.short.ranks[place])

    def by_value(self, board: Board, seat: int, value: int) -> list[int]:
        """Return the widest sets of cards that a value takes."""
        whole = sum([pile.cards for pile in board.piles if pile.value == value]) if board.piles else 0
        things, cards = self._things(board, seat, value)
        sums = widest(things, value, self.rules.matching.table_sums)
        if not sums:
            return [whole] if whole else []
        return [whole | together(mask, cards) for mask in sums]

    def _things(self, board: Board, seat: int, value: int) -> tuple[Things, list[int]]:
        """Return the items that may be part of a sum: their values and their cards."""
        things, cards = self.loose_things(board)
        if not board.piles or self.rules.matching.single_build_in_sums == "no":
            return things, cards
        for pile in board.piles:
            if pile.single and isinstance(pile.value, int) and pile.value != value and self._in_sums(pile, seat):
                things, cards = (*things, (pile.value,)), [*cards, pile.cards]
        return things, cards

    def loose_things(self, board: Board) -> tuple[Things, list[int]]:
        """Return the loose cards: their possible values, and their bits."""
        if board.things is None:
            places = self._looked_at(board.loose)
            board.things = tuple([self.short.values[place] for place in places])
            board.bits = [1 << place for place in places]
        return board.things, board.bits

    def _looked_at(self, loose: int) -> list[int]:
        places = list(bits(loose))
        if len(places) <= MOST_LOOSE:
            return places
        each = self.prices.each(0)
        return sorted(sorted(places, key=lambda place: -each[place])[:MOST_LOOSE])

    def _in_sums(self, pile: Pile, seat: int) -> bool:
        """Return True if the seat may count a single build as one card (4.6)."""
        friend = pile.owner != NOBODY and pile.owner in (seat, self.partner_of[seat])
        return self.rules.matching.single_build_in_sums == "anyone" or not friend

    def _faces(self, board: Board, seat: int, rank: str) -> Iterator[int]:
        built = sum(pile.cards for pile in board.piles if pile.value == rank)
        loose = list(bits(board.loose & self.short.of_rank[rank]))
        each = self.prices.each(self.side_of[seat])
        count = self._face_count(len(loose))
        best = sorted(loose, key=lambda place: -each[place])[:count]
        taken = built | sum(1 << place for place in best)
        if taken:
            yield taken

    def _face_count(self, loose: int) -> int:
        matching = self.rules.matching
        if matching.matching == "all" or matching.face_capture == "any":
            return loose
        return 3 if matching.face_capture == "one_or_three" and loose >= 3 else min(loose, 1)

    def totals(self, places: tuple[int, ...]) -> Iterable[int]:
        """Return the totals that the cards may count as together (8.1)."""
        things = tuple(self.short.values[place] for place in places)
        if not all(things):
            return ()
        if self.rules.matching.hand_cards == "sums":
            return splitting_totals(things)
        return totals(things)

    def besides(self, board: Board, side: int, played: int, taken: int) -> float:
        """Return the points for an orange and for emptying the table."""
        orange = taken & self.short.red and taken & self.short.yellow and self.rules.specials.orange
        points = self.prices.orange(side) if orange else 0.0
        if taken != board.cards:
            return points
        points += self.prices.sweep(side, taken.bit_count())
        return points + (self._tablanette(played, taken) if what_scores(self.rules).tablanette else 0)

    def _tablanette(self, played: int, taken: int) -> int:
        """Return the points scored immediately for emptying the table (6.2)."""
        if played & self.jack:
            return 0
        things = tuple(self.short.values[place] for place in bits(taken))
        if not all(things):
            return 0
        return max(
            (
                value * (groups_taken(things, value) + 1)
                for place in bits(played)
                for value in self.short.values[place]
                if groups_taken(things, value)
            ),
            default=0,
        )
