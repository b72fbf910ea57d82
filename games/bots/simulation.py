"""A simulated round: all hands are given, and the state is light enough to play thousands of rounds a second.

The hands are samples, so only the effects of moves matter here: piles are bit masks, points are numbers, and moves are
made without validation. Tests compare it with the engine.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from typing import NamedTuple, assert_never

from games.bots.card_worth import call_orange, effective_scoring, mask_of, sweep_worth, taken_cards
from games.bots.hidden_hands import Determinization, visible_round
from games.domain.cards import CARD_INDEX, Card, sort_cards
from games.domain.move_generation import MAX_MOVES, MoveGenerator, position_of_play
from games.domain.moves import (
    AddAndPlay,
    Capture,
    MakeBuild,
    Move,
    Play,
    PluckAndPlay,
    Stolen,
    TableBuild,
    Trail,
    played_cards,
    stolen_in,
    unplucked,
)
from games.domain.perspective import Perspective, stealable
from games.domain.plucking import pluckable_after, pluckable_before, without_card
from games.domain.position import Position
from games.domain.rounds import DEFAULT_PENALTY_POINTS, ORANGE_POINTS, least_sweep_points, tablanette_points
from games.domain.rules import Rules
from games.domain.scoring import under_ceiling
from games.domain.subset_sum import Steps
from games.domain.table import NO_SEAT, Build, Table, Value, add_to_seat_pile, make_build, replace_at
from games.domain.values import hand_values, unmatched_values

type Proofs = tuple[frozenset[Value], ...]
type Hands = tuple[tuple[Card, ...], ...]

MAX_UNIONS = 64
"""Approximate maximum number of unions of groups listed for one value."""


class SimState(NamedTuple):
    """A state of a simulated round. `piles` are masks, `extra` the points not scored by cards, both by side.

    `seat_piles`: each seat's pile, where cards can be stolen from it (15.5).
    """

    hands: Hands
    table: Table
    turn: int
    piles: tuple[int, ...]
    extra: tuple[float, ...]
    last_capturer: int | None
    plucked: frozenset[int]
    proved: Proofs
    stock: tuple[Card, ...] = ()
    started: bool = True
    winner: int | None = None
    seat_piles: Hands = ()

    @property
    def over(self) -> bool:
        """True when no hand holds a card, or a side has won: the deal is played out."""
        return self.winner is not None or not any(self.hands)


class Simulator:
    """The constants of a simulated round: the rules, the seats, and cached results about tables."""

    def __init__(self, perspective: Perspective) -> None:
        round_ = visible_round(perspective)
        self.perspective = perspective
        self.rules: Rules = perspective.rules
        self.seats = perspective.seats
        self.sides = len(perspective.totals)
        self.draws = self.rules.dealing.refill == "draw"
        self.last_deal = round_.stock_count == 0
        scoring, building = self.rules.scoring, self.rules.building
        in_time = scoring.last_deal_sweeps or not self.last_deal
        self.sweeps_count = in_time and under_ceiling(scoring, round_.totals_at_start)
        self.duty = building.last_deal_duty if self.last_deal and building.last_deal_duty else building.duty
        self._values = hand_values(self.rules.matching)
        self._direction = 1 if self.rules.dealing.play_direction == "clockwise" else -1
        self._generators: dict[tuple[int, Table, frozenset[Value], tuple[Stolen, ...]], MoveGenerator] = {}

    def current_state(self, hands: Hands, stock: tuple[Card, ...] = ()) -> SimState:
        round_ = visible_round(self.perspective)
        return SimState(
            hands=hands,
            table=_sorted_table(round_.table.loose, round_.table.builds),
            turn=round_.turn,
            piles=tuple(map(mask_of, round_.piles)),
            extra=tuple(
                float(
                    sum(bonus.values()) + sum(sweep_worth(*sweep[:2], self.rules, sweep.min_points) for sweep in swept)
                )
                for bonus, swept in zip(round_.bonus_points, round_.sweeps, strict=True)
            ),
            last_capturer=round_.last_capture,
            plucked=round_.pluck_used,
            proved=round_.proven_values,
            stock=stock if self.draws else (),
            started=round_.plays > 0,
            seat_piles=round_.seat_piles,
        )

    def from_determinization(self, sample: Determinization) -> SimState:
        return self.current_state(sample.hands, sample.stock)

    # --- moves ----------------------------------------------------------------------------------------------------

    def position(self, state: SimState) -> Position:
        seat, hands = state.turn, state.hands
        partner = self.partner_of(seat)
        return Position(
            rules=self.rules,
            seat=seat,
            hand=hands[seat - 1],
            table=state.table,
            partner=partner,
            pluck_used=seat in state.plucked,
            proven_values=state.proved[partner - 1] if partner else frozenset(),
            last_turn=self.last_deal and not state.stock and sum(map(len, hands)) == len(hands[seat - 1]),
            last_deal=self.last_deal,
            tops=stealable(state.seat_piles, seat, partner) if state.seat_piles else (),
        )

    def generator(self, position: Position, turn: MoveGenerator | None = None) -> MoveGenerator:
        """The legal plays of the position; the parts that depend only on the table are cached for all hands.

        `turn`: the generator of the whole turn, where this one is for the play after a pluck.
        """
        key = (position.seat, position.table, position.proven_values, position.tops)
        known = self._generators.get(key)
        if known is None:
            known = self._generators[key] = MoveGenerator(position, Steps(unions=MAX_UNIONS))
            _ = known.builds
        mine = copy(known)
        mine.position, mine.turn, mine.steps = position, turn, turn.steps if turn else Steps()
        return mine

    def moves(self, state: SimState) -> list[Move]:
        """The moves of the seat to play, with oranges called; of a crowded table some of them."""
        position = self.position(state)
        generator = self.generator(position)
        plays = [*islice(self._unplucked(generator), MAX_MOVES)]
        if not self.rules.specials.pluck or position.pluck_used:
            return [*plays]
        return [*plays, *islice(self._with_plucks(position, generator, plays), MAX_MOVES - len(plays))]

    def _with_plucks(
        self, position: Position, generator: MoveGenerator, plays: list[Play | AddAndPlay]
    ) -> Iterator[PluckAndPlay]:
        for card in pluckable_before(position):
            without = self.generator(without_card(position, card), generator)
            yield from (PluckAndPlay(card, play, before=True) for play in self._unplucked(without))
        for play in plays:
            yield from (PluckAndPlay(card, play, before=False) for card in pluckable_after(position, play))

    def _unplucked(self, generator: MoveGenerator) -> Iterator[Play | AddAndPlay]:
        for play in generator.plays():
            yield call_orange(play, self.rules)
        for move in generator.additions():
            yield move._replace(play=call_orange(move.play, self.rules))

    # --- making moves ---------------------------------------------------------------------------------------------

    def side_of(self, seat: int) -> int:
        return self.perspective.side_of(seat)

    def partner_of(self, seat: int) -> int:
        return (seat + 1) % 4 + 1 if self.perspective.partners else NO_SEAT

    def next_state(self, state: SimState, move: Move) -> SimState:
        """The state in which the next seat is to play, or the deal is played out."""
        if isinstance(move, PluckAndPlay) and move.before:
            state = self._after_pluck(state, move.card)
        seat, rest = state.turn, unplucked(move)
        if isinstance(rest, AddAndPlay):
            state = self._after_addition(state, rest)
        play = rest.play if isinstance(rest, AddAndPlay) else rest
        state = self._after_penalty(self._after_play(state, play), seat, isinstance(play, Trail))
        if isinstance(move, PluckAndPlay) and not move.before:
            state = self._after_pluck(state, move.card)
        if state.stock and state.winner is None:
            state = state._replace(hands=_with_card(state.hands, seat, state.stock[0]), stock=state.stock[1:])
        return state._replace(turn=self._next_seat(state), started=True)

    def _next_seat(self, state: SimState) -> int:
        seat = self.seat_after(state.turn)
        while not state.hands[seat - 1] and seat != state.turn:
            seat = self.seat_after(seat)
        return seat

    def seat_after(self, seat: int) -> int:
        return (seat - 1 + self._direction) % self.seats + 1

    def seats_after_viewer(self) -> list[int]:
        """The other seats, in the order in which they play after the viewer's."""
        seats = [self.seat_after(self.perspective.viewer)]
        while len(seats) < self.seats - 1:
            seats.append(self.seat_after(seats[-1]))
        return seats

    def _after_addition(self, state: SimState, added: AddAndPlay) -> SimState:
        """The state once cards have been added to a build (15.4)."""
        table = position_of_play(self.position(state), added).table
        return self._rob(state, added.stolen)._replace(table=_sorted_table(table.loose, table.builds))

    def _rob(self, state: SimState, stolen: tuple[Stolen, ...]) -> SimState:
        """The state once the stolen cards have left their piles (15.3)."""
        for card, seat in stolen:
            side, pile = self.side_of(seat), state.seat_piles[seat - 1][:-1]
            piles = replace_at(state.piles, side, state.piles[side] & ~(1 << CARD_INDEX[card]))
            seat_piles = replace_at(state.seat_piles, seat - 1, pile)
            state = state._replace(piles=piles, seat_piles=seat_piles)
        return state

    def _after_pluck(self, state: SimState, card: Card) -> SimState:
        left = _sorted_table([other for other in state.table.loose if other != card], state.table.builds)
        piles = _add_to_pile(state.piles, self.side_of(state.turn), 1 << CARD_INDEX[card])
        return state._replace(table=left, piles=piles, plucked=state.plucked | {state.turn})

    def _after_play(self, state: SimState, play: Play) -> SimState:
        played = played_cards(play)
        stolen = stolen_in(play)
        if stolen:
            state = self._rob(state, stolen)
        hands = _without_cards(state.hands, state.turn, played)
        proved = self._remaining_proofs(state, played)
        match play:
            case Trail(card):
                table = _sorted_table((*state.table.loose, card), state.table.builds)
                return state._replace(hands=hands, table=table, proved=proved)
            case Capture():
                return self._after_capture(state._replace(hands=hands, proved=proved), play)
            case MakeBuild() | TableBuild():
                table, owner = self._after_build(state, play)
                if owner == state.turn or play.for_partner:
                    proved = replace_at(proved, owner - 1, proved[owner - 1] | {play.value})
                return state._replace(hands=hands, table=table, proved=proved)
            case other:
                assert_never(other)

    def _remaining_proofs(self, state: SimState, played: tuple[Card, ...]) -> Proofs:
        mine = state.proved[state.turn - 1]
        if not mine:
            return state.proved
        spent = {value for card in played for value in (*self._values[card], card.rank)}
        return replace_at(state.proved, state.turn - 1, mine - spent)

    def _after_build(self, state: SimState, play: MakeBuild | TableBuild) -> tuple[Table, int]:
        position = self.position(state)
        builds = self.generator(position).builds
        groups = (builds.groups_for_move(play) if isinstance(play, MakeBuild) else builds.table_groups(play)) or ()
        names = play.builds if isinstance(play, MakeBuild) else ()
        owner = builds.owner_after(play.value, builds.taken_in(builds.items.mask((), names)), play.for_partner)
        loose = [card for card in state.table.loose if card not in play.loose]
        if isinstance(play, TableBuild):
            loose.append(play.trailed)
        standing = [build for build in state.table.builds if build.cards not in names]
        return _sorted_table(loose, (*standing, make_build(groups, play.value, owner))), owner

    def _after_capture(self, state: SimState, play: Capture) -> SimState:
        side, taken = self.side_of(state.turn), taken_cards(play)
        loose = [card for card in state.table.loose if card not in play.loose]
        left = _sorted_table(loose, [build for build in state.table.builds if build.cards not in play.builds])
        points: float = ORANGE_POINTS * play.orange
        if left.empty:
            least = least_sweep_points(self.rules, play.played)
            points += sweep_worth(len(taken), not state.started, self.rules, least) if self.sweeps_count else 0
            points += self._tablanette(state, play)
        extra = replace_at(state.extra, side, state.extra[side] + points)
        taken = (*taken, *(top.card for top in play.stolen))
        piles = _add_to_pile(state.piles, side, mask_of(taken) | mask_of(play.played))
        seat_piles = add_to_seat_pile(state.seat_piles, state.turn, taken, play.played)
        captured = state._replace(table=left, piles=piles, seat_piles=seat_piles, extra=extra, last_capturer=side)
        return captured._replace(winner=self._won_on_table(captured, side))

    def _tablanette(self, state: SimState, play: Capture) -> int:
        if not effective_scoring(self.rules).tablanette:
            return 0
        return tablanette_points(self.position(state), play)

    def _won_on_table(self, state: SimState, side: int) -> int | None:
        """The side that wins a game to clear the table with this capture (8.8), else None."""
        if not ends_on_table(self.rules, self.seats, state.piles, state.table.empty):
            return None
        counts = [pile.bit_count() for pile in state.piles]
        return side if counts[side] == max(counts) else counts.index(max(counts))

    def _after_penalty(self, state: SimState, seat: int, trailed: bool) -> SimState:
        """Apply the penalty for a default: points for the other side, and the builds lose their owner (8.7)."""
        owned = [build for build in state.table.builds if build.owner == seat]
        if not owned or self.duty != "penalty":
            return state
        bare = unmatched_values(state.hands[seat - 1], [build.value for build in owned], self.rules.matching)
        lost = [build for build in owned if trailed or build.value in bare]
        if not lost:
            return state
        builds = [build._replace(owner=NO_SEAT) if build in lost else build for build in state.table.builds]
        other = 1 - self.side_of(seat)
        extra = replace_at(state.extra, other, state.extra[other] + DEFAULT_PENALTY_POINTS)
        return state._replace(table=_sorted_table(state.table.loose, builds), extra=extra)


def ends_on_table(rules: Rules, seats: int, piles: tuple[int, ...], cleared: bool) -> bool:
    """True if a capture after which the sides have these cards ends a game to clear the table (8.8)."""
    if rules.winning.ending != "clear_table":
        return False
    limit = dict(rules.winning.capture_count_end or ()).get(seats)
    return cleared or (limit is not None and max(map(int.bit_count, piles)) >= limit)


def _add_to_pile(masks: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return replace_at(masks, side, masks[side] | more)


def _with_card(hands: Hands, seat: int, card: Card) -> Hands:
    return replace_at(hands, seat - 1, sort_cards((*hands[seat - 1], card)))


def _without_cards(hands: Hands, seat: int, played: tuple[Card, ...]) -> Hands:
    return replace_at(hands, seat - 1, tuple(card for card in hands[seat - 1] if card not in played))


def _sorted_table(loose: Sequence[Card], builds: Sequence[Build]) -> Table:
    """The table in sorted order, so that two tables with the same cards are equal."""
    return Table(sort_cards(loose), tuple(sorted(builds, key=lambda build: CARD_INDEX[build.cards[0]])))
