"""Portraits: the animal of a computer player, the initial of a person on a colored disc."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import category

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from games.bots import NAMES

from .table_settings import LEVELS


class Character(NamedTuple):
    """The figure of a level's computer players: `symbol` in `static/portraits.svg`, the animal, the looks of the first
    one, the person that the level plays like, the manner of play, also in a few words, and what it says after a game
    that it has won."""

    symbol: str
    animal: Promise
    looks: Promise
    likeness: Promise
    manner: Promise
    in_short: Promise
    boast: Promise


CHARACTERS = {
    "beginner": Character(
        "mouse",
        lazy("a mouse"),
        lazy("%(name)s, a mouse in a knitted scarf, played by the computer"),
        lazy("Plays like an eight-year-old."),
        lazy("Sees pairs, misses many sums, and hardly ever builds. Good company for your first games."),
        lazy("Sees pairs, often misses sums. Good for a first game."),
        lazy("I won! Did you see?"),
    ),
    "easy": Character(
        "hare",
        lazy("a hare"),
        lazy("%(name)s, a hare in a bow tie, played by the computer"),
        lazy("Plays like someone who plays once a year, at Christmas."),
        lazy("Takes what is easy to see and forgets the cards that are gone."),
        lazy("Takes what is easy to see."),
        lazy("That went well! Again?"),
    ),
    "casual": Character(
        "fox",
        lazy("a fox"),
        lazy("%(name)s, a fox in a green turtleneck, played by the computer"),
        lazy("Plays like a parent on family game night."),
        lazy("Goes for the cards that count, makes simple builds, and thinks little about your next move."),
        lazy("Builds, and goes for the cards that count."),
        lazy("Good game! One more before bedtime?"),
    ),
    "careful": Character(
        "cat",
        lazy("a cat"),
        lazy("%(name)s, a cat in a red collar, played by the computer"),
        lazy("Plays like a regular at the kitchen table."),
        lazy("Misses little and tries not to leave you anything, but can’t remember every card."),
        lazy("Misses little, and leaves you little."),
        lazy("I kept my eyes open."),
    ),
    "steady": Character(
        "otter",
        lazy("an otter"),
        lazy("%(name)s, an otter in a dinner jacket, played by the computer"),
        lazy("Plays like a club player."),
        lazy("Remembers every card and gives little away."),
        lazy("Remembers every card."),
        lazy("Good game. I remember every card of it."),
    ),
    "strong": Character(
        "owl",
        lazy("an owl"),
        lazy("%(name)s, an owl with glasses and pearls, played by the computer"),
        lazy("Plays like a club champion."),
        lazy("Thinks through the cards you may hold before every move."),
        lazy("Thinks about what you may hold. Bring a plan."),
        lazy("Thank you. That gave me a lot to think about."),
    ),
    "master": Character(
        "badger",
        lazy("a badger"),
        lazy("%(name)s, a badger in a velvet jacket, played by the computer"),
        lazy("Plays like a tournament winner."),
        lazy("Works out your hand from your moves and rarely slips at the end."),
        lazy("Works out your hand from your moves."),
        lazy("Good game. Your moves told me a lot."),
    ),
}
"""By level."""

DRESSES = {
    "hat": lazy("%(name)s, %(animal)s in a sun hat, played by the computer"),
    "cap": lazy("%(name)s, %(animal)s in a flat cap, played by the computer"),
    "flower": lazy("%(name)s, %(animal)s with a flower, played by the computer"),
    "bobble": lazy("%(name)s, %(animal)s in a woolly hat, played by the computer"),
    "boater": lazy("%(name)s, %(animal)s in a straw hat, played by the computer"),
}
"""What each further player of a level wears, in the order of their names."""


class Disc(NamedTuple):
    """The colors of a person's portrait."""

    ground: str
    ink: str


DISCS = (
    Disc("#fdf8eb", "#1d5a43"),
    Disc("#26344d", "#f0d49b"),
    Disc("#7d1620", "#f8e7cf"),
    Disc("#d9b067", "#33231a"),
    Disc("#43607f", "#fdf8eb"),
    Disc("#efd3b4", "#6b2236"),
    Disc("#0c3024", "#f6efdd"),
    Disc("#5b3a5e", "#f3dcc0"),
    Disc("#c8d8c6", "#1e3a2c"),
    Disc("#33231a", "#f0d49b"),
    Disc("#a84a22", "#fff4e2"),
    Disc("#1f6468", "#f2ead6"),
)
"""The colors of people, in turn."""

