"""Queries of quick pairing: the tables that a person can be paired at."""

from datetime import timedelta
from typing import Any

from django.db import connection

from accounts.models import Person
from casino.clock import now
from games.domain.options import write_options
from games.domain.presets import resolve_rules
from games.domain.table_settings import TableSettings
from games.live.presence import PRESENCE_TTL
from games.models import Game
from games.pairing.models import QuickPairing
from games.pairing.tiles import PLAYERS, Wanted, rating_of

MAX_CANDIDATES = 50
CONNECTING = timedelta(seconds=15)
"""Time for the page of a person who has just asked to connect: until then, a person who has not been seen is there."""

MAX_LIVE_WAIT = timedelta(hours=12)
"""Time after which a table to play at once is not looked at anymore."""


CANDIDATES_SQL = """
    SELECT g.id, g.preset, g.options, g.table_settings, g.host_id, h.is_guest, p.lowest, p.highest
    FROM games_game g JOIN accounts_person h ON h.id = g.host_id
    LEFT JOIN pairing_quickpairing p ON p.person_id = h.id AND p.game_id = g.id
    WHERE g.public AND g.status = 'open' AND g.live = %(live)s AND g.seats = %(seats)s
    AND g.preset = %(preset)s AND CAST(g.table_settings ->> 'time' AS numeric) = %(time)s
    AND h.is_active AND h.id NOT IN (%(person)s, %(also)s)
    AND NOT EXISTS (SELECT 1 FROM games_suspension s WHERE s.person_id = h.id AND s.until > %(now)s)
    {present} ORDER BY g.id LIMIT %(most)s
"""
"""Plain SQL: many ask at once, and Django takes ten times as long to write it."""

PRESENT_SQL = """
    AND g.created > %(oldest)s AND (
        EXISTS (
            SELECT 1 FROM games_presence o
            WHERE o.game_id IN (g.id, p.practice_id) AND o.seat > 0 AND o.closed IS NULL AND o.seen > %(seen)s
        ) OR (
            (g.created > %(connecting)s OR p.asked_at > %(connecting)s)
            AND NOT EXISTS (SELECT 1 FROM games_presence o WHERE o.game_id = g.id AND o.seat > 0)
        )
    )
"""
"""The host has the table open, or the game against the computer; or has only just asked."""


def tables_for(person: Person, wanted: Wanted, bounds: tuple[int | None, int | None], also: int) -> list[int]:
    """The open tables with the wanted game, oldest first. `also`: the same user as a guest. Blocks are checked
    when the person takes a seat."""
    live, at = wanted.table_settings.live, now()
    times = {"now": at, "oldest": at - MAX_LIVE_WAIT, "seen": at - PRESENCE_TTL, "connecting": at - CONNECTING}
    given: dict[str, Any] = {name: connection.ops.adapt_datetimefield_value(time) for name, time in times.items()}
    given |= {"preset": wanted.preset, "time": wanted.table_settings.time, "live": live, "seats": PLAYERS}
    given |= {"person": person.pk, "also": also, "most": MAX_CANDIDATES}
    rows = Game.objects.raw(CANDIDATES_SQL.format(present=PRESENT_SQL if live else ""), given)
    asking = QuickPairing(lowest=bounds[0], highest=bounds[1])
    return [game.pk for game in rows if same_game(game, wanted) and _ratings_suit(game, wanted, asking)]


def same_game(game: Game, wanted: Wanted) -> bool:
    """True if the table has the wanted game, rules and settings."""
    if game.preset != wanted.preset:
        return False
    settings = TableSettings(**game.table_settings)._replace(time_zone="")
    return settings == wanted.table_settings and game.options == write_options(resolve_rules(wanted.preset))


def _ratings_suit(game: Any, wanted: Wanted, asking: QuickPairing) -> bool:
    """True if each of the two is within the bounds that the other has set; the game is a row of the query."""
    if not QuickPairing(lowest=game.lowest, highest=game.highest).suits(wanted.rating):
        return False
    return asking.lowest is None or asking.suits(None if game.is_guest else rating_of(game.host, wanted.preset))


def pairing_at(game: Game, person: Person) -> QuickPairing | None:
    """The person's pairing if this is the table where they wait."""
    return QuickPairing.objects.filter(game=game, person=person).first()


def pairing_during(practice: Game, person: Person) -> QuickPairing | None:
    """The person's pairing if this is the game against the computer meanwhile."""
    return QuickPairing.objects.filter(practice=practice, person=person).select_related("game").first()


def pairing_of(person: Person) -> QuickPairing | None:
    return QuickPairing.objects.filter(person=person).select_related("game", "practice").first()
