"""The filters of finished games, read from a query string: for profiles and search."""

from collections.abc import Collection, Mapping
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta
from typing import NamedTuple, Self
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as lazy

from accounts.models import Person
from games.domain.presets import PRESETS
from games.models import BOT_NAME_PREFIX, NAME_LENGTH, Seat, SeatResult
from games.presenters.rules import game_name

RESULTS = {"won": lazy("Won"), "lost": lazy("Lost"), "drawn": lazy("Drawn"), "void": lazy("No result")}
RATED = {"yes": lazy("Rated"), "no": lazy("Unrated")}
MAX_NUMBER = 9999


class ResultFilters(NamedTuple):
    """The finished games wanted, as sent; empty: any. `sweeps`, `cards` and `rounds` are minimums, `short` a maximum
    of rounds; `since` and `until` are dates like 2026-12-24."""

    opponent: str = ""
    game: str = ""
    result: str = ""
    rated: str = ""
    since: str = ""
    until: str = ""
    sweeps: str = ""
    cards: str = ""
    rounds: str = ""
    short: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the filters of a query string. What cannot be read filters nothing."""
        known: dict[str, Collection[str]] = {"game": PRESETS, "result": RESULTS, "rated": RATED}
        sent: dict[str, str] = {"opponent": clean_name(query.get("opponent", ""))}
        sent |= {name: value for name in known if (value := query.get(name, "")) in known[name]}
        sent |= {name: value for name in ("since", "until") if _date(value := query.get(name, ""))}
        numbers = ((name, query.get(name, "")) for name in ("sweeps", "cards", "rounds", "short"))
        sent |= {name: value for name, value in numbers if _is_number(value)}
        return cls(**sent)

    @property
    def condition(self) -> Q:
        """The condition on results, except for the dates."""
        given: dict[str, object] = {"preset": self.game, "outcome": self.result}
        given |= {"sweeps__gte": self.sweeps, "cards__gte": self.cards}
        given |= {"rounds__gte": self.rounds, "rounds__lte": self.short}
        condition = Q(**{name: value for name, value in given.items() if value})
        if self.rated:
            condition &= Q(rated=self.rated == "yes")
        return condition & opponent_condition(self.opponent) if self.opponent else condition

    @property
    def period(self) -> Q:
        """The condition on the time, which the indexes meet first."""
        since, until = _date(self.since), _date(self.until)
        condition = Q(finished__gte=_midnight(since)) if since else Q()
        return condition & Q(finished__lt=_midnight(until + timedelta(days=1))) if until else condition

    @property
    def query(self) -> str:
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def details(self) -> bool:
        """True if a filter is set that pages keep folded."""
        return any(self[4:])

    @property
    def games(self) -> list[tuple[str, str]]:
        return sorted(((preset, game_name(preset)) for preset in PRESETS), key=lambda choice: choice[1])

    @property
    def results(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in RESULTS.items()]

    @property
    def ratings(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in RATED.items()]


def clean_name(text: str) -> str:
    """A name as it can be looked for: in one line, no longer than a name."""
    return " ".join(text.replace("\0", "")[: 2 * NAME_LENGTH].split())[:NAME_LENGTH]


def opponent_condition(name: str) -> Q:
    """The condition that someone of this name, as at the table or of the account, played in the game too."""
    account = Q(person__username__iexact=name, person__is_guest=False)
    called = Q(name__iexact=name) | Q(name__iexact=BOT_NAME_PREFIX + name) | account
    others = Seat.objects.filter(called, game=OuterRef("game")).exclude(number=OuterRef("number"))
    return Q(Exists(others))


def visible_to(viewer: Person | None) -> Q:
    """The condition on results that someone else's page may show: public games, and those of the viewer."""
    if viewer is None:
        return Q(public=True)
    return Q(public=True) | Q(Exists(SeatResult.objects.filter(game=OuterRef("game"), person=viewer)))


def _date(text: str) -> date | None:
    """The date; None in the first and the last year there is, which have no day before or after."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if MINYEAR < day.year < MAXYEAR else None


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= len(str(MAX_NUMBER))
