"""A simulated round: all hands are given, and the state is light enough to play thousands of rounds a second.

The hands are guesses, so only the effects of moves matter here: piles are bit masks, points are numbers, and moves are
made without validation. Tests compare it with the engine.
"""

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, assert_never

from games.bots.unseen import Guess, round_seen
from games.bots.worth import ORANGE_POINTS, is_orange, mask_of, sweep_worth, taken_by, what_scores
from games.domain.cards import ORDER, Card, sort_cards
from games.domain.legality import Legality
from games.domain.moves import Capture, MakeBuild, Move, Play, Plucked, TableBuild, Trail, play_of, played_cards
from games.domain.perspective import Perspective
from games.domain.playing import DEFAULT, tablanette_points
from games.domain.plucking import pluckable_after, pluckable_before, without_card
from games.domain.position import Position
from games.domain.rules import Rules
from games.domain.table import NOBODY, Build, Table, Value, make_build
from games.domain.values import card_values, uncovered

type Proofs = tuple[frozenset[Value], ...]
type Hands = tuple[tuple[Card, ...], ...]

MOST_MOVES = 64
"""Maximum number of moves simulated in one position."""


class Scene(NamedTuple):
    """A moment of a simulated round. `piles` are masks, `extra` the points not scored by cards, both by side."""

    hands: Hands
    table: Table
    turn: int
    piles: tuple[int, ...]
    extra: tuple[float, ...]
    last: int | None
    plucked: frozenset[int]
    proved: Proofs
    stock: tuple[Card, ...] = ()
    started: bool = True
    won: int | None = None

    @property
    def over(self) -> bool:
        """True when no hand holds a card, or a side has won: the deal is played out."""
        return self.won is not None or not any(self.hands)


