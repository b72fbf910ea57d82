"""Cards and values as words, signs and view models."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.cards import ROOK_SUITS, Card
from games.domain.table import Value

_RANKS = {
    "1": lazy("one"),
    "A": lazy("ace"),
    "2": lazy("two"),
    "3": lazy("three"),
    "4": lazy("four"),
    "5": lazy("five"),
    "6": lazy("six"),
    "7": lazy("seven"),
    "8": lazy("eight"),
    "9": lazy("nine"),
    "T": lazy("ten"),
    "J": lazy("jack"),
    "Q": lazy("queen"),
    "K": lazy("king"),
}
_SUITS = {"S": lazy("spades"), "H": lazy("hearts"), "D": lazy("diamonds"), "C": lazy("clubs")}
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_COLOURS = {"B": lazy("black"), "R": lazy("red"), "G": lazy("green"), "Y": lazy("yellow")}
_PLURALS: dict[Value, object] = {
    1: lazy("ones"),
    2: lazy("twos"),
    3: lazy("threes"),
    4: lazy("fours"),
    5: lazy("fives"),
    6: lazy("sixes"),
    7: lazy("sevens"),
    8: lazy("eights"),
    9: lazy("nines"),
    10: lazy("tens"),
    11: lazy("elevens"),
    12: lazy("twelves"),
    13: lazy("thirteens"),
    14: lazy("fourteens"),
    "J": lazy("jacks"),
    "Q": lazy("queens"),
    "K": lazy("kings"),
}


@dataclass(frozen=True, slots=True, eq=False)
class CardView:
    """A card to be drawn. There is one for each card and language, so that comparing them takes no time.

    `face` ends the names of its two drawings in `cards.svg`, `c-10h` and `l-10h`; `name` is for screen readers.
    """

    code: str
    face: str
    name: str
    short: str


def card_view(card: Card) -> CardView:
    return _card_view(card, get_language())


@cache
def _card_view(card: Card, _language: str | None) -> CardView:
    return CardView(card, printed_rank(card) + card.suit.lower(), card_name(card), card_short(card))


def card_views(cards: Iterable[Card]) -> tuple[CardView, ...]:
    language = get_language()
    return tuple(_card_view(card, language) for card in cards)


def printed_rank(card: Card) -> str:
    """The rank as printed in the card's corner."""
    return "10" if card.rank == "T" else card.rank


def rank_name(rank: str) -> str:
    return str(_RANKS[rank])


def suit_names() -> dict[str, str]:
    """The suits of all packs, by their letters."""
    return {suit: str(name) for suit, name in (_SUITS | _COLOURS).items()}


def card_name(card: Card) -> str:
    """“nine of diamonds”, in the rook pack “red nine”."""
    rank = rank_name(card.rank)
    if card.suit in ROOK_SUITS:
        return _("%(colour)s %(rank)s") % {"colour": _COLOURS[card.suit], "rank": rank}
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": _SUITS[card.suit]}


def card_short(card: Card) -> str:
    """“9♦”, in the rook pack “red 9”."""
    if card.suit in ROOK_SUITS:
        return _("%(colour)s %(rank)s") % {"colour": _COLOURS[card.suit], "rank": printed_rank(card)}
    return f"{printed_rank(card)}{_SIGNS[card.suit]}"


def card_list(cards: Iterable[Card]) -> str:
    """“5♠ 4♥”, in the rook pack “red 5, green 4”."""
    listed = tuple(cards)
    between = ", " if listed and listed[0].suit in ROOK_SUITS else " "
    return between.join(card_short(card) for card in listed)


def value_words(value: Value, *, multiple: bool = False) -> str:
    """“9”, of a multiple build “nines”, of a build of faces always “jacks”."""
    return str(_PLURALS.get(value, value)) if multiple or isinstance(value, str) else str(value)


def join_with_and(parts: Iterable[str]) -> str:
    """“a, b and c”."""
    *first, last = [part for part in parts if part] or [""]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
