"""Cards, ranks, suits and packs, named by their codes (RULEBOOK 2.1, 12.1, 12.2)."""

from collections.abc import Iterable

from .messages import UserFacingError, _


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


class NotationError(UserFacingError):
    """Text that is not valid notation."""


SUITS = "SHDC"
ROOK_SUITS = "BRGY"
ROOK_RANKS = "123456789T"
PIP_RANKS = "A23456789T"
FACES = "JQK"

RED_SUITS = frozenset("RH")
YELLOW_SUITS = frozenset("YD")
"""The suits of an orange, in the rook pack and in the one without faces (8.6)."""

BIG_CASINO = Card("TD")
LITTLE_CASINO = Card("2S")


def _pack(ranks: str, suits: str, without: str = "") -> tuple[Card, ...]:
    cards = (Card(rank + suit) for rank in ranks for suit in suits)
    return tuple(card for card in cards if card not in without.split())


PACKS: dict[str, tuple[Card, ...]] = {
    "standard": _pack(PIP_RANKS + FACES, SUITS),
    "no_faces": _pack(PIP_RANKS, SUITS),
    "five_handed": _pack(PIP_RANKS + FACES, SUITS, without="2H 2D 2C"),
    "rook": _pack(ROOK_RANKS, ROOK_SUITS),
}
"""Every pack in the order of 12.2: by rank, then by suit."""

RANKS = PIP_RANKS + FACES + "1"
"""The letters of all ranks of all packs."""

CARD_INDEX: dict[str, int] = {card: place for name in ("standard", "rook") for place, card in enumerate(PACKS[name])}
_BY_CODE: dict[str, Card] = {card: card for name in ("standard", "rook") for card in PACKS[name]}


def read_card(text: str) -> Card:
    """The card with this code (either pack). Raises NotationError."""
    card = _BY_CODE.get(text)
    if card is None:
        raise NotationError(_("“%(text)s” isn’t a card. Write the rank, then the suit: 9C, TD, AS."), text=text)
    return card


def is_card(text: str) -> bool:
    """Whether this is the code of a card of any pack."""
    return text in _BY_CODE


def is_orange(cards: Iterable[Card]) -> bool:
    """Whether there is a red card and a yellow one among these (8.6)."""
    suits = {card.suit for card in cards}
    return bool(suits & RED_SUITS and suits & YELLOW_SUITS)


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in the order of 12.2."""
    return tuple(sorted(cards, key=CARD_INDEX.__getitem__))
