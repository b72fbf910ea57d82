"""Add golden logs of events that none has yet, in the current shapes: `python -m tests.golden.growing v3`.

For when there is a new event, or a new shape of one. Games at random, in which everything happens that can happen.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from games.domain import commands as ask
from games.domain import events as facts
from games.domain.agreements import way_back
from games.domain.codec import encode
from games.domain.decide import decide, needs_round
from games.domain.disputed import (
    ClockAdjusted,
    ClocksSet,
    ClockStopped,
    DisputeOpened,
    DisputeWithdrawn,
    HandsLookedAt,
    PlayerSuspended,
    PlayerWarned,
    PlayResumed,
    RulingMade,
    ScoreCorrected,
    StopWanted,
)
from games.domain.events import Event
from games.domain.playable import companies
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.state import GameState
from games.domain.terms import Terms
from games.domain.variants import resolve
from tests.golden import logs
from tests.property.random_games import next_command

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
TOLD = ("casino", "tuxedo", "dominican")
RARE: tuple[tuple[type[Event], str, dict[str, Any]], ...] = (
    (facts.TargetRaised, "cassino-21", {"target": 4}),
    (facts.ClaimMade, "hungarian", {"target": 4}),
    (facts.JackReplaced, "tablanette", {}),
    (facts.PairsTaken, "casino", {"initial_pairs": True}),
    (facts.BuildsDisowned, "michigan", {}),
    (facts.CardPlucked, "pluck", {}),
    (facts.CardDrawn, "royal-draw", {}),
)
SHA_256 = sha256(b"moon").hexdigest()
MOST = 140
"""Enough events for several rounds of a game, few enough to be stored for ever."""


class Table:
    """A game that grows by commands; refused ones are passed over."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.log: list[Event] = []

    @property
    def state(self) -> GameState:
        return fold(self.log)

    @property
    def over(self) -> bool:
        return self.state.result is not None

    def ask(self, *commands: ask.Command) -> None:
        for command in commands:
            decided = decide(self.state if self.log else None, command)
            if not isinstance(decided, Refusal):
                self.log.extend(decided)

    def sit(self, preset: str, seats: int, partners: bool, changed: dict[str, object], terms: Terms) -> None:
        rules = resolve({"preset": preset, **changed})
        opened = ask.OpenGame(rules, preset, seats, partners, 1, "c0ffee" * 10, 3, "2026-11-22T18:00:00+00:00")
        self.ask(opened, ask.AgreeTerms(terms))
        for seat in range(1, seats + 1):
            self.ask(ask.TakeSeat(seat, NAMES[seat - 1], "rabbit" if seat == 1 else "", SHA_256 if seat == 2 else ""))

    def change_places(self) -> None:
        self.ask(ask.GiveSeed(2, "moon"), ask.SwapSeats(1, 2), ask.LeaveSeat(1), ask.LeaveSeat(2, removed=True))
        self.ask(ask.TakeSeat(2, "Hal"), ask.PromiseSeed(2, SHA_256), ask.TakeSeat(1, "Gwen"), ask.GiveSeed(2, "moon"))

    def play(self, most: int) -> None:
        while not self.over and len(self.log) < most:
            self.ask(next_command(self.state, self.dice))

    def talk(self) -> None:
        """Send every command of the talk at a table, and those about clocks."""
        state = self.state
        seat, other = state.turn, state.turn % state.seats + 1
        everybody = tuple(each for each in range(1, state.seats + 1) if each != seat)
        self.ask(ask.MakeOffer(seat, "drawn", everybody), ask.Answer(other, agreed=False))
        self.ask(ask.MakeOffer(seat, "abort", everybody), ask.Answer(seat, agreed=False))
        back = way_back(self.log, other)
        if not isinstance(back, Refusal):
            asked = tuple(each for each in range(1, state.seats + 1) if each != other)
            self.ask(ask.MakeOffer(other, "takeback", asked, back), *(ask.Answer(each, agreed=True) for each in asked))
        seat = self.state.turn
        self.ask(ask.NoteHolidays(seat, (("2026-12-24", "2026-12-26"),)), ask.GiveTime(seat, 12.5, "server"))
        self.ask(ask.ExpireTurn(seat, "casual"), ask.ReturnToSeat(seat), ask.GiveSeat(other, "steady", final=True))


