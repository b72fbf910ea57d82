"""A person's notification preferences: the methods for each kind, and quiet hours."""

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import Person
from games.models import Game
from games.notifications.kinds import ADDED, CONFIGURABLE, DEFAULT_METHODS, DeliveryMethod, NotificationKind
from games.notifications.models import GameNotificationPreferences, NotificationPreferences

QUIET_HOURS = {"quiet_from": time(22), "quiet_until": time(7)}
"""Those of a person who has not chosen any, by the clocks of the person's time zone."""

MAX_NOTICE_LENGTH = timedelta(hours=24)
"""The earliest possible reminder before time runs out."""

BEFORE_QUIET = timedelta(minutes=15)
"""Time by which a reminder is sent before quiet hours that would swallow it."""

AFTER_QUIET = timedelta(hours=2)
"""A deadline so soon after quiet hours leaves too little time to a person who hears of it at their end."""

MIN_NOTICE_LENGTH = timedelta(hours=1)
"""Turns with less time than this have no reminder: such a game is played in one sitting."""


type Methods = frozenset[DeliveryMethod]


def preferences_by_person(people: Collection[Person]) -> dict[int, NotificationPreferences]:
    """Each person's preferences, or the defaults."""
    saved = {row.person_id: row for row in NotificationPreferences.objects.filter(person__in=people)}
    return {person.pk: saved.get(person.pk) or default_preferences(person) for person in people}


def default_preferences(person: Person | None) -> NotificationPreferences:
    return NotificationPreferences(person=person, **QUIET_HOURS)


def methods_for(
    preferences: NotificationPreferences,
    kind: NotificationKind,
    game: Game | None,
    game_preferences: GameNotificationPreferences | None = None,
) -> Methods:
    """The methods for this notification, whether or not the person has destinations for them.

    Preferences for the game outrank the general ones; but "no email at all" always holds.
    """
    if kind not in CONFIGURABLE:
        methods = frozenset(DeliveryMethod)
    elif game_preferences and game_preferences.silent:
        return frozenset()
    elif game_preferences and kind in game_preferences.methods:
        methods = frozenset(map(DeliveryMethod, game_preferences.methods[kind]))
    else:
        return general_methods(preferences, kind, game)
    return methods - {DeliveryMethod.EMAIL} if preferences.email_stopped else methods


def general_methods(preferences: NotificationPreferences, kind: NotificationKind, game: Game | None) -> Methods:
    """The methods where the game has no preferences of its own."""
    methods = configured_methods(preferences, kind)
    pace = None if kind is NotificationKind.TABLE_OPEN else game  # asked for now, also where the clock is live
    return methods if email_wanted(preferences, pace) else methods - {DeliveryMethod.EMAIL}


def configured_methods(preferences: NotificationPreferences, kind: NotificationKind) -> Methods:
    """The methods chosen on the person's settings page, whatever the game."""
    chosen: Mapping[str, list[str]] = preferences.methods
    kind = kind if kind in chosen else ADDED.get(kind, kind)
    return frozenset(map(DeliveryMethod, chosen[kind])) if kind in chosen else DEFAULT_METHODS[kind]


def email_wanted(preferences: NotificationPreferences, game: Game | None) -> bool:
    """True if email is wanted: by default not for live games."""
    live = game is not None and game.live
    return not preferences.email_stopped and (preferences.email_always or not live)


def game_preferences_by_person(game: Game | None, people: Collection[Person]) -> dict[int, GameNotificationPreferences]:
    """The preferences that these people have for this game alone."""
    rows = GameNotificationPreferences.objects.filter(game=game, person__in=people) if game else ()
    return {row.person_id: row for row in rows}


# --- quiet hours ----------------------------------------------------------------------------------------------------


def quiet_hours(preferences: NotificationPreferences, zone: ZoneInfo, at: datetime) -> tuple[datetime, datetime] | None:
    """The beginning and the end of the quiet hours at this moment, or None; they are by the clocks of the zone."""
    begin, end = preferences.quiet_from, preferences.quiet_until
    if begin is None or end is None or begin == end:
        return None
    local = at.astimezone(zone)
    clock = local.time()
    over_midnight = begin > end
    if not (clock >= begin or clock < end if over_midnight else begin <= clock < end):
        return None
    first = local.date() - timedelta(days=1 if over_midnight and clock < end else 0)
    last = first + timedelta(days=1 if over_midnight else 0)
    return min(_at(first, begin, zone, fold) for fold in (0, 1)), max(_at(last, end, zone, fold) for fold in (0, 1))


def quiet_hours_end(preferences: NotificationPreferences, zone: ZoneInfo, now: datetime) -> datetime | None:
    """The end of the current quiet hours, or None."""
    quiet = quiet_hours(preferences, zone, now)
    return quiet and quiet[1]


def digest_time(preferences: NotificationPreferences, zone: ZoneInfo, created: datetime) -> datetime | None:
    """The time of the daily email that tells of a turn since `created`, or None without one."""
    if preferences.digest_at is None:
        return None
    day = created.astimezone(zone).date()
    times = (_at(day + timedelta(days=days), preferences.digest_at, zone, 0) for days in range(3))
    return next(time for time in times if time > created)


def _at(day: date, clock: time, zone: ZoneInfo, fold: int) -> datetime:
    """That time of day; where clocks change, it may occur twice or not at all."""
    return datetime.combine(day, clock, tzinfo=zone).replace(fold=fold).astimezone(UTC)


# --- reminders ------------------------------------------------------------------------------------------------------


def reminder_time(
    preferences: NotificationPreferences, zone: ZoneInfo, started: datetime, deadline: datetime
) -> datetime | None:
    """The time of the reminder: as long before as chosen, but not in the first half of the turn. If quiet hours would
    hold it back until it is too late, it is sent before they begin."""
    span = deadline - started
    if span < MIN_NOTICE_LENGTH:
        return None
    due = deadline - min(timedelta(hours=preferences.remind_before), span / 2)
    quiet = quiet_hours(preferences, zone, due)
    early = quiet[0] - BEFORE_QUIET if quiet and deadline <= quiet[1] + AFTER_QUIET else due
    return early if early > started else due
