"""The pictures of pages, to share: the site, the table of a day's deal, a player. Everything on them has its place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.domain.cards import Card

from .cards import card_views
from .portraits import Portrait, person_portrait
from .result_picture import DRAWABLE, drawable, size_to_fit

WIDTH, MIDDLE, GAP = 176, 600, 26
"""The width of a card on the table, the middle of the picture, and the space between two cards."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card by its upper left corner, its width, and its turn in degrees about its middle."""

    face: str
    x: int
    y: int
    width: int = WIDTH
    turn: int = 0

    @property
    def height(self) -> int:
        return self.width * 7 // 5

    @property
    def center(self) -> tuple[int, int]:
        return self.width // 2, self.height // 2


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Cards on the felt, with two lines of text."""

    title: str
    subtitle: str
    cards: tuple[PlacedCard, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple(card.face for card in self.cards)


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """A player's name and portrait, and a line for each of the best-known ratings."""

    name: str
    portrait: Portrait
    lines: tuple[tuple[str, str], ...]

    @property
    def name_size(self) -> int:
        return min(84, size_to_fit(self.name, 620))


SITE_TABLE = ("8h", "5s", "Qd")
SITE_HAND = (("As", -12), ("10d", -4), ("Kh", 4), ("2s", 12))


def site_picture() -> CardPicture:
    """Return the picture of the site: a table and a hand. It has no words but the name, so that it suits everyone."""
    table = (PlacedCard(face, 650 + 146 * index, 72, 128) for index, face in enumerate(SITE_TABLE))
    hand = (
        PlacedCard(face, 560 + 128 * index, 296 + abs(turn) * 2, 178, turn)
        for index, (face, turn) in enumerate(SITE_HAND)
    )
    return CardPicture("Casino", "", (*table, *hand))


def deal_picture(table: Sequence[Card], day: date) -> CardPicture:
    """Return the picture of a day's deal: only the cards that lie face up when everyone begins."""
    left = MIDDLE - (len(table) * (WIDTH + GAP) - GAP) // 2
    cards = (PlacedCard(card.face, left + index * (WIDTH + GAP), 276) for index, card in enumerate(card_views(table)))
    return CardPicture(_("Daily deal"), date_format(day, "DATE_FORMAT"), tuple(cards))


def player_picture(name: str, portrait: Portrait, lines: Sequence[tuple[str, str]]) -> PlayerPicture:
    shown = drawable(name) or _("Player")
    if portrait.initial not in DRAWABLE | {""}:
        portrait = replace(portrait, initial=person_portrait(shown).initial)
    return PlayerPicture(shown, portrait, tuple(lines))
