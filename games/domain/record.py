"""A game as a readable text record and back (RULEBOOK 12): tags, then rounds, deals and turns, one a line, results;
and a whole game played from its packs and the entries of its record (RULEBOOK 13: replay).

The reader takes the tags, the packs and the turns; deals, scores and results are for people and follow from them.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from . import commands, events, setup_events
from .cards import Card, NotationError
from .decide import decide, needs_round
from .events import Event
from .evolve import effective_seqs, fold
from .messages import _
from .moves import AddAndPlay, Capture, MakeBuild, Play, PluckAndPlay, TableBuild, Trail
from .notation import read_cards, read_move, write_cards, write_move
from .options import write_options
from .presets import PRESETS, changed_options
from .refusal import Refusal, refuse
from .rules import Rules
from .state import GameState

# --- entries --------------------------------------------------------------------------------------------------------


CALL = re.compile(r"(claim|orange|resign)@([1-6])")

type Entry = tuple[int, str]
"""A seat and the text of its move, claim, call or resignation."""


class _Turn:
    """One turn being assembled from its events."""

    def __init__(self) -> None:
        self.seat = 0
        self.play: Play | None = None
        self.added: events.BuildAddedTo | None = None
        self.pluck: Card | None = None
        self.before = False

    def plays(self, seat: int, play: Play) -> None:
        self.seat, self.play = seat, play

    def plucks(self, event: events.CardPlucked) -> None:
        self.pluck, self.before = event.card, self.play is None

    def entry(self) -> Iterator[Entry]:
        """The finished turn, if a card was played in it."""
        if self.play is not None:
            rest = self._with_addition(self.play)
            move = rest if self.pluck is None else PluckAndPlay(self.pluck, rest, self.before)
            yield self.seat, write_move(move)

    def _with_addition(self, play: Play) -> Play | AddAndPlay:
        added = self.added
        return play if added is None else AddAndPlay(added.before, added.loose, play, added.stolen)


def entries_of(log: Iterable[events.Event]) -> Iterator[Entry]:
    """Everything played, claimed, called and resigned, in order, as text."""
    turn = _Turn()
    for event in log:
        match event:
            case events.CardPlucked():
                turn.plucks(event)
            case events.CardTrailed(seat, card):
                turn.plays(seat, Trail(card))
            case events.BuildAddedTo():
                turn.added = event
            case events.BuildMade(seat):
                turn.plays(seat, _building(turn.play, event))
            case events.CardsCaptured(seat, played, loose, builds):
                turn.plays(seat, Capture(played, loose, builds, stolen=event.stolen))
            case events.OrangeCalled(seat) if isinstance(turn.play, Capture) and seat == turn.seat:
                turn.play = turn.play._replace(orange=True)
            case events.SweepMade() | events.PointsAwarded() | events.BuildsReleased() | events.ClaimBanLifted():
                continue
            case _:
                yield from turn.entry()
                yield from _said(event)
                turn = _Turn()
    yield from turn.entry()


def _building(before: Play | None, event: events.BuildMade) -> Play:
    if isinstance(before, Trail):
        return TableBuild(before.card, event.loose, event.build.value, event.for_partner)
    return MakeBuild(event.played[0], event.loose, event.builds, event.build.value, event.for_partner, event.stolen)


def _said(event: events.Event) -> Iterator[Entry]:
    match event:
        case events.ClaimMade(seat):
            yield seat, f"claim@{seat}"
        case events.OrangeCalled(seat):
            yield seat, f"orange@{seat}"
        case events.SeatResigned(seat):
            yield seat, f"resign@{seat}"
        case _:
            return


_TAG = re.compile(r'\[([A-Z][a-z]+) "(.*)"\]')
_TURN = re.compile(r"([1-6]): (.+)")
_NEEDED = _("A record needs the tags Seats and Dealer, and Options must be an object.")
_FOR_PEOPLE = ("Round ", "Deal ", "Score ", "Table:", "Hand ", "Result:")


# --- writing ------------------------------------------------------------------------------------------------------


def write_record(log: Iterable[Event]) -> str:
    """The record of a game's log, ending in a line break; without the moves that were taken back.

    Raises ValueError for a log that does not open a game.
    """
    whole = tuple(log)
    effective = tuple(whole[number - 1] for number in effective_seqs(whole))
    if not effective or not isinstance(effective[0], setup_events.GameOpened):
        raise ValueError("a record begins with the game's opening")
    dealer = next((event.dealer for event in effective if isinstance(event, events.RoundStarted)), effective[0].dealer)
    return "\n".join([*_tags(effective[0], dealer, fold(whole).players), "", *_body(effective)]) + "\n"


def _tags(opened: setup_events.GameOpened, dealer: int, players: tuple[str, ...]) -> Iterator[str]:
    known = PRESETS.get(opened.preset)
    yield _tag("Game", known.rulebook_name if known else "Casino")
    yield _tag("Preset", known.id if known else "")
    changed = changed_options(opened.rules, known.id) if known else write_options(opened.rules)
    yield _tag("Options", json.dumps(dict(changed), sort_keys=True))
    yield _tag("Seats", opened.seats)
    yield _tag("Partners", "yes" if opened.partners else "no")
    yield _tag("Dealer", dealer)
    for seat, player in enumerate(players, start=1):
        if player:
            yield _tag("Player", f"{seat} {' '.join(player.split())}")


def _tag(name: str, value: object) -> str:
    return f'[{name} "{value}"]'


def _body(log: tuple[Event, ...]) -> Iterator[str]:
    """The lines of rounds, deals, turns and results. A turn's events end where an event of another kind begins."""
    turn: list[Event] = []
    for event in log:
        lines = list(_lines_of(event))
        if lines:
            yield from _turns(turn)
            turn = []
        else:
            turn.append(event)
        yield from lines
    yield from _turns(turn)


