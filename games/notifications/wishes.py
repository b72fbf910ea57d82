"""A person's notification preferences: the ways for each kind, and quiet hours."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Person
from games.domain.terms import OVER_DAYS
from games.models import Game
from games.notifications.happenings import CHOSEN, USUAL, Happening, Way
from games.notifications.models import GameWishes, Wishes

LONGEST_NOTICE = timedelta(hours=24)
"""The earliest possible reminder before time runs out."""

SHORTEST_NOTICE = timedelta(hours=1)
"""Turns with less time than this have no reminder: such a game is played in one sitting."""


def wishes_of(people: Iterable[Person]) -> dict[int, Wishes]:
    """Return each person's preferences, or the defaults."""
    asked = list(people)
    said = {wishes.person_id: wishes for wishes in Wishes.objects.filter(person__in=asked)}
    return {person.pk: said.get(person.pk) or Wishes(person=person) for person in asked}


def ways_for(wishes: Wishes, happening: Happening, game: Game | None, own: GameWishes | None = None) -> frozenset[Way]:
    """Return the ways for this notification, whether or not the person has places for them.

    Preferences for the game (`own`) outrank the general ones; but "no e-mail at all" always holds.
    """
    if happening not in CHOSEN:
        ways = frozenset(Way)
    elif own and own.silent:
        return frozenset()
    elif own and happening in own.ways:
        ways = frozenset(map(Way, own.ways[happening]))
    else:
        return usual_ways(wishes, happening, game)
    return ways - {Way.MAIL} if wishes.mail_stopped else ways


def usual_ways(wishes: Wishes, happening: Happening, game: Game | None) -> frozenset[Way]:
    """Return the ways where the game has no preferences of its own."""
    ways = ways_said(wishes, happening)
    return ways if mail_wanted(wishes, game) else ways - {Way.MAIL}


def ways_said(wishes: Wishes, happening: Happening) -> frozenset[Way]:
    """Return the ways chosen on the person's settings page, whatever the game."""
    said: Mapping[str, list[str]] = wishes.ways
    return frozenset(map(Way, said[happening])) if happening in said else USUAL[happening]


def mail_wanted(wishes: Wishes, game: Game | None) -> bool:
    """Return True if e-mail is wanted: by default only for games played over days."""
    quick = game is not None and game.terms.get("clock") not in OVER_DAYS
    return not wishes.mail_stopped and (wishes.mail_always or not quick)


def game_wishes_of(game: Game | None, people: Iterable[Person]) -> dict[int, GameWishes]:
    """Return the preferences that these people have for this game alone."""
    if game is None:
        return {}
    return {each.person_id: each for each in GameWishes.objects.filter(game=game, person__in=list(people))}


# --- quiet hours ----------------------------------------------------------------------------------------------------


def quiet_end(wishes: Wishes, now: datetime) -> datetime | None:
    """Return the end of the current quiet hours, or None."""
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
    """Return that time of day; where clocks change, it may occur twice or not at all."""
    return datetime.combine(day, clock, tzinfo=zone).replace(fold=fold).astimezone(UTC)


# --- reminders ------------------------------------------------------------------------------------------------------


def reminder_time(wishes: Wishes, begun: datetime, deadline: datetime) -> datetime | None:
    """Return the time of the reminder: as long before as wished, but not in the first half of the turn."""
    span = deadline - begun
    if span < SHORTEST_NOTICE:
        return None
    return deadline - min(timedelta(hours=wishes.remind_before), span / 2)
