"""The words for each category of points."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as lazy


class CategoryWords(NamedTuple):
    """`title` on a score sheet; `deciding` after “decided by”; `short` where cards and counts beside it say the rest;
    `restricted` where a restriction names it (7.4); `scoring` in the scoring table of the rules."""

    title: object
    deciding: object
    short: object = ""
    restricted: object = ""
    scoring: object = ""


CATEGORY_WORDS = {
    "most_cards": CategoryWords(lazy("Most cards"), lazy("cards"), lazy("Cards"), lazy("most cards")),
    "most_spades": CategoryWords(lazy("Most spades"), lazy("spades"), lazy("Spades"), lazy("most spades")),
    "big_casino": CategoryWords(
        lazy("Big casino (10♦)"),
        lazy("the big casino"),
        lazy("Big casino"),
        lazy("big casino"),
        lazy("Big casino, the 10♦"),
    ),
    "little_casino": CategoryWords(
        lazy("Little casino (2♠)"),
        lazy("the little casino"),
        lazy("Little casino"),
        lazy("little casino"),
        lazy("Little casino, the 2♠"),
    ),
    "aces": CategoryWords(lazy("Aces"), lazy("aces"), scoring=lazy("Each ace")),
    "jack_of_spades": CategoryWords(
        lazy("Jack of spades"), lazy("the jack of spades"), scoring=lazy("The jack of spades")
    ),
    "each_spade": CategoryWords(lazy("Spades"), lazy("spades"), scoring=lazy("Each spade")),
    "most_diamonds": CategoryWords(lazy("Most diamonds"), lazy("diamonds"), lazy("Diamonds")),
    "seven_of_diamonds": CategoryWords(
        lazy("Seven of diamonds"), lazy("the seven of diamonds"), scoring=lazy("The seven of diamonds")
    ),
    "fives": CategoryWords(lazy("Fives"), lazy("fives"), scoring=lazy("Each five")),
    "last_capture": CategoryWords(lazy("Last capture"), lazy("the last capture"), scoring=lazy("The last capture")),
    "card_points": CategoryWords(lazy("Single cards"), lazy("single cards")),
    "fours_of_a_kind": CategoryWords(
        lazy("Four of a kind"), lazy("four of a kind"), scoring=lazy("All four of a rank")
    ),
    "honours": CategoryWords(
        lazy("Honor cards"),
        lazy("honor cards"),
        scoring=lazy("Each ace, king, queen, jack, and ten, and the 2♣ (the 10♦ counts twice)"),
    ),
    "sweeps": CategoryWords(lazy("Sweeps"), lazy("sweeps"), scoring=lazy("Each sweep")),
    "all_points": CategoryWords(lazy("All the points"), lazy("taking every point")),
    "cards": CategoryWords(lazy("Cards"), lazy("cards")),
    "orange": CategoryWords(lazy("Oranges"), lazy("oranges")),
    "tablanette": CategoryWords(lazy("Tablanettes"), lazy("tablanettes")),
    "defaults": CategoryWords(lazy("Opponent’s penalties"), lazy("penalties")),
}


def category_title(key: str) -> str:
    return str(CATEGORY_WORDS[key].title)
