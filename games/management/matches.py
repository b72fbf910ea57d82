"""Games between computer players to measure them: mirrored deals, and statistics of the results."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from games.bots.announcements import announcement
from games.bots.base import Decision, Strategy
from games.domain.cards import PACKS, Card
from games.domain.commands import CallOrange, Claim, Command, OpenGame, Play, StartRound
from games.domain.decide import decide, needs_round
from games.domain.evolve import fold
from games.domain.perspective import perspective_of
from games.domain.refusal import Refusal
from games.domain.rules import Rules
from games.domain.state import GameState

MAX_GAME_LENGTH = 200
"""A game with more rounds than this is stopped and counts half for everyone."""

type TimeSource = Callable[[], float]


class Pairing(NamedTuple):
    """The conditions of a game: the rules, the seats, and the deals (`seed` determines every pack)."""

    rules: Rules
    seats: int
    partners: bool
    seed: int


class ThinkingTimes:
    """The thinking times of each level, per move, in seconds."""

    def __init__(self, clock: TimeSource) -> None:
        self.clock = clock
        self.by_level: dict[str, list[float]] = {}

    def measure(self, level: str, think: Callable[[], Decision]) -> Decision:
        started = self.clock()
        decision = think()
        self.by_level.setdefault(level, []).append(self.clock() - started)
        return decision


class WinCount(NamedTuple):
    """The number of games one level has played against another, and those won; a shared win counts in part."""

    games: int = 0
    won: float = 0.0

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.5

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval for the rate; with the default `z`, 95 %."""
        n, p = self.games, self.rate
        if not n:
            return 0.0, 1.0
        middle, wide = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        whole = 1 + z * z / n
        return max(0.0, (middle - wide) / whole), min(1.0, (middle + wide) / whole)


class MatchResult(NamedTuple):
    """The result of a game for one level: its share of the win, and its lead in points (8.8: cards)."""

    win_share: float
    margin: float


class Match:
    """Two levels that play the same deals twice, the second time with swapped seats."""

    def __init__(self, levels: tuple[str, str], strategies: Mapping[str, Strategy], times: ThinkingTimes) -> None:
        self.levels = levels
        self.strategies = strategies
        self.times = times

    def play(self, pairing: Pairing, swapped: bool) -> MatchResult:
        """Play one game and return its result for the first level."""
        sides = 2 if pairing.partners else pairing.seats
        level_of = {side: self.levels[(side + swapped) % 2] for side in range(sides)}
        game = BotGame(pairing, level_of, self)
        winners = game.winning_sides()
        win_share = fmean(level_of[side] == self.levels[0] for side in winners) if winners else 0.5
        return MatchResult(win_share, self._margin(game.state.totals, level_of))

    def _margin(self, points: Sequence[float], level_of: Mapping[int, str]) -> float:
        own, other = (fmean(points[side] for side in level_of if level_of[side] == level) for level in self.levels)
        return own - other


class BotGame:
    """One game being played."""

    def __init__(
        self, pairing: Pairing, level_of: Mapping[int, str], match: Match, start: GameState | None = None
    ) -> None:
        self.pairing, self.level_of, self.match = pairing, level_of, match
        self.rngs = {seat: Random(f"{pairing.seed}/{seat}") for seat in range(1, pairing.seats + 1)}  # noqa: S311
        self.state = start or _execute(
            None, OpenGame(pairing.rules, "", pairing.seats, pairing.partners, pairing.seats)
        )

    def states(self) -> Iterator[GameState]:
        """Play to the end, and yield the state before each command."""
        while self.state.result is None and self.state.latest_round <= MAX_GAME_LENGTH:
            yield self.state
            self.state = _execute(self.state, self._next_command())

    def winning_sides(self) -> tuple[int, ...]:
        """Play to the end and return the winners; empty if the game was stopped."""
        for _ in self.states():
            pass
        winners = self.state.result.winners if self.state.result else ()
        return tuple(sorted({self.state.side_of(seat) for seat in winners}))

    def _next_command(self) -> Command:
        if needs_round(self.state):
            return StartRound(_pack(self.pairing, self.state.latest_round + 1))
        return self._announcement() or self._decision()

    def _announcement(self) -> Claim | CallOrange | None:
        """An announcement that a seat makes before the next card is played, or None."""
        if not _has_announcements(self.pairing.rules):
            return None
        announcements = (announcement(perspective_of(self.state, seat)) for seat in range(1, self.pairing.seats + 1))
        return next((said for said in announcements if said is not None), None)

    def _decision(self) -> Command:
        seat = self.state.round.turn if self.state.round else 1
        level, perspective = self.level_of[self.state.side_of(seat)], perspective_of(self.state, seat)
        strategy, rng = self.match.strategies[level], self.rngs[seat]
        decision = self.match.times.measure(level, lambda: strategy.choose(perspective, rng))
        return decision if isinstance(decision, Claim | CallOrange) else Play(seat, decision)


def _has_announcements(rules: Rules) -> bool:
    return rules.specials.orange or rules.winning.claims != "no"


def _pack(pairing: Pairing, number: int) -> tuple[Card, ...]:
    pack = list(PACKS[pairing.rules.dealing.deck])
    Random(f"{pairing.seed}/pack/{number}").shuffle(pack)  # noqa: S311
    return tuple(pack)


def _execute(state: GameState | None, command: Command) -> GameState:
    decided = decide(state, command)
    if isinstance(decided, Refusal):
        raise ValueError(f"{command} was refused: {decided}")
    return fold(decided, state)
