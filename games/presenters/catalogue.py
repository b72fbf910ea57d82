"""The games on offer, grouped by their differences, with the numbers of players that can play them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.rules import Rules
from games.domain.rules_validation import seating_error, seatings
from games.domain.variants import PRESETS, Preset, resolve_rules

from .rules import goal_words


@dataclass(frozen=True, slots=True)
class Seating:
    """A number of players, in partnerships or each alone. `key` is the value in a form."""

    seats: int
    partners: bool

    @property
    def key(self) -> str:
        return f"{self.seats}{'p' if self.partners else ''}"

    @property
    def label(self) -> str:
        if self.partners:
            return _("%(seats)d players, in partnerships") % {"seats": self.seats}
        return _("%(seats)d players") % {"seats": self.seats}


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game that can be chosen."""

    id: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class GameCategory:
    """Games of one kind."""

    title: str
    games: tuple[GameListing, ...]


def playable_seatings(rules: Rules) -> tuple[Seating, ...]:
    return tuple(Seating(*seating) for seating in seatings(rules) if not seating_error(rules, *seating))


def game_listing(preset: Preset) -> GameListing:
    rules = resolve_rules(preset.id)
    return GameListing(preset.id, preset.name, _summary(rules))


def game_categories() -> tuple[GameCategory, ...]:
    """Return every preset once, in the first category that it fits; the plainest games first."""
    remaining = {preset.id: resolve_rules(preset.id) for preset in PRESETS.values()}
    categories: list[GameCategory] = []
    for title, fits in _CATEGORIES:
        ids = [id_ for id_, rules in remaining.items() if fits(rules)]
        categories.insert(0, GameCategory(str(title), tuple(game_listing(PRESETS[id_]) for id_ in ids)))
        remaining = {id_: rules for id_, rules in remaining.items() if id_ not in ids}
    return tuple(category for category in categories if category.games)


def _other_ending(rules: Rules) -> bool:
    winning = rules.winning
    default = winning.ending == "target" and winning.count_as_earned == "no" and winning.claims == "no"
    return not default or rules.scoring.difference or rules.dealing.refill == "draw"


_CATEGORIES: tuple[tuple[object, Callable[[Rules], bool]], ...] = (
    (lazy("Stealing from piles"), lambda rules: rules.specials.steal),
    (lazy("No builds"), lambda rules: not rules.building.building),
    (lazy("Special decks"), lambda rules: rules.dealing.deck != "standard"),
    (lazy("Equal cards must be taken"), lambda rules: rules.matching.matching != "optional"),
    (lazy("Royal Casino (jack 11, queen 12, king 13)"), lambda rules: rules.matching.face_values != "none"),
    (lazy("Different scoring or ending"), _other_ending),
    (lazy("Casino"), lambda _rules: True),
)


def _summary(rules: Rules) -> str:
    """“2, 3 or 4 players · to 21 points · sweeps count”."""
    parts = [_players(rules), goal_words(rules, rules.winning.target, max(rules.dealing.seats))]
    if rules.winning.ending == "rounds":
        parts[1] = _("fixed number of rounds")
    if rules.scoring.sweep:
        parts.append(_("sweeps score"))
    return " · ".join(parts)


def _players(rules: Rules) -> str:
    *first, last = (str(seats) for seats in rules.dealing.seats)
    if not first:
        return ngettext("%(last)s player", "%(last)s players", int(last)) % {"last": last}
    return _("%(first)s or %(last)s players") % {"first": ", ".join(first), "last": last}
