"""Unit of work on a game's log: commands are decided one after the other and recorded together."""

from collections.abc import Collection, Sequence

from django.conf import settings
from django.db.models import F

from accounts.time_zones import time_zones
from casino.hooks import Hook
from games.domain.commands import CollectClientSeeds, Command, CompensateTime, SetTimeZone, SetVacation, StartRound
from games.domain.decide import decide, needs_round
from games.domain.events import BotTookOver, Event, PlayerReturned, RolledBack, SeatTakenOver
from games.domain.evolve import fold
from games.domain.provably_fair import SERVER_SEED_ONLY
from games.domain.refusal import Refusal
from games.domain.seating import awaits_seeds, with_default_seeds
from games.domain.state import GameState
from games.live import broadcast
from games.log.attestations import attest_seats
from games.log.encryption import decrypt_secret
from games.log.shuffling import Shuffler, first_dealer
from games.log.store import SERVER, Action, append_events, apply_tail, load, seat_of
from games.models import Game, Seat, Vacation
from games.services.outcomes import Refused
from games.services.round_ends import forget_undone_rounds

appended: Hook[[Game, Sequence[Seat], Sequence[Event]], None] = Hook()
"""Called in the transaction of new events; the game's row and state already include them. It enqueues tasks, which call
services."""


SEAT_EVENTS = (BotTookOver, PlayerReturned, SeatTakenOver)


class GameTransaction:
    """The commands of one transaction on one locked game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state = load(game)[0] if game.seq else None
        self._actions: list[Action] = []

    @property
    def state(self) -> GameState:
        if self._state is None:
            raise ValueError("the game has not been opened")
        return self._state

    def execute(self, command: Command, actor: str, text: str = "") -> Refused | None:
        """Execute the command unless it is refused."""
        decided = decide(self._state, command)
        if isinstance(decided, Refusal):
            return Refused(decided)
        self.append(decided, actor, text)
        return None

    def append(self, events: tuple[Event, ...], actor: str, text: str = "") -> None:
        """Add events decided elsewhere, from the whole log."""
        self._state = self._state_after(events)
        self._actions.append(Action(actor, text, events))

    def _state_after(self, decided: tuple[Event, ...]) -> GameState:
        if not any(isinstance(event, RolledBack) for event in decided):
            return fold(decided, self._state)
        earlier = (event for action in self._actions for event in action.events)
        return apply_tail(self.game, None, [*earlier, *decided], self.game.seq)

    def execute_trusted(self, command: Command, actor: str = SERVER, text: str = "") -> None:
        """Execute a command of the server itself; a refusal would be a bug."""
        if refusal := self.execute(command, actor, text):
            raise ValueError(f"{type(command).__name__} was refused: {refusal.refusal}")

    def commit(self) -> None:
        """Deal when a round is due, write everything to the log, publish it, and call what follows.

        The first deal waits for the client seeds that players have promised.
        """
        if all(self.state.players) and needs_round(self.state) and not awaits_seeds(self.state):
            self.start_round()
        game, status, seq = self.game, self.game.status, self.game.seq
        append_events(game, self._actions, self.state)
        events = tuple(event for action in self._actions for event in action.events)
        if any(isinstance(event, RolledBack) for event in events):
            forget_undone_rounds(game, self.state)
        attest_seats(game, seq + 1, events)
        self._publish(status, events)
        appended(game, game.seats_with_people, events)

    def start_round(self) -> None:
        """Deal the next pack, the first one from the client seeds that have arrived.

        In later rounds the first to play gets time to look at the score of the round before.
        """
        state, number = self.state, self.state.latest_round + 1
        shuffler = Shuffler(decrypt_secret(self.game), self.game.public_id, state.shuffle_version)
        if number == 1 and shuffler.version != SERVER_SEED_ONLY:
            self._collect_client_seeds(shuffler)
        self.execute_trusted(StartRound(shuffler.pack(self.state.client_seeds, number, self.state.rules.dealing.deck)))
        if number == 1:
            self.record_time_off(range(1, state.seats + 1))
        elif state.table_settings.clock == "live" and settings.ROUND_PAUSE:
            self.execute_trusted(CompensateTime(self.state.turn, settings.ROUND_PAUSE, "round"))

    def _collect_client_seeds(self, shuffler: Shuffler) -> None:
        """Fix the client seeds now that all seats are taken.

        The first dealer follows from them, unless the deal passes on from the previous game.
        """
        state = self.state
        defaults = shuffler.default_client_seeds(state.seats)
        dealer = state.dealer or first_dealer(shuffler.seed(with_default_seeds(state, defaults)), state.seats)
        self.execute_trusted(CollectClientSeeds(defaults, dealer))

    def record_time_off(self, seats: Collection[int]) -> None:
        """Record whose nights and days those of these seats are, and the vacations chosen so far; later ones are
        recorded when they are chosen."""
        table_settings = self.state.table_settings
        if not table_settings.correspondence:
            return
        rows = Seat.objects.filter(game=self.game, number__in=seats).order_by("number")
        for number, time_zone in rows.values_list("number", "person__preferences__time_zone"):
            if time_zone in time_zones():
                self.execute_trusted(SetTimeZone(number, time_zone))
        if table_settings.vacations:
            self._record_vacations(seats)

    def _record_vacations(self, seats: Collection[int]) -> None:
        chosen: dict[int, list[tuple[str, str]]] = {}
        vacations = Vacation.objects.filter(person__seats__game=self.game, person__seats__number__in=seats)
        for vacation in vacations.annotate(seat=F("person__seats__number")):
            chosen.setdefault(vacation.seat, []).append((vacation.first.isoformat(), vacation.last.isoformat()))
        for seat, days in sorted(chosen.items()):
            self.execute_trusted(SetVacation(seat, tuple(days)))

    def _publish(self, status: str, events: tuple[Event, ...]) -> None:
        """Notify open pages after the commit; `status` is that from before it."""
        game = self.game
        began_or_ended, others_sit = game.status != status, any(isinstance(event, SEAT_EVENTS) for event in events)
        taken_from_list = began_or_ended and self.state.forfeited_seats
        broadcast.publish_game_changed(
            game.public_id,
            game.seq,
            by=seat_of(self._actions[0].actor),
            people=game.people,
            lobby=game.public and bool(Game.Status.OPEN in (status, game.status) or others_sit or taken_from_list),
        )
        if began_or_ended or others_sit:
            broadcast.publish_presence_changed(game.public_id)
