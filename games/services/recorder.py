"""Unit of work on a game's log: commands are decided one after the other and recorded together."""

from django.db.models import F

from games.domain.commands import Command, GatherWords, NoteHolidays, StartRound
from games.domain.decide import decide, needs_round
from games.domain.events import Event, SeatGiven, SeatReturned, WentBack
from games.domain.fairness import SECRET_ALONE
from games.domain.refusal import Refusal
from games.domain.replay import fold
from games.domain.seating import awaits_seeds, settled_words
from games.domain.state import GameState
from games.integrity.attesting import attest_seats
from games.live import broadcast
from games.log.encryption import secret_of
from games.log.shuffling import Chance, first_dealer
from games.log.store import SERVER, Step, append, continued, load
from games.models import Game, Holiday


def seat_of(actor: str) -> int:
    """Return the seat that acted; 0 when it was not a seat."""
    kind, _, number = actor.partition(":")
    return int(number) if kind == "seat" else 0


class Recorder:
    """The commands of one transaction on one locked game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state = load(game)[0] if game.seq else None
        self._steps: list[Step] = []

    @property
    def state(self) -> GameState:
        if self._state is None:
            raise ValueError("the game has not been opened")
        return self._state

    def ask(self, command: Command, actor: str, entry: str = "") -> Refusal | None:
        """Execute the command unless it is refused."""
        decided = decide(self._state, command)
        if isinstance(decided, Refusal):
            return decided
        self.add(decided, actor, entry)
        return None

    def add(self, facts: tuple[Event, ...], actor: str, entry: str = "") -> None:
        """Add events decided elsewhere, from the whole log."""
        self._state = self._after(facts)
        self._steps.append(Step(actor, entry, facts))

    def _after(self, decided: tuple[Event, ...]) -> GameState:
        if not any(isinstance(fact, WentBack) for fact in decided):
            return fold(decided, self._state)
        earlier = (fact for step in self._steps for fact in step.facts)
        return continued(self.game, None, [*earlier, *decided], self.game.seq)

    def order(self, command: Command, actor: str = SERVER, entry: str = "") -> None:
        """Execute a command of the server itself; a refusal would be a bug."""
        refusal = self.ask(command, actor, entry)
        if refusal:
            raise ValueError(f"{type(command).__name__} was refused: {refusal}")

    def record(self) -> None:
        """Deal when a round is due, write everything to the log, and publish it.

        The first deal waits for the client seeds that players have promised.
        """
        if all(self.state.players) and needs_round(self.state) and not awaits_seeds(self.state):
            self.start_round()
        before, first = (self.game.status, self.game.turn), self.game.seq + 1
        append(self.game, self._steps, self.state)
        attest_seats(self.game, first, [fact for step in self._steps for fact in step.facts])
        self._tell(*before)

    def start_round(self) -> None:
        """Deal the next pack, the first one from the client seeds that have arrived."""
        number = self.state.latest_round + 1
        chance = Chance(secret_of(self.game), self.game.public_id, self.state.fairness)
        if number == 1 and chance.fairness != SECRET_ALONE:
            self._gather_words(chance)
        self.order(StartRound(chance.pack(self.state.words, number, self.state.rules.dealing.deck)))
        if number == 1:
            self._note_holidays()

    def _gather_words(self, chance: Chance) -> None:
        """Fix the client seeds now that all seats are taken.

        The first dealer follows from them, unless the deal passes on from the previous game.
        """
        state = self.state
        drawn = chance.drawn(state.seats)
        dealer = state.dealer or first_dealer(chance.seed(settled_words(state, drawn)), state.seats)
        self.order(GatherWords(drawn, dealer))

    def _note_holidays(self) -> None:
        """Record the holidays chosen before the game began; later ones are recorded when they are chosen."""
        terms = self.state.terms
        if not (terms.over_days and terms.holidays):
            return
        chosen: dict[int, list[tuple[str, str]]] = {}
        for holiday in Holiday.objects.filter(person__seats__game=self.game).annotate(seat=F("person__seats__number")):
            chosen.setdefault(holiday.seat, []).append((holiday.first.isoformat(), holiday.last.isoformat()))
        for seat, days in sorted(chosen.items()):
            self.order(NoteHolidays(seat, tuple(days)))

    def _tell(self, status: str, turn: int) -> None:
        """Publish the change; `status` and `turn` are those from before it."""
        game, seats = self.game, self.game.at_table
        everybody = game.status != status
        turns = {turn, game.turn} if game.turn != turn else set()
        broadcast.game_changed(
            game.public_id,
            game.seq,
            by=seat_of(self._steps[0].actor),
            people=[seat.person_id for seat in seats if seat.person_id and (everybody or seat.number in turns)],
            lobby=game.public and Game.Status.OPEN in (status, game.status),
        )
        facts = tuple(fact for step in self._steps for fact in step.facts)
        if everybody or any(isinstance(fact, (SeatGiven, SeatReturned)) for fact in facts):
            broadcast.people_changed(game.public_id)
        broadcast.game_advanced.send(Game, game=game, seats=seats, facts=facts)