def _turns(facts_of_turns: list[Event]) -> Iterator[str]:
    for seat, entry in entries_of(facts_of_turns):
        yield entry if CALL.fullmatch(entry) else f"{seat}: {entry}"


def _lines_of(event: Event) -> Iterator[str]:
    match event:
        case events.RoundStarted(number, dealer, pack):
            yield f"Round {number}, dealer {dealer}"
            yield f"Pack: {write_cards(pack)}"
        case events.CardsDealt(deal, last, hands, table):
            yield f"Deal {deal}{', last' if last else ''}"
            yield from (f"Hand {seat}: {write_cards(hand)}" for seat, hand in enumerate(hands, 1))
            if table:
                yield f"Table: {write_cards(table)}"
        case events.RoundScored(points, totals):
            for side, (own, total) in enumerate(zip(points, totals, strict=True), 1):
                ways = ", ".join(f"{key} {value}" for key, value in own.items())
                yield f"Score {side}: {ways}; now {total}"
        case events.GameEnded(reason, totals):
            yield f"Result: nobody won ({reason}), {' : '.join(map(str, totals))}"
        case events.GameWon(winners, reason, totals):
            yield f"Result: {' '.join(map(str, winners))} won ({reason}), {' : '.join(map(str, totals))}"
        case _:
            return


# --- reading ------------------------------------------------------------------------------------------------------


def read_record(text: str) -> dict[str, Any]:
    """The replay request (RULEBOOK 13) that the record describes. Raises NotationError with the invalid line."""
    tags: dict[str, str] = {}
    decks: list[str] = []
    entries: list[str] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        tag = _TAG.fullmatch(line)
        turn = _TURN.fullmatch(line)
        if tag:
            tags.setdefault(tag[1], tag[2])
        elif line.startswith("Pack:"):
            decks.append(write_cards(read_cards(line.removeprefix("Pack:"))))
        elif turn:
            entries.append(turn[2])
        elif CALL.fullmatch(line):
            entries.append(line)
        elif line and not line.startswith(_FOR_PEOPLE):
            raise NotationError(
                _("We couldn’t read line %(number)s of the record: “%(line)s”."), number=number, line=line[:60]
            )
    return _request(tags) | {"decks": decks, "moves": entries}


