"""The clocks of quick pairing, and the game that a person is paired for."""

from functools import cache
from typing import NamedTuple

from accounts.models import Person
from games.domain.presets import DEFAULT_PRESET, FAMILY_OF, PRESETS, resolve_rules
from games.domain.rules_validation import seating_error
from games.domain.table_settings import DAY, TableSettings
from games.models import Game, Rating, points_of
from games.results.ratings import BEGINNING

PLAYERS = 2
_LIVE = TableSettings(public=True, clock="live", vacations=False)
_DAYS = TableSettings(public=True, clock="turn")

TILES: dict[str, TableSettings] = {
    "2-5": _LIVE._replace(time=2 * 60, increment=5),
    "5-10": _LIVE._replace(time=5 * 60, increment=10),
    "1-day": _DAYS._replace(time=DAY),
    "3-days": _DAYS._replace(time=3 * DAY),
}
"""The table settings on offer, by their values in a form."""

SPANS = (100, 200, 400)
"""The greatest differences between the ratings of two players on offer."""

LAST_GAME_SQL = """
    SELECT g.id, g.preset, g.table_settings FROM games_seat s JOIN games_game g ON g.id = s.game_id
    WHERE s.person_id = %s AND g.status <> 'cancelled'
    AND NOT EXISTS (SELECT 1 FROM pairing_quickpairing p WHERE p.practice_id = g.id)
    ORDER BY g.id DESC LIMIT 1
"""
"""Selects the person's last table, without games against the computer while waiting. Plain SQL, like CANDIDATES_SQL."""


class Wanted(NamedTuple):
    """The game that a person is paired for, with the person's rating in it; None for a guest."""

    tile: str
    preset: str
    table_settings: TableSettings
    rating: int | None

    def bounds(self, span: int | None) -> tuple[int | None, int | None]:
        """The lowest and the highest rating of an opponent."""
        return (self.rating - span, self.rating + span) if span and self.rating is not None else (None, None)


@cache
def games_for_two() -> tuple[str, ...]:
    """The presets that two can play."""
    return tuple(preset for preset in PRESETS if not seating_error(resolve_rules(preset), PLAYERS, False))


def wanted_by(person: Person, tile: str, game: tuple[str, bool] | None = None) -> Wanted:
    """The chosen game, rated or not, with this clock; by default that of the person's last table."""
    preset, rated = game or last_game(person)
    rating = None if person.is_guest else rating_of(person, preset)
    return Wanted(tile, preset, TILES[tile]._replace(rated=rated and not person.is_guest), rating)


def last_game(person: Person | None) -> tuple[str, bool]:
    """The game of the person's last table, and True if it was rated; the first game to start with if two cannot
    play it, or if there is none."""
    game = next(iter(Game.objects.raw(LAST_GAME_SQL, [person.pk])), None) if person else None
    if game and game.preset in games_for_two():
        return game.preset, bool(game.table_settings.get("rated"))
    return DEFAULT_PRESET, False


def rating_of(person: Person, preset: str) -> int:
    rating = Rating.objects.filter(person=person, family=FAMILY_OF.get(preset, "")).first()
    return rating.points if rating else points_of(BEGINNING.mu)
