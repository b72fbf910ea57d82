"""Everything the desk shows about one dispute, read once, without cards that the director has not chosen to see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import Person
from casino.clock import now
from games import clocks
from games.clocks.reckoning import Clock
from games.deals.reveal import secrets_open
from games.domain.disputed import RulingMade
from games.domain.events import Event, GameOpened
from games.domain.perspective import SPECTATOR, Perspective, perspective, seen_by
from games.domain.rejudging import Rejudged, rejudge
from games.domain.replay import fold
from games.domain.rescoring import rescore
from games.domain.rules import RULES_VERSION
from games.domain.state import GameState
from games.log.player_names import seat_names, whole_log, with_names
from games.log.store import timed_events
from games.log.verification import check
from games.models import Game
from games.models.social import Message
from games.presenters.chat import speaker, words_of
from games.presenters.clocks import duration
from games.presenters.disputed import KINDS, ruling_words
from games.presenters.judged import JudgedView, judged_view
from games.presenters.judged import named_rules as rules_of_move
from games.presenters.moments import Moment, moments
from games.presenters.names import Names
from games.presenters.replay import ReplayView, moment_words
from games.presenters.rescored import RescoredView, rescored_view
from games.presenters.rescored import named_rules as rules_of_sheet
from games.presenters.rulebook.page import rule_words
from games.rulings.directing import has_looked
from games.rulings.models import Dispute
from games.views.stories import Story, tell

MOST_SAID = 100
MOST_EARLIER = 20


@dataclass(frozen=True, slots=True)
class SaidLine:
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
    """A ruling of this game. `holds`: it has not been overruled."""

    number: int
    text: str
    at: datetime
    holds: bool


class Papers:
    """One dispute as one director sees it; computed on demand."""

    def __init__(self, dispute: Dispute, director: Person) -> None:
        self.dispute = dispute
        self.game: Game = dispute.game
        self.director = director

    @cached_property
    def open_hands(self) -> bool:
        """True if the hands may be shown: they are revealed, or the director has chosen to look."""
        return secrets_open(self.game) or has_looked(self.dispute, self.director)

    @cached_property
    def log(self) -> tuple[Event, ...]:
        return whole_log(self.game)

    @cached_property
    def state(self) -> GameState:
        return fold(self.log)

    @cached_property
    def sight(self) -> Perspective:
        """The current game, as a spectator sees it."""
        return with_names(perspective(self.state, SPECTATOR), seat_names(self.game))

    @cached_property
    def names(self) -> Names:
        return Names(self.sight)

    # the move

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        return moments([seen_by(event, SPECTATOR) for event in self.log])

    @cached_property
    def place(self) -> int:
        """The moment of the disputed move."""
        return next(number for number, each in enumerate(self.moments) if each.end >= self.dispute.at)

    def words_at(self, place: int) -> str:
        return moment_words(self.moments[place], [seen_by(event, SPECTATOR) for event in self.log], self.names)

    def replay(self, place: int | None) -> ReplayView:
        """Return the table after this moment; None means before the disputed move."""
        wanted = max(0, self.place - 1) if place is None else place
        return tell(Story(self.log, over=self.open_hands), wanted)

    @cached_property
    def judged(self) -> Rejudged | None:
        return rejudge(self.log, self.dispute.at)

    def judged_view(self) -> JudgedView | None:
        return judged_view(self.judged, self.sight, open_hands=self.open_hands) if self.judged else None

    def rescored_view(self) -> RescoredView | None:
        """Return the comparison of score sheets if one is disputed, else None."""
        found = rescore(self.log, self.dispute.at)
        return rescored_view(found, self.names) if found else None

    def named_rules(self) -> dict[str, str]:
        """Return the rules cited by the engine's verdict, in words."""
        rescored = self.rescored_view()
        if rescored:
            return rules_of_sheet(rescored)
        return rules_of_move(self.judged, rule_words(self.state.rules)) if self.judged else {}

    def judged_by(self) -> str:
        """Return the rules version under which the game began, and today's, in words."""
        opened = next(event for event in self.log if isinstance(event, GameOpened))
        if not opened.judged_by:
            return _("The game began before versions of the engine’s rules were noted; today’s is %(now)d.") % {
                "now": RULES_VERSION
            }
        versions = {"then": opened.judged_by, "now": RULES_VERSION}
        return _("The game began under version %(then)d of the engine’s rules; today’s is %(now)d.") % versions

    # other data

    def clocks(self) -> tuple[ClockLine, ...]:
        """Return the clocks at the move and now; empty for a game without clocks."""
        events = timed_events(self.game, self.dispute.at)
        then, at = clocks.clock_after(events[:-1]), events[-1][1]
        today = clocks.read(self.game.clock)
        if then is None or today is None:
            return ()
        return tuple(
            ClockLine(self.names.seat(seat), self._left(then, seat, at), self._left(today, seat, now().timestamp()))
            for seat in range(1, self.state.seats + 1)
        )

    def _left(self, clock: Clock, seat: int, at: float) -> str:
        return duration(int(sum(clocks.time_left(clock, self.state.terms, seat, at))))

    def said(self) -> tuple[SaidLine, ...]:
        latest: Sequence[Message] = list(self.game.messages.select_related("person").order_by("-pk")[:MOST_SAID])
        return tuple(
            SaidLine(each.at, speaker(each, self.names), words_of(each), removed=each.removed is not None)
            for each in reversed(latest)
        )

    def earlier(self) -> list[Dispute]:
        """Return other disputes of the people at this table, latest first."""
        people = self.game.taken_seats.filter(person__isnull=False).values("person")
        others = Dispute.objects.filter(person__in=people).exclude(pk=self.dispute.pk)
        return list(others.select_related("game", "person").order_by("-pk")[:MOST_EARLIER])

    def rulings(self) -> tuple[RulingLine, ...]:
        """Return the rulings of this game, with their texts from the log."""
        made = {event.number: event for event in self.log if isinstance(event, RulingMade)}
        rows = self.game.rulings.order_by("number")
        return tuple(
            RulingLine(row.number, ruling_words(made[row.number]), row.made, row.overruled_by_id is None)
            for row in rows
            if row.number in made
        )

    def troubles(self) -> list[str]:
        """Return the problems of the log; empty when it is intact."""
        return check(self.game)


def kind_words(kind: str) -> str:
    return str(KINDS[kind])