def _request(tags: dict[str, str]) -> dict[str, Any]:
    try:
        options = json.loads(tags.get("Options", "{}"))
        seats, dealer = int(tags["Seats"]), int(tags["Dealer"])
    except (KeyError, ValueError, RecursionError) as wrong:
        raise NotationError(_NEEDED) from wrong
    if not isinstance(options, dict):
        raise NotationError(_NEEDED)
    preset = {"preset": tags["Preset"]} if tags.get("Preset") else {}
    rules: Any = preset["preset"] if preset and not options else preset | options
    partners = tags.get("Partners") == "yes"
    return {"op": "replay", "rules": rules, "seats": seats, "partners": partners, "dealer": dealer}


# --- playing a record -----------------------------------------------------------------------------------------------


_COMMANDS: dict[str, Callable[[int], commands.Command]] = {
    "claim": commands.Claim,
    "orange": commands.CallOrange,
    "resign": commands.Resign,
}


class GameScript(NamedTuple):
    """Everything a game was played with: a pack for each round, an entry for each move, claim, call or resignation."""

    rules: Rules
    preset: str
    seats: int
    partners: bool
    dealer: int
    packs: tuple[tuple[Card, ...], ...]
    entries: tuple[str, ...]


class RejectedEntry(Exception):
    """A refused entry: its place, counted from 0, and the refusal."""

    def __init__(self, at: int, refusal: Refusal) -> None:
        super().__init__(at, refusal)
        self.at, self.refusal = at, refusal


class ScriptStep(NamedTuple):
    """One entry with the events it led to; the opening and each new pack have an empty entry."""

    entry: str
    events: tuple[Event, ...]


def replay_script(run: GameScript) -> tuple[GameState, tuple[ScriptStep, ...]]:
    """The state that the run leads to, and its steps. Raises RejectedEntry, as `play_script` does."""
    states, steps = zip(*play_script(run), strict=True)
    return states[-1], steps


def play_script(run: GameScript) -> Iterator[tuple[GameState, ScriptStep]]:
    """Yield each step of the run, when it is played, after the state that it leads to.

    Raises RejectedEntry; for a bad pack `at` is the number of entries before it.
    """
    state, step = _stepped(None, commands.OpenGame(run.rules, run.preset, run.seats, run.partners, run.dealer), 0)
    yield state, step
    decks = iter(run.packs)
    for at in range(len(run.entries) + 1):
        pack = next(decks, None) if needs_round(state) else None
        if pack is not None:
            state, step = _stepped(state, commands.StartRound(pack), at)
            yield state, step
        if at < len(run.entries):
            state, step = _stepped(state, parse_entry(state, run.entries[at], at), at, run.entries[at])
            yield state, step


def _stepped(
    state: GameState | None, command: commands.Command, at: int, entry: str = ""
) -> tuple[GameState, ScriptStep]:
    events = _accepted(decide(state, command), at)
    return fold(events, state), ScriptStep(entry, events)


def _accepted(decided: tuple[Event, ...] | Refusal, at: int) -> tuple[Event, ...]:
    if isinstance(decided, Refusal):
        raise RejectedEntry(at, decided)
    return decided


def parse_entry(state: GameState, entry: str, at: int = 0) -> commands.Command:
    """The command of an entry in this state; a move is for the seat to play. Raises RejectedEntry, at `at`."""
    call = CALL.fullmatch(entry.strip())
    if call:
        return _COMMANDS[call[1]](int(call[2]))
    try:
        return commands.Play(state.round.turn if state.round else 1, read_move(entry))
    except NotationError as wrong:
        raise RejectedEntry(at, refuse("bad-request", "12.5", "unreadable", why=wrong)) from wrong
