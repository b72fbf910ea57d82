"""Finds leaks by two questions, asked of everything that a reader can see: does it name a card that they have not seen,
and would it be different if these cards, and the seed, were others?"""

import re
from collections.abc import Callable

from games.models import Game
from tests.leaks.reading import Read, Reader
from tests.leaks.searching import named_in
from tests.leaks.worlds import Onlooker, as_it_is, twin, unseen

MAY_NAME_CARDS = re.compile(
    r"GET /(lobby/|watch/)?$|/rules/|/learn/|/puzzles/|/new/|/house-rules/|/plan/|/analysis/|/moderation/\d+/rule/"
)
"""Pages that name cards in rules, examples, pictures, plans and guesses; still compared with the other world."""

type Reading = Callable[[Reader], Read]


def leaks(game: Game, onlookers: list[Onlooker], reading: Reading = Reader.at_the_table) -> list[str]:
    """Return each reader and place where a card appears that the reader has not seen."""
    if game.status == Game.Status.OVER:
        return []
    return [f"{each.who}: {leak}" for each in onlookers for leak in leaks_to(each, game, reading)]


def leaks_to(onlooker: Onlooker, game: Game, reading: Reading) -> list[str]:
    hidden = unseen(game, onlooker.seat)
    if len(hidden) < 2:
        return []
    about = (hidden[0], hidden[-1])
    reader = Reader(onlooker, game, about)
    with as_it_is():
        here = reading(reader)
    with twin(game, onlooker.seat):
        there = reading(reader)
    untold = set(hidden) - set(about)  # what they ask about themselves is repeated to them
    return [*named(here, untold), *(f"{where} reads otherwise" for where in here if here[where] != there[where])]


def named(read: Read, cards: set[str]) -> list[str]:
    found = {where: named_in(text, cards) for where, text in read.items() if not MAY_NAME_CARDS.search(where)}
    return [f"{where} names {', '.join(cards)}" for where, cards in found.items() if cards]
