"""Everything the page of one dispute shows, read once, without cards that the director has not chosen to see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.person_names import isolate
from casino.clock import now
from games import clocks
from games.clocks import Clock
from games.contexts.replay_source import ReplaySource, replay_at
from games.deals.reveal import secrets_revealed
from games.domain.dispute_events import RulingMade
from games.domain.events import Event
from games.domain.evolve import fold
from games.domain.perspective import SPECTATOR, Perspective, perspective_of, redact
from games.domain.revalidation import Revalidation, compare_score, revalidate
from games.domain.rules import RULES_VERSION
from games.domain.setup_events import GameOpened
from games.domain.state import GameState
from games.log.player_names import current_names, load_full_log, with_current_names
from games.log.store import timed_events
from games.log.verification import verify_game
from games.models import Game
from games.models.social import ChatMessage
from games.presenters.clocks import duration
from games.presenters.disputes import MoveCheckView, move_check_view
from games.presenters.disputes import named_rules as rules_of_move
from games.presenters.event_lines import RULING_KINDS, ruling_words
from games.presenters.names import Names
from games.presenters.replay import ReplayView, entry_words
from games.presenters.rulebook.page import rule_words
from games.presenters.score_sheet import ComparedSheet, compared_sheet
from games.presenters.social import message_text, speaker
from games.presenters.timeline import TimelineEntry, timeline
from games.rulings.models import Dispute
from games.rulings.ruling_service import has_revealed_hands

MAX_MESSAGES = 100
MAX_EARLIER = 20


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A chat message; the players no longer see it if staff have `removed` it."""

    at: datetime
    name: str
    text: str
    removed: bool


@dataclass(frozen=True, slots=True)
class ClockLine:
    """A seat's clock at the time of the move, and now."""

    name: str
    then: str
    now: str


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling of this game. `in_force`: it has not been overruled."""

    number: int
    text: str
    at: datetime
    in_force: bool


class DisputeCase:
    """One dispute as one director sees it; computed on demand."""

    def __init__(self, dispute: Dispute, director: Person) -> None:
        self.dispute = dispute
        self.game: Game = dispute.game
        self.director = director

    @cached_property
    def open_hands(self) -> bool:
        """True if the hands may be shown: they are revealed, or the director has chosen to look."""
        return secrets_revealed(self.game) or has_revealed_hands(self.dispute, self.director)

    @cached_property
    def log(self) -> tuple[Event, ...]:
        return load_full_log(self.game, {seat: isolate(name) for seat, name in current_names(self.game).items()})

    @cached_property
    def state(self) -> GameState:
        return fold(self.log)

    @cached_property
    def perspective(self) -> Perspective:
        """The current game, as a spectator sees it."""
        return with_current_names(perspective_of(self.state, SPECTATOR), current_names(self.game))

    @cached_property
    def names(self) -> Names:
        return Names(self.perspective)

    # the move

    @cached_property
    def entries(self) -> tuple[TimelineEntry, ...]:
        return timeline([redact(event, SPECTATOR) for event in self.log])

    @cached_property
    def position(self) -> int:
        """The number of the timeline entry of the disputed move."""
        return next(number for number, entry in enumerate(self.entries) if entry.end >= self.dispute.event_seq)

    def position_text(self, position: int) -> str:
        return entry_words(self.entries[position], [redact(event, SPECTATOR) for event in self.log], self.names)

    def replay(self, position: int | None) -> ReplayView:
        """The table after this timeline entry; None means before the disputed move."""
        source = ReplaySource(self.log, over=self.open_hands)
        return replay_at(source, max(0, self.position - 1) if position is None else position)

    @cached_property
    def revalidation(self) -> Revalidation | None:
        return revalidate(self.log, self.dispute.event_seq)

    def move_check(self) -> MoveCheckView | None:
        return (
            move_check_view(self.revalidation, self.perspective, open_hands=self.open_hands)
            if self.revalidation
            else None
        )

    def score_check(self) -> ComparedSheet | None:
        """The comparison of score sheets if one is disputed, else None."""
        comparison = compare_score(self.log, self.dispute.event_seq)
        return compared_sheet(comparison, self.names) if comparison else None

    def named_rules(self) -> dict[str, str]:
        """The rules cited by the engine's verdict, in words."""
        if score_check := self.score_check():
            return score_check.named_rules
        return rules_of_move(self.revalidation, rule_words(self.state.rules)) if self.revalidation else {}

    def rules_version_text(self) -> str:
        """The rules version under which the game began, and today's, in words."""
        opened = next(event for event in self.log if isinstance(event, GameOpened))
        versions = {"then": opened.rules_version, "now": RULES_VERSION}
        return _("The game started under rules version %(then)d. The current version is %(now)d.") % versions

    # other data

    def clocks(self) -> tuple[ClockLine, ...]:
        """The clocks at the move and now; empty for a game without clocks."""
        events = timed_events(self.game, self.dispute.event_seq)
        then, at = clocks.clock_after(events[:-1]), events[-1][1]
        today = clocks.from_json(self.game.clock)
        if then is None or today is None:
            return ()
        return tuple(
            ClockLine(self.names.seat(seat), self._left(then, seat, at), self._left(today, seat, now().timestamp()))
            for seat in range(1, self.state.seats + 1)
        )

    def _left(self, clock: Clock, seat: int, at: float) -> str:
        return duration(int(sum(clocks.time_left(clock, self.state.table_settings, seat, at))))

    def message_lines(self) -> tuple[MessageLine, ...]:
        said = self.game.messages.filter(audience=ChatMessage.Audience.TABLE)
        latest: Sequence[ChatMessage] = list(said.select_related("person").order_by("-pk")[:MAX_MESSAGES])
        return tuple(
            MessageLine(row.at, speaker(row, self.names), message_text(row), removed=row.removed is not None)
            for row in reversed(latest)
        )

    def earlier_disputes(self) -> list[Dispute]:
        """Other disputes of the people at this table, latest first."""
        people = self.game.taken_seats.filter(person__isnull=False).values("person")
        others = Dispute.objects.filter(person__in=people).exclude(pk=self.dispute.pk)
        return list(others.select_related("game", "person").order_by("-pk")[:MAX_EARLIER])

    def rulings(self) -> tuple[RulingLine, ...]:
        """The rulings of this game, with their texts from the log."""
        events = {event.ruling_no: event for event in self.log if isinstance(event, RulingMade)}
        rows = self.game.rulings.order_by("number")
        return tuple(
            RulingLine(row.number, ruling_words(events[row.number]), row.made, row.overruled_by_id is None)
            for row in rows
            if row.number in events
        )

    def integrity_errors(self) -> list[str]:
        """The errors of the log; empty when it is intact."""
        return verify_game(self.game)


def kind_text(kind: str) -> str:
    return str(RULING_KINDS[kind])
