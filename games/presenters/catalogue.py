"""The games on offer, grouped by their differences, with the numbers of players that can play them."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.domain.notation import read_cards
from games.domain.presets import PRESETS, Preset, resolve_rules
from games.domain.rules import Rules
from games.domain.rules_validation import seating_error, seatings
from games.domain.scoring import points_in_round

from .cards import CardView, card_views
from .rules import goal_words

MAX_SEARCH_LENGTH = 60


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
    """A game that can be chosen: its title, one sentence, players and goal, and other names to find it by."""

    id: str
    title: str
    summary: str
    facts: str
    rulebook_name: str
    local_terms: str


class ScenePart(NamedTuple):
    """Cards of a scene: lifted (`up`), in the tray of a build, or as they lie; a sign before them, a word on them."""

    sign: str
    cards: tuple[CardView, ...]
    kind: Literal["", "up", "build"]
    word: str


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games of one kind, with what sets them apart in a sentence and in cards."""

    key: str
    title: str
    summary: str
    scene: tuple[ScenePart, ...]
    games: tuple[GameListing, ...]


class Filters(NamedTuple):
    """The games wanted: for this number of players, of this length, with this text in a name or a sentence."""

    players: str = ""
    length: str = ""
    search: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Self:
        """Read the filters of a query string. Unknown values filter nothing."""
        players, length = query.get("players", ""), query.get("length", "")
        search = query.get("search", "")[:MAX_SEARCH_LENGTH].strip()
        return cls(players if players in PLAYERS else "", length if length in LENGTHS else "", search)

    @property
    def player_choices(self) -> tuple[str, ...]:
        return PLAYERS

    @property
    def length_choices(self) -> list[tuple[str, str]]:
        return [(key, str(label)) for key, label in LENGTHS.items()]


PLAYERS = ("2", "3", "4", "5", "6")
LENGTHS = {"short": lazy("short"), "medium": lazy("medium"), "long": lazy("long")}
LONG_GAME = 4
"""Rounds in which one side takes all points, from which on a game is long."""


def playable_seatings(rules: Rules) -> tuple[Seating, ...]:
    return tuple(Seating(*seating) for seating in seatings(rules) if not seating_error(rules, *seating))


def game_listing(preset: Preset) -> GameListing:
    facts = _facts(resolve_rules(preset.id))
    terms = _(preset.local_terms) if preset.local_terms else ""
    return GameListing(preset.id, _(preset.title), _(preset.summary), facts, preset.rulebook_name, terms)


def game_groups() -> tuple[GameGroup, ...]:
    """Every preset once, in the first group that it fits; the plainest games first."""
    remaining = {preset.id: resolve_rules(preset.id) for preset in PRESETS.values()}
    groups: list[GameGroup] = []
    for key, (title, summary, scene, fits) in _GROUPS.items():
        ids = [id_ for id_, rules in remaining.items() if fits(rules)]
        games = tuple(game_listing(PRESETS[id_]) for id_ in ids)
        groups.insert(0, GameGroup(key, str(title), str(summary), scene_of(scene), games))
        remaining = {id_: rules for id_, rules in remaining.items() if id_ not in ids}
    return tuple(group for group in groups if group.games)


def filtered_groups(filters: Filters) -> tuple[GameGroup, ...]:
    groups = [
        replace(group, games=tuple(game for game in group.games if _fits(game, filters))) for group in game_groups()
    ]
    return tuple(group for group in groups if group.games)


def _fits(game: GameListing, filters: Filters) -> bool:
    rules = resolve_rules(game.id)
    if filters.players and int(filters.players) not in {seating.seats for seating in playable_seatings(rules)}:
        return False
    if filters.length and filters.length != game_length(rules):
        return False
    return _plain(filters.search) in _plain(" ".join([game.title, game.summary, game.rulebook_name, game.local_terms]))


def _plain(text: str) -> str:
    """The text without case and accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))


def game_length(rules: Rules) -> str:
    """Estimate the length of a game from the points of a round and the goal."""
    every = sum(points_in_round(rules).values())
    match rules.winning.ending:
        case "target":
            rounds = rules.winning.target / max(every, 1)
        case "rounds":
            rounds = rules.winning.all_rounds(min(rules.dealing.seats))
        case _:
            rounds = 1
    return "short" if rounds <= 1 else "medium" if rounds < LONG_GAME else "long"


def _other_ending(rules: Rules) -> bool:
    winning = rules.winning
    default = winning.ending == "target" and winning.count_as_earned == "no" and winning.claims == "no"
    return not default or rules.scoring.difference or rules.dealing.refill == "draw"


type _Part = tuple[object, str, Literal["", "up", "build"], object]
"""A sign, cards, how they lie, and a word on them."""


def scene_of(parts: Sequence[_Part]) -> tuple[ScenePart, ...]:
    return tuple(
        ScenePart(str(sign), card_views(read_cards(cards)), kind, str(word)) for sign, cards, kind, word in parts
    )


_GROUPS: dict[str, tuple[object, object, Sequence[_Part], Callable[[Rules], bool]]] = {
    "stealing": (
        lazy("Stealing"),
        lazy("Match the top card of an opponent’s pile, and it is yours."),
        [("", "8S", "up", ""), ("→", "4C 8D", "", lazy("opponent’s pile"))],
        lambda rules: rules.specials.steal,
    ),
    "no-builds": (
        lazy("No builds"),
        lazy("Nothing is set aside. Some games let you play two cards for one sum."),
        [("", "3S 4H", "up", ""), ("→", "7D", "", "")],
        lambda rules: not rules.building.building,
    ),
    "decks": (
        lazy("Special decks"),
        lazy("The four colors of a Rook deck, forty cards, or a deck for five players."),
        [("", "1R 5G 9Y TB", "", "")],
        lambda rules: rules.dealing.deck != "standard",
    ),
    "must-take": (
        lazy("Must take"),
        lazy("If a card matches yours, you have to take it."),
        [("", "7D", "up", ""), ("→", "7C", "", lazy("must"))],
        lambda rules: rules.matching.matching != "optional",
    ),
    "royal": (
        lazy("Royal"),
        lazy("Jack 11, queen 12, king 13: face cards add up, and you can build them."),
        [("", "9C 4D", "", ""), ("=", "KH", "up", "13")],
        lambda rules: rules.matching.face_values != "none",
    ),
    "scoring": (
        lazy("Other scoring"),
        lazy("You play in the same way, and win in another."),
        [("", "TD", "", "+2"), ("", "2S", "", "+1"), ("", "AH", "", "+1")],
        _other_ending,
    ),
    "casino": (
        lazy("Casino"),
        lazy("Match cards, add them up, or build a sum to take later."),
        [("", "9S", "up", ""), ("→", "6C 3H", "build", "9")],
        lambda _rules: True,
    ),
}

HOUSE_RULES_SCENE: Sequence[_Part] = [("", "JS", "", lazy("takes all")), (lazy("or"), "JH", "", "11")]
"""For the tile of the user's own rules."""


def _facts(rules: Rules) -> str:
    """“2, 3 or 4 players · to 21 points · sweeps score”."""
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
