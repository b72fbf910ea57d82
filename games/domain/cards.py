"""Cards, ranks, suits and packs, named by their codes (RULEBOOK 2.1, 12.1, 12.2)."""

from collections.abc import Iterable

from .sentences import ToldError, _


class Card(str):
    """One card, which is its code: rank then suit ("TD", in the rook pack "7Y")."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The rank letter: A 2..9 T J Q K (rook: 1..9 T)."""
        return self[0]

    @property
    def suit(self) -> str:
        """The suit letter: S H D C (rook: B R G Y)."""
        return self[1]


class NotationError(ToldError):
    """Text that is not valid notation."""


SUITS = "SHDC"
ROOK_SUITS = "BRGY"
ROOK_RANKS = "123456789T"
NUMERALS = "A23456789T"
FACES = "JQK"

BIG_CASINO = Card("TD")
LITTLE_CASINO = Card("2S")


def _pack(ranks: str, suits: str, without: str = "") -> tuple[Card, ...]:
    cards = (Card(rank + suit) for rank in ranks for suit in suits)
    return tuple(card for card in cards if card not in without.split())


PACKS: dict[str, tuple[Card, ...]] = {
    "standard": _pack(NUMERALS + FACES, SUITS),
    "no_faces": _pack(NUMERALS, SUITS),
    "five_handed": _pack(NUMERALS + FACES, SUITS, without="2H 2D 2C"),
    "rook": _pack(ROOK_RANKS, ROOK_SUITS),
}
"""Every pack in the order of 12.2: by rank, then by suit."""

ORDER: dict[str, int] = {card: place for name in ("standard", "rook") for place, card in enumerate(PACKS[name])}
_BY_CODE: dict[str, Card] = {card: card for name in ("standard", "rook") for card in PACKS[name]}


def read_card(text: str) -> Card:
    """The card with this code (either pack). Raises NotationError."""
    card = _BY_CODE.get(text)
    if card is None:
        raise NotationError(_("“%(text)s” is no card. A card is its rank, then its suit: 9C, TD, AS."), text=text)
    return card


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of 12.2."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
