"""Verification of a game's log and of everything derived from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from games import clocks
from games.domain.cards import PACKS
from games.domain.codec import STATE_VERSION, decode, encode_state
from games.domain.events import Event as Fact
from games.domain.events import GameOpened, RoundStarted, SeedGiven, TableTaken, TermsAgreed, WentBack, WordsGathered
from games.domain.evolve import evolve
from games.domain.fairness import SECRET_ALONE
from games.domain.refusal import Refusal, explain
from games.domain.rejudging import rejudge
from games.domain.replay import fold
from games.domain.results import differences
from games.domain.rules import RULES_VERSION
from games.domain.seating import give_seed, settled_words
from games.domain.state import GameState
from games.domain.table import NOBODY
from games.log.encryption import payload_of, secret_of, state_of
from games.log.shuffling import Chance, dealer_after, first_dealer
from games.log.store import events_after, mirrored, mirrored_clock, played_before, row_hash
from games.models import GENESIS, Event, Game, Snapshot

TAMPERED = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError)
"""Exceptions raised when reading a log that this program did not write."""


MOST_READINGS = 5


class Report(NamedTuple):
    """The problems of a game, and separately the results that only an engine with other rules computed differently.
    `state` is the state at the end of the `log`, None when it cannot be read."""

    problems: list[str]
    by_older_rules: list[str]
    state: GameState | None = None
    log: Sequence[Fact] = ()


def check(game: Game) -> list[str]:
    """Return the problems of the game, in words; empty when there are none."""
    return examine(game).problems


def examine(game: Game) -> Report:
    """Verify one game and everything derived from its log.

    A game that advances meanwhile is read again, since its row and its log would be from different moments.
    """
    report = Report([], [])
    for _ in range(MOST_READINGS):
        game = Game.objects.get(pk=game.pk)
        report = _found(game)
        if not report.problems or Game.objects.filter(pk=game.pk, seq=game.seq).exists():
            break
    return report


def _found(game: Game) -> Report:
    problems: list[str] = []
    audit = _Audit(game)
    try:
        problems.extend(audit.problems())
    except TAMPERED as error:
        problems.append(f"the log cannot be read on: {type(error).__name__}: {error}")
        return Report(problems, [])
    wrong = list(_wrong_results(audit.facts, audit.befores)) if audit.facts else []
    if any(isinstance(fact, GameOpened) and fact.judged_by != RULES_VERSION for fact in audit.facts[:1]):
        return Report(problems, wrong, audit.state, audit.facts)
    return Report(problems + wrong, [], audit.state, audit.facts)


def _wrong_results(log: Sequence[Fact], befores: Sequence[GameState | None]) -> Iterator[str]:
    """Yield points, score sheets and winners that do not follow from the cards and the rules of the log itself."""
    try:
        for at, recorded, computed in differences(log, befores):
            yield f"event {at} leads to {_told(computed)} by today's engine, the log records {_told(recorded)}"
    except TAMPERED as error:
        yield f"the results cannot be recomputed by today's engine: {type(error).__name__}: {error}"


def _told(facts: Sequence[Fact]) -> str:
    return ", ".join(map(str, facts)) or "no result"


def reckoned(game: Game, rows: Sequence[Event]) -> tuple[GameState, clocks.Clock | None]:
    """Return the final state and clocks of a log. Raises one of TAMPERED for a log this program did not write."""
    clock, facts = None, [decode(row.type, row.version, payload_of(game, row.payload)) for row in rows]
    for number, row in enumerate(rows, start=1):
        clock = clocks.reckon(clock, [facts[number - 1]], fold(facts[:number]), row.at.timestamp())
    return fold(facts), clock


def rejudged(game: Game) -> Iterator[str]:
    """Yield the game's moves and calls that today's engine would refuse, or understand differently.

    They remain in effect: a log is replayed without validation. Raises BrokenLogError and others for a damaged log.
    """
    log = [fact for _, fact in events_after(game, 0)]
    asked = game.events.exclude(entry="") | game.events.filter(type="move_forced")
    for number in asked.order_by("seq").values_list("seq", flat=True):
        found = rejudge(log, number)
        if found and found.refusal:
            yield f"event {number}: “{found.entry}” would be refused today: {explain(found.refusal)}"
        elif found and not found.same:
            yield f"event {number}: “{found.entry}” would be something else today"


class _Audit:
    """One pass over a game, from its first event to its last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.snapshot = Snapshot.objects.filter(game=game).first()
        self.state: GameState | None = None
        self.seq, self.head = 0, GENESIS
        self.clock: clocks.Clock | None = None
        self.at = game.updated
        self.facts: list[Fact] = []
        self.befores: list[GameState | None] = []
        self.left_over = [False]

    def problems(self) -> Iterator[str]:
        for row in self.game.events.order_by("seq").iterator():
            yield from self._link(row)
            fact, before = decode(row.type, row.version, payload_of(self.game, row.payload)), self.state
            self.befores.append(before)
            self.state = self._after(fact)
            self.clock, self.at = clocks.reckon(self.clock, [fact], self.state, row.at.timestamp()), row.at
            found = chain(self._promised(fact, row, before), self._fact(fact, self.state))
            yield from (f"event {row.seq}: {problem}" for problem in found)
            yield from self._snapshot(self.state)
        if self.state is None:
            yield "the log is empty"
        else:
            yield from self._row(self.state)

    def _after(self, fact: Fact) -> GameState:
        self.facts.append(fact)
        return fold(self.facts) if isinstance(fact, WentBack) else evolve(self.state, fact)

    def _link(self, row: Event) -> Iterator[str]:
        if row.seq != self.seq + 1:
            yield f"event {row.seq} follows event {self.seq}"
        if row.previous != self.head:
            yield f"event {row.seq} does not name the hash of the one before"
        if row.hash != row_hash(self.game.public_id, row):
            yield f"event {row.seq} has another hash than its content"
        self.seq, self.head = row.seq, row.hash

    def _fact(self, fact: Fact, state: GameState) -> Iterator[str]:
        if isinstance(fact, TermsAgreed) and self.game.terms != fact.terms._asdict():
            yield "the game's row has other terms than were agreed"
        self.left_over.append(self._nobodys(fact))
        if not self.left_over[-1] and not _cards_are_conserved(state):
            yield "cards were lost or doubled"

    def _nobodys(self, fact: Fact) -> bool:
        """Return True if cards of the round have been left without an owner (6.1)."""
        match fact:
            case TableTaken(side):
                return side is None
            case RoundStarted():
                return False
            case WentBack(to):
                return self.left_over[to]
            case _:
                return self.left_over[-1]

    def _promised(self, fact: Fact, row: Event, before: GameState | None) -> Iterator[str]:
        """Yield the differences between the random parts of the event and the commitment."""
        if isinstance(fact, GameOpened):
            yield from self._opening(fact, row)
        if before is None:
            return
        chance = self._chance(before.fairness)
        if isinstance(fact, WordsGathered):
            yield from _gathered(chance, fact, before)
        if isinstance(fact, SeedGiven) and isinstance(give_seed(before, fact.seat, fact.seed), Refusal):
            yield f"the client seed of seat {fact.seat} came too late, or is not the one promised"
        if isinstance(fact, RoundStarted) and chance.pack(before.words, fact.number, _deck(before)) != fact.pack:
            yield f"the pack of round {fact.number} is not the one of the seed"

    def _chance(self, fairness: int) -> Chance:
        return Chance(secret_of(self.game), self.game.public_id, fairness)

    def _opening(self, opened: GameOpened, row: Event) -> Iterator[str]:
        chance, game, options = self._chance(opened.fairness), self.game, row.payload["rules"]
        due = self._dealer_due(chance, opened.seats)
        if opened.dealer != due:
            yield f"seat {opened.dealer} deals first where it is due to seat {due}"
        if opened.commitment != game.commitment:
            yield "the commitment is not the one given to the players"
        if chance.promise(options, opened.seats, opened.partners, opened.dealer) != opened.commitment:
            yield "the seed is not the one that was promised"
        if opened.committed and not _is_before(opened.committed, row.at):
            yield "the commitment was published after the game was opened"
        told = (game.preset, game.seats, game.partners, game.options)
        if told != (opened.preset, opened.seats, opened.partners, options):
            yield "the game's row has other rules than were opened"

    def _dealer_due(self, chance: Chance, seats: int) -> int:
        """Return the dealer due at the opening; NOBODY if the dealer is drawn when all seats are taken."""
        before = played_before(self.game)
        if before:
            return dealer_after(before)
        return first_dealer(chance.secret, seats) if chance.fairness == SECRET_ALONE else NOBODY

    def _snapshot(self, state: GameState) -> Iterator[str]:
        kept = self.snapshot
        if kept is None or kept.seq != self.seq or kept.state_version != STATE_VERSION:
            return
        if kept.head != self.head or state_of(self.game, kept.state) != encode_state(state):
            yield f"the snapshot of event {self.seq} is not the state there"

    def _row(self, state: GameState) -> Iterator[str]:
        if (self.game.seq, self.game.head) != (self.seq, self.head):
            yield f"the game's row ends at event {self.game.seq}, its log at {self.seq}"
        for name, value in (mirrored(state) | mirrored_clock(self.clock, state, self.at)).items():
            if getattr(self.game, name) != value:
                yield f"the game's row has {name} {getattr(self.game, name)!r}, its log {value!r}"
        people = sorted(
            seat.number for seat in self.game.taken_seats.all() if seat.number in state.left and not seat.bot
        )
        if people:
            yield f"the computer plays on for seats {people} in the log, and nobody told it"
        seated = sorted(seat.number for seat in self.game.taken_seats.all())
        named = [number for number, name in enumerate(state.players, start=1) if name]
        if seated != named:
            yield f"seats {named} were taken in the log, somebody sits on {seated}"
        if self.snapshot and self.snapshot.seq > self.seq:
            yield "the snapshot is of an event that the log does not have"


def _gathered(chance: Chance, fact: WordsGathered, before: GameState) -> Iterator[str]:
    """Yield the problems if the client seeds or the first dealer are not those that were given or follow from them."""
    if fact.words != settled_words(before, chance.drawn(before.seats)):
        yield "the words are not those that were given and drawn"
    due = before.dealer or first_dealer(chance.seed(fact.words), before.seats)
    if fact.dealer != due:
        yield f"seat {fact.dealer} deals first where it is due to seat {due}"


def _is_before(moment: str, at: datetime) -> bool:
    """Return whether a recorded time (ISO 8601, with its offset) is not later than `at`, and a time at all."""
    try:
        return datetime.fromisoformat(moment) <= at
    except (ValueError, TypeError):
        return False


def _deck(state: GameState) -> str:
    return state.rules.dealing.deck


def _cards_are_conserved(state: GameState) -> bool:
    """Return True if every card of the pack is in exactly one place; only during a round."""
    now = state.round
    if now is None:
        return True
    places = (now.stock, now.table.cards, *now.hands, *now.piles)
    return Counter(card for place in places for card in place) == Counter(PACKS[_deck(state)])