class Stage:
    """The constants of a simulated round: the rules, the seats, and cached results about tables."""

    def __init__(self, sight: Perspective) -> None:
        now = round_seen(sight)
        self.sight = sight
        self.rules: Rules = sight.rules
        self.seats = sight.seats
        self.sides = len(sight.totals)
        self.draws = self.rules.dealing.refill == "draw"
        self.last_deal = now.stock_count == 0
        self._values = card_values(self.rules.matching)
        self._step = 1 if self.rules.dealing.play_direction == "clockwise" else -1
        self._known: dict[tuple[int, Table, frozenset[Value]], Legality] = {}

    def scene(self, hands: Hands, stock: tuple[Card, ...] = ()) -> Scene:
        """Return the present moment with these hands."""
        now = round_seen(self.sight)
        return Scene(
            hands=hands,
            table=_in_order(now.table.loose, now.table.builds),
            turn=now.turn,
            piles=tuple(map(mask_of, now.piles)),
            extra=tuple(
                float(
                    sum(given.values()) + sum(sweep_worth(sweep.cards, sweep.first_play, self.rules) for sweep in swept)
                )
                for given, swept in zip(now.given, now.sweeps, strict=True)
            ),
            last=now.last_capture,
            plucked=now.plucked,
            proved=now.proved,
            stock=stock if self.draws else (),
            started=now.plays > 0,
        )

    def guessed(self, guess: Guess) -> Scene:
        """Return the present moment with the hidden cards of the guess."""
        return self.scene(guess.hands, guess.stock)

    # --- moves ----------------------------------------------------------------------------------------------------

    def position(self, scene: Scene) -> Position:
        """Return the position of the seat to play."""
        seat, hands = scene.turn, scene.hands
        partner = self.partner_of(seat)
        return Position(
            rules=self.rules,
            seat=seat,
            hand=hands[seat - 1],
            table=scene.table,
            partner=partner,
            plucked=seat in scene.plucked,
            proved=scene.proved[partner - 1] if partner else frozenset(),
            last_turn=self.last_deal and not scene.stock and sum(map(len, hands)) == len(hands[seat - 1]),
        )

    def legality(self, position: Position) -> Legality:
        """Return the legal plays of the position; the parts that depend only on the table are cached for all hands."""
        key = (position.seat, position.table, position.proved)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Legality(position, MOST_MOVES)
            _ = known.builds
        mine = copy(known)
        mine.position = position
        return mine

    def moves(self, scene: Scene) -> list[Move]:
        """Return the moves of the seat to play, with oranges called."""
        position = self.position(scene)
        plays = [self.called(play) for play in self.legality(position).plays()]
        moves: list[Move] = [*plays]
        if self.rules.specials.pluck and not position.plucked:
            for card in pluckable_before(position):
                without = self.legality(without_card(position, card))
                moves += [Plucked(card, self.called(play), before=True) for play in without.plays()]
            for play in plays:
                moves += [Plucked(card, play, before=False) for card in pluckable_after(position, play)]
        return moves

    def called(self, play: Play) -> Play:
        """Return the play with its orange called, if it is one (8.6)."""
        if not (self.rules.specials.orange and isinstance(play, Capture)):
            return play
        return play._replace(orange=is_orange(taken_by(play)))

    # --- making moves ---------------------------------------------------------------------------------------------

    def side_of(self, seat: int) -> int:
        return self.sight.side_of(seat)

    def partner_of(self, seat: int) -> int:
        return (seat + 1) % 4 + 1 if self.sight.partners else NOBODY

    def after(self, scene: Scene, move: Move) -> Scene:
        """Return the moment when the next seat is to play, or the deal is played out."""
        if isinstance(move, Plucked) and move.before:
            scene = self._pluck(scene, move.card)
        seat, play = scene.turn, play_of(move)
        scene = self._penalised(self._made(scene, play), seat, isinstance(play, Trail))
        if isinstance(move, Plucked) and not move.before:
            scene = self._pluck(scene, move.card)
        if scene.stock and scene.won is None:
            scene = scene._replace(hands=_dealt(scene.hands, seat, scene.stock[0]), stock=scene.stock[1:])
        return scene._replace(turn=self._next(scene), started=True)

    def _next(self, scene: Scene) -> int:
        seat = self.following(scene.turn)
        while not scene.hands[seat - 1] and seat != scene.turn:
            seat = self.following(seat)
        return seat

    def following(self, seat: int) -> int:
        """Return the next seat in the order of play."""
        return (seat - 1 + self._step) % self.seats + 1

    def others(self) -> list[int]:
        """Return the other seats, in the order in which they play after the viewer's."""
        seats = [self.following(self.sight.viewer)]
        while len(seats) < self.seats - 1:
            seats.append(self.following(seats[-1]))
        return seats

    def _pluck(self, scene: Scene, card: Card) -> Scene:
        left = _in_order([other for other in scene.table.loose if other != card], scene.table.builds)
        piles = _put(scene.piles, self.side_of(scene.turn), 1 << ORDER[card])
        return scene._replace(table=left, piles=piles, plucked=scene.plucked | {scene.turn})

    def _made(self, scene: Scene, play: Play) -> Scene:
        played = played_cards(play)
        hands = _without(scene.hands, scene.turn, played)
        proved = self._still_proved(scene, played)
        match play:
            case Trail(card):
                table = _in_order((*scene.table.loose, card), scene.table.builds)
                return scene._replace(hands=hands, table=table, proved=proved)
            case Capture():
                return self._captured(scene._replace(hands=hands, proved=proved), play)
            case MakeBuild() | TableBuild():
                table, owner = self._built(scene, play)
                proved = (*proved[: owner - 1], proved[owner - 1] | {play.value}, *proved[owner:])
                return scene._replace(hands=hands, table=table, proved=proved)
            case other:
                assert_never(other)

    def _still_proved(self, scene: Scene, played: tuple[Card, ...]) -> Proofs:
        mine = scene.proved[scene.turn - 1]
        if not mine:
            return scene.proved
        spent = {value for card in played for value in (*self._values[card], card.rank)}
        return (*scene.proved[: scene.turn - 1], mine - spent, *scene.proved[scene.turn :])

    def _built(self, scene: Scene, play: MakeBuild | TableBuild) -> tuple[Table, int]:
        position = self.position(scene)
        builds = self.legality(position).builds
        groups = (builds.shape(play) if isinstance(play, MakeBuild) else builds.table_shape(play)) or ()
        owner = position.partner if play.for_partner else scene.turn
        names = play.builds if isinstance(play, MakeBuild) else ()
        loose = [card for card in scene.table.loose if card not in play.loose]
        if isinstance(play, TableBuild):
            loose.append(play.trailed)
        standing = [build for build in scene.table.builds if build.cards not in names]
        return _in_order(loose, (*standing, make_build(groups, play.value, owner))), owner

    def _captured(self, scene: Scene, play: Capture) -> Scene:
        side, taken = self.side_of(scene.turn), taken_by(play)
        loose = [card for card in scene.table.loose if card not in play.loose]
        left = _in_order(loose, [build for build in scene.table.builds if build.cards not in play.builds])
        points = ORANGE_POINTS * play.orange
        if left.empty:
            points += sweep_worth(len(taken), not scene.started, self.rules)
            points += self._tablanette(scene, play)
        extra = (*scene.extra[:side], scene.extra[side] + points, *scene.extra[side + 1 :])
        piles = _put(scene.piles, side, mask_of(taken) | mask_of(play.played))
        captured = scene._replace(table=left, piles=piles, extra=extra, last=side)
        return captured._replace(won=self._won_on_table(captured, side))

    def _tablanette(self, scene: Scene, play: Capture) -> int:
        if not what_scores(self.rules).tablanette:
            return 0
        return tablanette_points(self.position(scene), play)

    def _won_on_table(self, scene: Scene, side: int) -> int | None:
        """Return the side that wins a game to clear the table with this capture (8.8), else None."""
        if not ends_on_table(self.rules, self.seats, scene.piles, scene.table.empty):
            return None
        counts = [pile.bit_count() for pile in scene.piles]
        return side if counts[side] == max(counts) else counts.index(max(counts))

    def _penalised(self, scene: Scene, seat: int, trailed: bool) -> Scene:
        """Apply the penalty for a default: points for the other side, and the builds lose their owner (8.7)."""
        owned = [build for build in scene.table.builds if build.owner == seat]
        if not owned or self.rules.building.duty != "penalty":
            return scene
        bare = uncovered(scene.hands[seat - 1], [build.value for build in owned], self.rules.matching)
        lost = [build for build in owned if trailed or build.value in bare]
        if not lost:
            return scene
        builds = [build._replace(owner=NOBODY) if build in lost else build for build in scene.table.builds]
        other = 1 - self.side_of(seat)
        extra = (*scene.extra[:other], scene.extra[other] + DEFAULT, *scene.extra[other + 1 :])
        return scene._replace(table=_in_order(scene.table.loose, builds), extra=extra)


def ends_on_table(rules: Rules, seats: int, piles: tuple[int, ...], cleared: bool) -> bool:
    """Return True if a capture after which the sides have these cards ends a game to clear the table (8.8)."""
    if rules.winning.ending != "clear_table":
        return False
    limit = dict(rules.winning.capture_count_end or ()).get(seats)
    return cleared or (limit is not None and max(map(int.bit_count, piles)) >= limit)


def _put(masks: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
    return (*masks[:side], masks[side] | more, *masks[side + 1 :])


def _dealt(hands: Hands, seat: int, card: Card) -> Hands:
    return (*hands[: seat - 1], sort_cards((*hands[seat - 1], card)), *hands[seat:])


def _without(hands: Hands, seat: int, played: tuple[Card, ...]) -> Hands:
    return (*hands[: seat - 1], tuple(card for card in hands[seat - 1] if card not in played), *hands[seat:])


def _in_order(loose: Sequence[Card], builds: Sequence[Build]) -> Table:
    """Return the table in sorted order, so that two tables with the same cards are equal."""
    return Table(sort_cards(loose), tuple(sorted(builds, key=lambda build: ORDER[build.cards[0]])))
