"""The games on offer, grouped by their differences, with the numbers of players that can play them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple, Self
from urllib.parse import urlencode

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.notation import read_cards
from games.domain.presets import NAMED_RULES, PRESETS, resolve_rules
from games.domain.rules import Rules
from games.domain.rules_validation import seating_error, seatings
from games.domain.scoring import points_in_round

from .cards import CardView, card_views
from .rulebook.house_rules import changed_query
from .rulebook.page import introduction
from .rules import goal_words, named_rules
from .search import Texts, folded, match, nearest

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
    """A game that can be chosen: its title, one sentence, players and goal, and other names.

    `id`: of its preset, or of house rules with a name, which are the `preset` and the options of the `query`.
    """

    id: str
    title: str
    summary: str
    facts: str
    rulebook_name: str
    local_terms: str
    preset: str
    query: str = ""


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


def game_listing(preset_id: str, changes: Mapping[str, Any] | None = None) -> GameListing:
    """The preset with these changes, as the house rules that they are if these have a name."""
    preset, named = PRESETS[preset_id], named_rules(preset_id, changes or {})
    terms = _(preset.local_terms) if preset.local_terms else ""
    facts = _facts(resolve_rules({"preset": preset_id, **(named.options if named else {})}))
    listing = GameListing(preset_id, _(preset.title), _(preset.summary), facts, preset.rulebook_name, terms, preset_id)
    if not named:
        return listing
    query = urlencode(changed_query(named.options))
    return replace(listing, id=named.id, title=_(named.title), summary=_(named.summary), query=query)


def game_groups() -> tuple[GameGroup, ...]:
    """Every preset once, in the first group that it fits; the plainest games first."""
    remaining = {preset.id: resolve_rules(preset.id) for preset in PRESETS.values()}
    groups: list[GameGroup] = []
    for key, (title, summary, scene, fits) in _GROUPS.items():
        ids = [id_ for id_, rules in remaining.items() if fits(rules)]
        games = tuple(map(game_listing, ids))
        groups.insert(0, GameGroup(key, str(title), str(summary), scene_of(scene), games))
        remaining = {id_: rules for id_, rules in remaining.items() if id_ not in ids}
    return tuple(group for group in groups if group.games)


def game_scene(preset: str) -> tuple[ScenePart, ...]:
    """The cards that show what sets the preset's kind of games apart; () for an unknown one."""
    return next((group.scene for group in game_groups() for game in group.games if game.id == preset), ())


def filtered_groups(filters: Filters) -> tuple[GameGroup, ...]:
    """The games wanted, house rules with a name after the game that they change. Those of a search are one group, the
    best match first; if there is none, the nearest."""
    groups = [replace(group, games=tuple(_offered(group.games, filters))) for group in game_groups()]
    if not (wanted := folded(filters.search)).strip():
        return tuple(group for group in groups if group.games)
    texts = {game: _searchable(game.id, get_language()) for group in groups for game in group.games}
    matches = {game: match(wanted, text) for game, text in texts.items()}
    title, found = _("Games found"), [game for game in sorted(texts, key=lambda game: -matches[game]) if matches[game]]
    if not found:
        near = nearest(wanted, {game: names for game, (names, _sentences) in texts.items()})
        title, found = _("No game matches exactly. The nearest:"), [game for game in texts if game in near]
    return (GameGroup("found", title, "", (), tuple(found)),) if found else ()


def _offered(games: Sequence[GameListing], filters: Filters) -> Iterator[GameListing]:
    """The games, each with its house rules with a name, that have the number of players and the length wanted."""
    for game in games:
        named = (rules.options for rules in NAMED_RULES.values() if rules.preset == game.id)
        yield from (
            each for each in (game, *(game_listing(game.id, options) for options in named)) if _fits(each, filters)
        )


def _fits(game: GameListing, filters: Filters) -> bool:
    rules = _rules(game.id)
    if filters.players and int(filters.players) not in {seating.seats for seating in playable_seatings(rules)}:
        return False
    return not filters.length or filters.length == game_length(rules)


def named_options(game: str) -> tuple[str, Mapping[str, Any]]:
    """The preset and the changed options of a preset, or of house rules with a name."""
    named = NAMED_RULES.get(game)
    return (named.preset, named.options) if named else (game, {})


def _rules(game: str) -> Rules:
    preset, options = named_options(game)
    return resolve_rules({"preset": preset, **options})


@cache
def _searchable(game: str, _language: str | None) -> Texts:
    """The names of a game and everything else said about it."""
    preset, options = named_options(game)
    listing, known = game_listing(preset, options), NAMED_RULES.get(game) or PRESETS[preset]
    told = introduction(preset, _rules(game), frozenset()).differences
    names = (listing.title, "" if options else listing.rulebook_name, _(known.country) if known.country else "")
    short = " ".join((listing.summary, listing.facts, "" if options else listing.local_terms))
    return folded(" ".join(names)), [folded(short), *map(folded, told)]


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
    """“2, 3, or 4 players · to 21 points · sweeps score”."""
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
    words = {"first": ", ".join(first), "last": last}
    return (_("%(first)s, or %(last)s players") if first[1:] else _("%(first)s or %(last)s players")) % words
