"""The games on offer, grouped by their differences, with the numbers of players that can play them."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.playable import companies, company_problem
from games.domain.rules import Rules
from games.domain.variants import PRESETS, Preset, resolve

from .rules import goal_words


@dataclass(frozen=True, slots=True)
class Company:
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
class Offer:
    """A game that can be chosen."""

    id: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """Games of one kind."""

    title: str
    offers: tuple[Offer, ...]


def playable_companies(rules: Rules) -> tuple[Company, ...]:
    return tuple(Company(*company) for company in companies(rules) if not company_problem(rules, *company))


def offer(preset: Preset) -> Offer:
    rules = resolve(preset.id)
    return Offer(preset.id, preset.name, _summary(rules))


def shelves() -> tuple[Shelf, ...]:
    """Every preset once, on the first shelf that it fits; the plainest games first."""
    left = {preset.id: resolve(preset.id) for preset in PRESETS.values()}
    filled: list[Shelf] = []
    for title, fits in _SHELVES:
        ids = [id_ for id_, rules in left.items() if fits(rules)]
        filled.insert(0, Shelf(str(title), tuple(offer(PRESETS[id_]) for id_ in ids)))
        left = {id_: rules for id_, rules in left.items() if id_ not in ids}
    return tuple(shelf for shelf in filled if shelf.offers)


def _other_way(rules: Rules) -> bool:
    winning = rules.winning
    usual = winning.ending == "target" and winning.count_as_earned == "no" and winning.claims == "no"
    return not usual or rules.scoring.difference or rules.dealing.refill == "draw"


_SHELVES: tuple[tuple[object, Callable[[Rules], bool]], ...] = (
    (lazy("Without builds"), lambda rules: not rules.building.building),
    (lazy("With another pack"), lambda rules: rules.dealing.deck != "standard"),
    (lazy("Equal cards must be taken"), lambda rules: rules.matching.matching == "all"),
    (lazy("Jack 11, queen 12, king 13"), lambda rules: rules.matching.face_values != "none"),
    (lazy("Other ways to the end"), _other_way),
    (lazy("Casino"), lambda _rules: True),
)


def _summary(rules: Rules) -> str:
    """“2, 3 or 4 players · to 21 points · sweeps count”."""
    parts = [_players(rules), goal_words(rules, rules.winning.target, max(rules.dealing.seats))]
    if rules.winning.ending == "rounds":
        parts[1] = _("a set number of rounds")
    if rules.scoring.sweep:
        parts.append(_("sweeps count"))
    return " · ".join(parts)


def _players(rules: Rules) -> str:
    *first, last = (str(seats) for seats in rules.dealing.seats)
    if not first:
        return ngettext("%(last)s player", "%(last)s players", int(last)) % {"last": last}
    return _("%(first)s or %(last)s players") % {"first": ", ".join(first), "last": last}
