"""The clocks of quick pairing, and the game that a person is paired for."""

from typing import NamedTuple

from accounts.models import Person
from games.domain.presets import FAMILY_OF, FEATURED
from games.domain.rules_validation import seating_error
from games.domain.table_settings import DAY, TableSettings
from games.domain.variants import resolve_rules
from games.models import Game, Rating, Seat, points_of
from games.ratings import BEGINNING

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

PLAYED = (Game.Status.OPEN, Game.Status.PLAYING, Game.Status.OVER)


class Wanted(NamedTuple):
    """The game that a person is paired for, with the person's rating in it; None for a guest."""

    tile: str
    preset: str
    table_settings: TableSettings
    rating: int | None

    def bounds(self, span: int | None) -> tuple[int | None, int | None]:
        """Return the lowest and the highest rating of an opponent."""
        return (self.rating - span, self.rating + span) if span and self.rating is not None else (None, None)


def wanted_by(person: Person, tile: str) -> Wanted:
    """Return the game of the person's last table, with this clock."""
    preset, rated = last_game(person)
    rating = None if person.is_guest else rating_of(person, preset)
    return Wanted(tile, preset, TILES[tile]._replace(rated=rated and not person.is_guest), rating)


def last_game(person: Person | None) -> tuple[str, bool]:
    """Return the game of the person's last table, and True if it was rated; the first game to start with if two cannot
    play it, or if there is none."""
    seats = Seat.objects.filter(person=person, game__status__in=PLAYED, game__practice_of=None).order_by("-game_id")
    game = seats.values_list("game__preset", "game__table_settings").first() if person else None
    if game and not seating_error(resolve_rules(game[0]), PLAYERS, False):
        return game[0], bool(game[1].get("rated"))
    return FEATURED[0], False


def rating_of(person: Person, preset: str) -> int:
    rating = Rating.objects.filter(person=person, family=FAMILY_OF.get(preset, "")).first()
    return rating.points if rating else points_of(BEGINNING.mu)
