"""Verification of a game's log and of everything derived from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from games import clocks
from games.domain.cards import PACKS
from games.domain.codec import STATE_VERSION, decode, encode_state
from games.domain.events import Event, RemainingCardsAwarded, RolledBack, RoundStarted
from games.domain.evolve import evolve, fold
from games.domain.provably_fair import SERVER_SEED_ONLY
from games.domain.refusal import Refusal, explain
from games.domain.revalidation import differences, revalidate
from games.domain.rules import RULES_VERSION
from games.domain.seating import give_seed, with_default_seeds
from games.domain.setup_events import ClientSeedRevealed, ClientSeedsCollected, GameOpened, TableSettingsFixed
from games.domain.state import GameState
from games.domain.table import NO_SEAT
from games.log.encryption import decrypt_payload, decrypt_secret, decrypt_state
from games.log.shuffling import Shuffler, dealer_after, first_dealer
from games.log.store import clock_projection, events_after, previous_game_at_opening, projection, row_hash
from games.models import GENESIS, Game, Snapshot, StoredEvent

MALFORMED_LOG_ERRORS = (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError)
"""Exceptions raised when reading a log that this program did not write."""


MAX_READINGS = 5


class Verification(NamedTuple):
    """The problems of a game, and separately the results that only an engine with other rules computed differently.
    `state` is the state at the end of the `log`, None when it cannot be read."""

    problems: list[str]
    by_older_rules: list[str]
    state: GameState | None = None
    log: Sequence[Event] = ()


def verify_game(game: Game) -> list[str]:
    """The problems of the game, in words; empty when there are none."""
    return verify_log(game).problems


def verify_log(game: Game) -> Verification:
    """Verify one game and everything derived from its log.

    A game that advances meanwhile is read again, since its row and its log would be from different moments.
    """
    report = Verification([], [])
    for _ in range(MAX_READINGS):
        game = Game.objects.get(pk=game.pk)
        report = _verify(game)
        if not report.problems or Game.objects.filter(pk=game.pk, seq=game.seq).exists():
            break
    return report


def _verify(game: Game) -> Verification:
    problems: list[str] = []
    verifier = _Verifier(game)
    try:
        problems.extend(verifier.problems())
    except MALFORMED_LOG_ERRORS as error:
        problems.append(f"the log cannot be read on: {type(error).__name__}: {error}")
        return Verification(problems, [])
    results = list(_result_problems(verifier.events, verifier.previous_states)) if verifier.events else []
    if any(isinstance(event, GameOpened) and event.rules_version != RULES_VERSION for event in verifier.events[:1]):
        return Verification(problems, results, verifier.state, verifier.events)
    return Verification(problems + results, [], verifier.state, verifier.events)


def _result_problems(log: Sequence[Event], befores: Sequence[GameState | None]) -> Iterator[str]:
    """Yield points, score sheets and winners that do not follow from the cards and the rules of the log itself."""
    try:
        for at, recorded, computed in differences(log, befores):
            yield f"event {at} leads to {_in_words(computed)} by today's engine, the log records {_in_words(recorded)}"
    except MALFORMED_LOG_ERRORS as error:
        yield f"the results cannot be recomputed by today's engine: {type(error).__name__}: {error}"


def _in_words(events: Sequence[Event]) -> str:
    return ", ".join(map(str, events)) or "no result"


def replay_rows(game: Game, rows: Sequence[StoredEvent]) -> tuple[GameState, clocks.Clock | None]:
    """The final state and clocks of a log. Raises MALFORMED_LOG_ERRORS for a foreign log."""
    clock, events = None, [decode(row.type, row.version, decrypt_payload(game, row.payload)) for row in rows]
    for number, row in enumerate(rows, start=1):
        clock = clocks.update_clock(clock, [events[number - 1]], fold(events[:number]), row.at.timestamp())
    return fold(events), clock


def revalidate_moves(game: Game) -> Iterator[str]:
    """Yield the game's moves and calls that today's engine would refuse, or understand differently.

    They remain in effect: a log is replayed without validation. Raises BrokenLogError and others for a damaged log.
    """
    log = [event for _, event in events_after(game, 0)]
    requests = game.events.exclude(action_text="") | game.events.filter(type="move_forced")
    for seq in requests.order_by("seq").values_list("seq", flat=True):
        result = revalidate(log, seq)
        if result and result.refusal:
            yield f"event {seq}: “{result.entry}” would be refused today: {explain(result.refusal)}"
        elif result and not result.same:
            yield f"event {seq}: “{result.entry}” would be something else today"


class _Verifier:
    """One pass over a game, from its first event to its last."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.snapshot = Snapshot.objects.filter(game=game).first()
        self.state: GameState | None = None
        self.seq, self.head = 0, GENESIS
        self.clock: clocks.Clock | None = None
        self.at = game.updated
        self.events: list[Event] = []
        self.previous_states: list[GameState | None] = []
        self.ownerless_cards = [False]

    def problems(self) -> Iterator[str]:
        for row in self.game.events.order_by("seq").iterator():
            yield from self._link_problems(row)
            event, before = decode(row.type, row.version, decrypt_payload(self.game, row.payload)), self.state
            self.previous_states.append(before)
            self.state = self._advance(event)
            self.clock, self.at = clocks.update_clock(self.clock, [event], self.state, row.at.timestamp()), row.at
            problems = chain(self._shuffle_problems(event, row, before), self._event_problems(event, self.state))
            yield from (f"event {row.seq}: {problem}" for problem in problems)
            yield from self._snapshot_problems(self.state)
        if self.state is None:
            yield "the log is empty"
        else:
            yield from self._row_problems(self.state)

    def _advance(self, event: Event) -> GameState:
        self.events.append(event)
        return fold(self.events) if isinstance(event, RolledBack) else evolve(self.state, event)

    def _link_problems(self, row: StoredEvent) -> Iterator[str]:
        if row.seq != self.seq + 1:
            yield f"event {row.seq} follows event {self.seq}"
        if row.previous != self.head:
            yield f"event {row.seq} does not name the hash of the one before"
        if row.hash != row_hash(self.game.public_id, row):
            yield f"event {row.seq} has another hash than its content"
        self.seq, self.head = row.seq, row.hash

    def _event_problems(self, event: Event, state: GameState) -> Iterator[str]:
        if isinstance(event, TableSettingsFixed) and self.game.table_settings != event.table_settings._asdict():
            yield "the game's row has other terms than were agreed"
        self.ownerless_cards.append(self._has_ownerless_cards(event))
        if not self.ownerless_cards[-1] and not _cards_are_conserved(state):
            yield "cards were lost or doubled"

    def _has_ownerless_cards(self, event: Event) -> bool:
        """True if cards of the round have been left without an owner (6.1)."""
        match event:
            case RemainingCardsAwarded(side):
                return side is None
            case RoundStarted():
                return False
            case RolledBack(to):
                return self.ownerless_cards[to]
            case _:
                return self.ownerless_cards[-1]

    def _shuffle_problems(self, event: Event, row: StoredEvent, before: GameState | None) -> Iterator[str]:
        """Yield the differences between the random parts of the event and the commitment."""
        if isinstance(event, GameOpened):
            yield from self._opening_problems(event, row)
        if before is None:
            return
        shuffler = self._shuffler(before.shuffle_version)
        if isinstance(event, ClientSeedsCollected):
            yield from _client_seed_problems(shuffler, event, before)
        if isinstance(event, ClientSeedRevealed) and isinstance(
            give_seed(before, event.seat, event.client_seed), Refusal
        ):
            yield f"the client seed of seat {event.seat} came too late, or is not the one promised"
        if (
            isinstance(event, RoundStarted)
            and shuffler.pack(before.client_seeds, event.number, _deck(before)) != event.pack
        ):
            yield f"the deck of round {event.number} is not the one of the seed"

    def _shuffler(self, version: int) -> Shuffler:
        return Shuffler(decrypt_secret(self.game), self.game.public_id, version)

    def _opening_problems(self, opened: GameOpened, row: StoredEvent) -> Iterator[str]:
        shuffler, game, options = self._shuffler(opened.shuffle_version), self.game, row.payload["rules"]
        due = self._dealer_due(shuffler, opened)
        if opened.dealer != due:
            yield f"seat {opened.dealer} deals first where it is due to seat {due}"
        if opened.commitment != game.commitment:
            yield "the commitment is not the one given to the players"
        if shuffler.commitment(opened.dealer) != opened.commitment:
            yield "the seed is not the one that was promised"
        if opened.committed_at and not _is_before(opened.committed_at, row.at):
            yield "the commitment was published after the game was opened"
        recorded = (game.preset, game.seats, game.partners, game.options)
        if recorded != (opened.preset, opened.seats, opened.partners, options):
            yield "the game's row has other rules than were opened"

    def _dealer_due(self, shuffler: Shuffler, opened: GameOpened) -> int:
        """The dealer due at the opening; NO_SEAT if the dealer is drawn when all seats are taken.

        The host of a game may have chosen one, which the commitment then contains.
        """
        previous_game = previous_game_at_opening(self.game)
        if previous_game:
            return dealer_after(previous_game)
        if shuffler.version == SERVER_SEED_ONLY:
            return first_dealer(shuffler.secret, opened.seats)
        return opened.dealer if opened.dealer <= opened.seats else NO_SEAT

    def _snapshot_problems(self, state: GameState) -> Iterator[str]:
        snapshot = self.snapshot
        if snapshot is None or snapshot.seq != self.seq or snapshot.state_version != STATE_VERSION:
            return
        if snapshot.head != self.head or decrypt_state(self.game, snapshot.state) != encode_state(state):
            yield f"the snapshot of event {self.seq} is not the state there"

    def _row_problems(self, state: GameState) -> Iterator[str]:
        if (self.game.seq, self.game.head) != (self.seq, self.head):
            yield f"the game's row ends at event {self.game.seq}, its log at {self.seq}"
        for name, value in (projection(state) | clock_projection(self.clock, state, self.at)).items():
            if getattr(self.game, name) != value:
                yield f"the game's row has {name} {getattr(self.game, name)!r}, its log {value!r}"
        people = sorted(
            seat.number for seat in self.game.taken_seats.all() if seat.number in state.bot_seats and not seat.bot
        )
        if people:
            yield f"the computer plays on for seats {people} in the log, and nobody told it"
        replaced = [seat.number for seat in self.game.taken_seats.all() if seat.person_id and seat.bot]
        if set(replaced) - state.bot_seats:
            yield f"a computer plays for seats {sorted(replaced)}, and the log knows nothing of it"
        seated = sorted(seat.number for seat in self.game.taken_seats.all())
        named = [number for number, name in enumerate(state.players, start=1) if name]
        if seated != named:
            yield f"seats {named} were taken in the log, somebody sits on {seated}"
        if self.snapshot and self.snapshot.seq > self.seq:
            yield "the snapshot is of an event that the log does not have"


def _client_seed_problems(shuffler: Shuffler, event: ClientSeedsCollected, before: GameState) -> Iterator[str]:
    """Yield the problems if the client seeds or the first dealer are not those that were given or follow from them."""
    if event.client_seeds != with_default_seeds(before, shuffler.default_client_seeds(before.seats)):
        yield "the words are not those that were given and drawn"
    due = before.dealer or first_dealer(shuffler.seed(event.client_seeds), before.seats)
    if event.dealer != due:
        yield f"seat {event.dealer} deals first where it is due to seat {due}"


def _is_before(moment: str, at: datetime) -> bool:
    """Whether a recorded time (ISO 8601, with its offset) is not later than `at`, and a time at all."""
    try:
        return datetime.fromisoformat(moment) <= at
    except (ValueError, TypeError):
        return False


def _deck(state: GameState) -> str:
    return state.rules.dealing.deck


def _cards_are_conserved(state: GameState) -> bool:
    """True if every card of the pack is in exactly one place; only during a round."""
    round_ = state.round
    if round_ is None:
        return True
    places = (round_.stock, round_.table.cards, *round_.hands, *round_.piles)
    return Counter(card for place in places for card in place) == Counter(PACKS[_deck(state)])
