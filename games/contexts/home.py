"""What waits for a person on the home page: the day's deal and puzzle, the next level to beat, and what their clubs and
tournaments have next. All of it is read from facts that are there for other pages, in few queries."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Person
from accounts.person_names import isolate
from games import bots
from games.clubs import calendar
from games.contexts.after_game import next_level, streak_words
from games.contexts.tournaments import crest_of
from games.deals.services import daily_streak
from games.presenters.portraits import Opponent, opponent
from games.puzzles.services import Standing
from games.tournaments.selectors import next_tournament_of


class DayTile(NamedTuple):
    """The deal or the puzzle of the day: a few words, whether it is done, and the latest days in a row on which it
    was."""

    text: str
    done: bool = False
    days: int = 0

    @property
    def dots(self) -> str:
        """A sign for each of the latest days, that of today empty while it is to be done."""
        return "●" * min(self.days, MAX_DOTS) + "○" * (not self.done) if self.days > 1 else ""


MAX_DOTS = 6


class News(NamedTuple):
    """What a club or a tournament of the person has next, under the club's crest."""

    title: str
    text: str
    url: str
    crest: str
    at: datetime | None = None


def deal_tile(person: Person | None) -> DayTile:
    done, days = daily_streak(person) if person else (False, 0)
    text = _("Played. See the results.") if done else _("Play it, then compare")
    return DayTile(streak_words(days) or text, done, days)


def puzzle_tile(standing: Standing) -> DayTile:
    done, days = standing.daily is not None, standing.streak
    solved = _("Solved. See it again.") if standing.daily else _("See the solution")
    return DayTile(streak_words(days) or (solved if done else _("Find the one best move")), done, days)


def level_to_beat(beaten: set[str]) -> Opponent | None:
    """Above the hardest level beaten, if that is not the last one; none before a level has been beaten."""
    hardest = max(beaten, key=list(bots.NAMES).index, default="")
    level = next_level(beaten, hardest) if hardest else ""
    return opponent(level) if level else None


def news_of(person: Person) -> list[News]:
    """The tournament that runs or comes next, and the next date of a club, or else a club."""
    found, cup = [], next_tournament_of(person)
    if cup:
        starts = cup.starts if cup.state == cup.State.PLANNED else None
        url = reverse("games:tournament", args=[cup.public_id])
        found.append(News(isolate(cup.name), "" if starts else cup.get_state_display(), url, crest_of(cup), starts))
    if ahead := calendar.next_of(person):
        club, text = ahead.club, "" if ahead.title else _("Your club")
        url = reverse("games:club", args=[club.address])
        found.append(News(isolate(ahead.title or club.name), text, url, club.crest, ahead.starts))
    return found
