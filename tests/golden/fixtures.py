"""Add golden logs of events that none has yet, in the current shapes: `python -m tests.golden.fixtures v3`.

For when there is a new event, or a new shape of one. Games at random, in which everything happens that can happen.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from games.domain import commands as ask
from games.domain import events
from games.domain.codec import encode
from games.domain.decide import decide, needs_round
from games.domain.dispute_events import (
    ClockAdjusted,
    ClocksSet,
    DisputeOpened,
    DisputeWithdrawn,
    GamePaused,
    GameResumed,
    HandsRevealedToDirector,
    PauseRequested,
    PlayerSuspended,
    PlayerWarned,
    RulingMade,
    ScoreCorrected,
)
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.offers import takeback_seq, undone_plays
from games.domain.presets import resolve_rules
from games.domain.refusal import Refusal
from games.domain.rules_validation import seatings
from games.domain.state import GameState
from games.domain.table_settings import TableSettings
from tests.golden import logs
from tests.property.random_games import next_command

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
TOLD = ("casino", "tuxedo", "dominican")
RARE: tuple[tuple[type[Event], str, dict[str, Any]], ...] = (
    (events.TargetRaised, "cassino-21", {"target": 4}),
    (events.ClaimMade, "hungarian", {"target": 4}),
    (events.JackReplaced, "tablanette", {}),
    (events.PairsTaken, "casino", {"initial_pairs": True}),
    (events.BuildsReleased, "michigan", {}),
    (events.CardPlucked, "pluck", {}),
    (events.CardDrawn, "royal-draw", {}),
    (events.TableRedealt, "diloti", {}),
    (events.BuildAddedTo, "south-african", {}),
    (events.MajoritiesCarried, "finnish", {"most_spades_tie": "carry"}),
    (events.ClaimBanLifted, "hungarian", {"target": 9}),
)
SHA_256 = sha256(b"moon").hexdigest()
MAX_EVENTS = 140
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

    def sit(
        self, preset: str, seats: int, partners: bool, changed: dict[str, object], table_settings: TableSettings
    ) -> None:
        rules = resolve_rules({"preset": preset, **changed})
        opened = ask.OpenGame(rules, preset, seats, partners, 1, "c0ffee" * 10, 3, "2026-11-22T18:00:00+00:00")
        self.ask(opened, ask.FixTableSettings(table_settings))
        for seat in range(1, seats + 1):
            self.ask(ask.TakeSeat(seat, NAMES[seat - 1], "rabbit" if seat == 1 else "", SHA_256 if seat == 2 else ""))

    def change_places(self) -> None:
        self.ask(ask.RevealClientSeed(2, "moon"), ask.SwapSeats(1, 2), ask.LeaveSeat(1), ask.LeaveSeat(2, removed=True))
        self.ask(
            ask.TakeSeat(2, "Hal"),
            ask.CommitClientSeed(2, SHA_256),
            ask.TakeSeat(1, "Gwen"),
            ask.RevealClientSeed(2, "moon"),
        )

    def play(self, most: int) -> None:
        while not self.over and len(self.log) < most:
            self.ask(next_command(self.state, self.dice))

    def talk(self) -> None:
        """Send every command of the talk at a table, and those about clocks."""
        state = self.state
        seat, other = state.turn, state.turn % state.seats + 1
        everybody = tuple(each for each in range(1, state.seats + 1) if each != seat)
        self.ask(ask.MakeOffer(seat, "drawn", everybody), ask.AnswerOffer(other, agreed=False))
        self.ask(ask.MakeOffer(seat, "abort", everybody), ask.AnswerOffer(seat, agreed=False))
        back = takeback_seq(self.log, other)
        if not isinstance(back, Refusal):
            asked = tuple(each for each in range(1, state.seats + 1) if each != other)
            self.ask(
                ask.MakeOffer(other, "takeback", asked, back, *undone_plays(self.log, back)),
                *(ask.AnswerOffer(each, agreed=True) for each in asked),
            )
        seat = self.state.turn
        self.ask(ask.SetTimeZone(seat, "Asia/Kolkata"), ask.SetVacation(seat, (("2026-12-24", "2026-12-26"),)))
        self.ask(ask.CompensateTime(seat, 12.5, "server"))
        self.ask(ask.ExpireTurn(seat, "casual"), ask.ReturnToSeat(seat), ask.SubstituteBot(other, "steady", final=True))
        self.ask(ask.TakeOverSeat(other, "Ida"), ask.LeaveGame(other, "steady"))


def told(preset: str, number: int = 0) -> Table:
    """Return the beginning of a game with every command of the talk at a table."""
    table, rules = Table(Random(f"{preset} {number}")), resolve_rules(preset)
    seats, partners = table.dice.choice(seatings(rules))
    table.sit(preset, seats, partners, {}, TableSettings(clock="turn", time=86400, timeout="computer"))
    table.change_places()
    table.ask(ask.CollectClientSeeds(tuple(f"drawn {seat}" for seat in range(1, seats + 1)), 1))
    table.play(30)
    for stop in (60, 90, MAX_EVENTS):
        if not table.over:
            table.talk()
            table.play(stop)
    return table


def ended(preset: str, last: str) -> Table:
    """Return a short game that ends by this command."""
    table = Table(Random(f"{preset} {last}"))
    table.sit(preset, 2, False, {}, TableSettings(clock="live", time=60))
    if last != "cancel":
        table.play(20)
    seat = table.state.turn or 1
    lasts: dict[str, tuple[ask.Command, ...]] = {
        "cancel": (ask.RevealClientSeed(2, "moon"), ask.LeaveSeat(2), ask.CancelGame()),
        "resign": (ask.Resign(seat),),
        "abandon": (ask.ClaimForfeit(seat),),
        "time": (ask.ExpireTurn(seat, "casual"),),
        "draw": (ask.MakeOffer(seat, "drawn", (3 - seat,)), ask.AnswerOffer(3 - seat, agreed=True)),
    }
    table.ask(*lasts[last])
    return table


def bringing(kind: type[Event], preset: str, changed: dict[str, Any]) -> Table:
    """Return the first of many games that contains such an event."""
    for number in count():
        table = Table(Random(f"{kind.__name__} {number}"))
        table.sit(preset, 2, False, changed, TableSettings())
        table.play(MAX_EVENTS)
        if any(isinstance(event, kind) for event in table.log):
            return table
    raise AssertionError


def forced(preset: str) -> Table:
    """Return a game in which moves without a choice were played automatically."""
    table = Table(Random(f"forced {preset}"))
    table.sit(preset, 2, False, {}, TableSettings())
    while len(table.log) < MAX_EVENTS and not table.over:
        if not needs_round(table.state):
            table.ask(ask.PlayForced(table.state.turn))
        table.ask(next_command(table.state, table.dice))
    return table


def planned(preset: str) -> Table:
    """Return the beginning of a game in which every move was planned."""
    table = Table(Random(f"planned {preset}"))
    table.sit(preset, 2, False, {}, TableSettings(clock="turn", time=86400))
    while len(table.log) < 40:
        command = next_command(table.state, table.dice)
        table.ask(ask.PlayConditional(*command) if isinstance(command, ask.Play) else command)
    return table


def disputed_game() -> Table:
    """Return a game with every event that can follow from a dispute. They are written down as they are: the commands
    for them belong to the tests of disputes."""
    table = Table(Random("disputed"))
    table.sit("casino", 2, False, {}, TableSettings(clock="live", time=600))
    table.play(20)
    after_ruling = ClocksSet((300.0, 300.0), (0.0, 0.0)), ClockAdjusted(2, -30.0), GameResumed()
    table.log += [DisputeOpened(1, 1, 8), PauseRequested(1, 1), PauseRequested(2, 1), GamePaused(1)]
    table.log += [
        HandsRevealedToDirector(1, "Ruth"),
        RulingMade(1, "score_corrected", "Ruth", "miscounted", "6.2", 1, 8),
    ]
    table.log += [ScoreCorrected((3, 0)), *after_ruling]
    table.play(30)
    table.log += [DisputeOpened(2, 2, 20), DisputeWithdrawn(2, 2), RulingMade(2, "warned", "Ruth", "rude", overrules=1)]
    table.log += [
        PlayerWarned(2),
        RulingMade(3, "suspended", "Ruth", "rude again"),
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
    yield "planned", planned("casino")
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
