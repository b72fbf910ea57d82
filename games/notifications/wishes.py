"""What a person wants: by which ways to be called for what, and when to be left alone."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Person
from games.models import Game
from games.notifications.happenings import CHOSEN, USUAL, Happening, Way
from games.notifications.models import MutedGame, Wishes

DAYS = ("turn", "bank")
"""Clocks of games that are played over days."""

LONGEST_NOTICE = timedelta(hours=24)
"""Nobody can be reminded earlier than that before time runs out."""

SHORTEST_NOTICE = timedelta(hours=1)
"""Nobody is reminded of a time that has less than this left when it begins: such a game is played sitting at it."""


def wishes_of(people: Iterable[Person]) -> dict[int, Wishes]:
    """Of each what was said, or the usual."""
    asked = list(people)
    said = {wishes.person_id: wishes for wishes in Wishes.objects.filter(person__in=asked)}
    return {person.pk: said.get(person.pk) or Wishes(person=person) for person in asked}


def ways_for(wishes: Wishes, happening: Happening, game: Game | None) -> frozenset[Way]:
    """The ways by which this is to be told, whether or not the person can be reached by them."""
    if happening not in CHOSEN:
        return frozenset(Way) - (frozenset({Way.MAIL}) if wishes.mail_stopped else frozenset())
    said: Mapping[str, list[str]] = wishes.ways
    ways = frozenset(map(Way, said[happening])) if happening in said else USUAL[happening]
    return ways if mail_wanted(wishes, game) else ways - {Way.MAIL}


def mail_wanted(wishes: Wishes, game: Game | None) -> bool:
    """E-mail is for games played over days, unless somebody wants it for all."""
    quick = game is not None and game.terms.get("clock") not in DAYS
    return not wishes.mail_stopped and (wishes.mail_always or not quick)


def muted(game: Game | None, people: Iterable[Person]) -> set[int]:
    """Who wants to hear nothing of this game."""
    if game is None:
        return set()
    return set(MutedGame.objects.filter(game=game, person__in=list(people)).values_list("person_id", flat=True))


# --- quiet hours ----------------------------------------------------------------------------------------------------


def quiet_end(wishes: Wishes, now: datetime) -> datetime | None:
    """When the quiet hours end that it is in the midst of, or None."""
    begin, end = wishes.quiet_from, wishes.quiet_until
    if begin is None or end is None or begin == end:
        return None
    zone = ZoneInfo(wishes.time_zone)
    here = now.astimezone(zone)
    clock = here.time()
    over_midnight = begin > end
    if not (clock >= begin or clock < end if over_midnight else begin <= clock < end):
        return None
    day = here.date() + timedelta(days=1 if over_midnight and clock >= begin else 0)
    return max(_at(day, end, zone, fold) for fold in (0, 1))


def _at(day: date, clock: time, zone: ZoneInfo, fold: int) -> datetime:
    """That time of day; where the clocks are changed it may come twice, or not at all."""
    return datetime.combine(day, clock, tzinfo=zone).replace(fold=fold).astimezone(UTC)


# --- reminders ------------------------------------------------------------------------------------------------------


def reminder_time(wishes: Wishes, begun: datetime, deadline: datetime) -> datetime | None:
    """When to remind: so long before as wished, but not in the first half of the time there is."""
    span = deadline - begun
    if span < SHORTEST_NOTICE:
        return None
    return deadline - min(timedelta(hours=wishes.remind_before), span / 2)
