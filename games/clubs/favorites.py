"""A club's favorite games and its saved house rules: their only writers."""

from collections.abc import Mapping
from typing import Any

from accounts.models import Person
from games.clubs.models import Club, ClubFavorite
from games.clubs.outcomes import no
from games.clubs.services import locked_club
from games.domain.refusal import Refusal
from games.models import HouseRules

MAX_FAVORITES = 20


def add_favorite(
    club: Club, organizer: Person, preset: str, name: str = "", overrides: Mapping[str, Any] | None = None
) -> Refusal | None:
    """Add a game, or house rules under a name. What is there already stays as it is."""
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        if ClubFavorite.objects.filter(club=locked, preset=preset, name=name).exists():
            return None
        if ClubFavorite.objects.filter(club=locked).count() >= MAX_FAVORITES:
            return no("club-favorites-many", most=MAX_FAVORITES)
        ClubFavorite.objects.create(club=locked, preset=preset, name=name, overrides=dict(overrides or {}))
    return None


def add_house_rules(club: Club, organizer: Person, saved: int) -> Refusal | None:
    """Give the club a copy of house rules that the organizer has saved."""
    rules = HouseRules.objects.filter(owner=organizer, pk=saved).first()
    if rules is None:
        return no("club-rules-gone")
    return add_favorite(club, organizer, rules.preset, rules.name, rules.overrides)


def remove_favorite(club: Club, organizer: Person, favorite: int) -> Refusal | None:
    with locked_club(club, organizer) as (locked, mine):
        if not mine.organizes:
            return no("club-not-organizer")
        ClubFavorite.objects.filter(club=locked, pk=favorite).delete()
    return None