def told(preset: str, number: int = 0) -> Table:
    """Return the beginning of a game with every command of the talk at a table."""
    table, rules = Table(Random(f"{preset} {number}")), resolve(preset)
    seats, partners = table.dice.choice(companies(rules))
    table.sit(preset, seats, partners, {}, Terms(clock="turn", time=86400, timeout="computer"))
    table.change_places()
    table.ask(ask.GatherWords(tuple(f"drawn {seat}" for seat in range(1, seats + 1)), 1))
    table.play(30)
    for stop in (60, 90, MOST):
        if not table.over:
            table.talk()
            table.play(stop)
    return table


def ended(preset: str, last: str) -> Table:
    """Return a short game that ends by this command."""
    table = Table(Random(f"{preset} {last}"))
    table.sit(preset, 2, False, {}, Terms(clock="live", time=60))
    if last != "cancel":
        table.play(20)
    seat = table.state.turn or 1
    lasts: dict[str, tuple[ask.Command, ...]] = {
        "cancel": (ask.CancelGame(),),
        "resign": (ask.Resign(seat),),
        "abandon": (ask.Abandon(seat),),
        "time": (ask.ExpireTurn(seat, "casual"),),
        "draw": (ask.MakeOffer(seat, "drawn", (3 - seat,)), ask.Answer(3 - seat, agreed=True)),
    }
    table.ask(*lasts[last])
    return table


def bringing(kind: type[Event], preset: str, changed: dict[str, Any]) -> Table:
    """Return the first of many games that contains such an event."""
    for number in count():
        table = Table(Random(f"{kind.__name__} {number}"))
        table.sit(preset, 2, False, changed, Terms())
        table.play(MOST)
        if any(isinstance(event, kind) for event in table.log):
            return table
    raise AssertionError


def forced(preset: str) -> Table:
    """Return a game in which moves without a choice were played automatically."""
    table = Table(Random(f"forced {preset}"))
    table.sit(preset, 2, False, {}, Terms())
    while len(table.log) < MOST and not table.over:
        if not needs_round(table.state):
            table.ask(ask.PlayForced(table.state.turn))
        table.ask(next_command(table.state, table.dice))
    return table


def disputed_game() -> Table:
    """Return a game with every event that can follow from a dispute. They are written down as they are: the commands
    for them belong to the tests of disputes."""
    table = Table(Random("disputed"))
    table.sit("casino", 2, False, {}, Terms(clock="live", time=600))
    table.play(20)
    after_ruling = ClocksSet((300.0, 300.0), (0.0, 0.0)), ClockAdjusted(2, -30.0), PlayResumed()
    table.log += [DisputeOpened(1, 1, 8), StopWanted(1, 1), StopWanted(2, 1), ClockStopped(1)]
    table.log += [HandsLookedAt(1, "Ruth"), RulingMade(1, "score", "Ruth", "miscounted", "6.2", 1, 8)]
    table.log += [ScoreCorrected((3, 0)), *after_ruling]
    table.play(30)
    table.log += [DisputeOpened(2, 2, 20), DisputeWithdrawn(2, 2), RulingMade(2, "warn", "Ruth", "rude", overrules=1)]
    table.log += [
        PlayerWarned(2),
        RulingMade(3, "suspend", "Ruth", "rude again"),
        PlayerSuspended(2, "2026-12-24T00:00:00+00:00"),
    ]
    table.play(40)
    return table


def games() -> Iterator[tuple[str, Table]]:
    """Yield games that bring every kind of event, each with its name."""
    for preset in TOLD:
        yield f"told {preset}", told(preset)
    for last in ("cancel", "resign", "abandon", "time", "draw"):
        yield f"ended by {last}", ended("casino", last)
    for kind, preset, changed in RARE:
        yield f"bringing {kind.__name__}", bringing(kind, preset, changed)
    yield "forced", forced("casino")
    yield "disputed", disputed_game()


def grow(version: str) -> None:
    """Write down the games that bring a kind or version of event which no log has yet."""
    known = {(line.type, line.version) for path in logs.files() for line in logs.read(path)}
    for story, table in games():
        brought = {encode(event)[:2] for event in table.log}
        if not brought <= known:
            known |= brought
            logs.write(f"{version} {story}".replace(" ", "-").lower(), table.log)
    logs.keep()


if __name__ == "__main__":
    grow(sys.argv[1])