NEUTRAL = Disc("#686d66", "#fdf8eb")
"""The colors of a player without an account on this site: deleted, or from an imported record."""

SUITS = ("spade", "heart", "diamond", "club")


@dataclass(frozen=True, slots=True)
class Portrait:
    """A portrait. `symbol` is drawn from `static/portraits.svg`: the whole of a computer player's portrait, or the
    suit behind a person's `initial`. `description` is a computer player's, as is the `boast` after a game that it has
    won; a person's portrait needs none."""

    symbol: str
    description: str = ""
    initial: str = ""
    disc: Disc = NEUTRAL
    boast: str = ""

    @property
    def computer(self) -> bool:
        return bool(self.description)


def computer_portrait(level: str, name: str) -> Portrait:
    """The animal is the level, the dress is the player."""
    character = CHARACTERS[level]
    dress = ["", *DRESSES][_place(level, name)]
    looks = DRESSES[dress] if dress else character.looks
    symbol = f"{character.symbol}-{dress}" if dress else character.symbol
    return Portrait(symbol, str(looks) % {"name": name, "animal": character.animal}, boast=str(character.boast))


def _place(level: str, name: str) -> int:
    """The player's place among those of the level; of Otto 2, who has met another Otto, one further."""
    own, (first, _, number) = NAMES[level], name.partition(" ")
    place = own.index(first) if first in own else 0
    return (place + (int(number) - 1 if number.isdecimal() else 0)) % len(own)


def person_portrait(name: str, person_id: int | None = None) -> Portrait:
    """The portrait of a person. Colors and suit depend on the id alone, so they stay the same for good."""
    number = person_id or 0
    suit = SUITS[(number + number // len(DISCS)) % len(SUITS)]
    disc = NEUTRAL if person_id is None else DISCS[person_id % len(DISCS)]
    return Portrait(f"on-{suit}", initial=_initial(name), disc=disc)


def _initial(name: str) -> str:
    """The first letter or digit of the name, as a capital; empty if there is none."""
    letter = next((letter for letter in name if category(letter)[0] in "LN"), "")
    return letter.upper()[:1]


@dataclass(frozen=True, slots=True)
class PlayerFace:
    """A player in a list: the name and the portrait."""

    name: str
    portrait: Portrait


@dataclass(frozen=True, slots=True)
class Opponent:
    """A computer player to choose as an opponent: the name, the portrait, the person that its level plays like, and its
    manner of play, also in a few words."""

    level: str
    name: str
    portrait: Portrait
    likeness: str
    manner: str
    in_short: str


def opponent(level: str) -> Opponent:
    """The first player of the level."""
    character, name = CHARACTERS[level], NAMES[level][0]
    texts = character.likeness, character.manner, character.in_short
    return Opponent(level, name, computer_portrait(level, name), *map(str, texts))


def level_choices() -> list[tuple[str, str]]:
    """The levels, each with the name of its first player, for a form."""
    return [(level, f"{NAMES[level][0]} ({name})") for level, name in LEVELS.items()]


def opponents() -> list[Opponent]:
    """The first player of each level, weakest first."""
    return [opponent(level) for level in CHARACTERS]


class Door(NamedTuple):
    """A game against the computer that is one tap away: its opponent, and the name of the level; `suggested` or not,
    and `beaten` before or not."""

    opponent: Opponent
    level: str
    suggested: bool
    beaten: bool


DOORS = (("beginner", "easy"), ("casual", "careful"), ("strong", "steady", "master"))
"""The levels behind each door: the first one, unless another is suggested."""


def doors(suggested: str, beaten: Collection[str]) -> list[Door]:
    """Three games of different strength, one of them with the `suggested` level."""
    behind = [suggested if suggested in levels else levels[0] for levels in DOORS]
    return [Door(opponent(level), str(LEVELS[level]), level == suggested, level in beaten) for level in behind]
