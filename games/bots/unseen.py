"""The cards that a seat has not seen, and the ways they may lie: every card that was ever visible is remembered."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from games.domain.cards import PACKS, Card, sort_cards
from games.domain.perspective import Perspective, RoundView
from games.domain.rules import Matching
from games.domain.table import Value
from games.domain.values import takes_value


class Guess(NamedTuple):
    """A possible distribution of the hidden cards: all hands by seat (the viewer's is the real one), and the stock."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def round_seen(sight: Perspective) -> RoundView:
    """Return the viewer's round. Raises ValueError where none is in progress."""
    if sight.round is None:
        raise ValueError("no round is on")
    return sight.round


def unseen_cards(sight: Perspective) -> tuple[Card, ...]:
    """Return the cards that may be in other hands or in the stock; a peeked card is known to be in the stock (8.9)."""
    now = round_seen(sight)
    seen = {*now.hand, *now.table.cards, *(card for pile in now.piles for card in pile), now.bottom_card}
    return tuple(card for card in PACKS[sight.rules.dealing.deck] if card not in seen)


def hands_known(sight: Perspective) -> bool:
    """Return True if counting reveals the one other hand: two players, and the stock is empty."""
    return sight.seats == 2 and round_seen(sight).stock_count == 0


def must_hold(sight: Perspective, seat: int) -> tuple[Value, ...]:
    """Return the values the seat holds a card for: those proved (5.14), and those of the builds it owns (5.10)."""
    now = round_seen(sight)
    owned = {build.value for build in now.table.builds if build.owner == seat}
    if sight.rules.building.duty == "penalty":
        owned = set()
    return tuple(sorted(owned | now.proved[seat - 1], key=str))


def guesses(sight: Perspective, luck: Random) -> Iterator[Guess]:
    """Yield distributions of the hidden cards that fit everything known, without end.

    The shuffled cards are used up hand by hand before they are reshuffled, so all cards come up equally often.
    """
    hidden = list(unseen_cards(sight))
    held = max(1, sum(round_seen(sight).hand_counts) - len(round_seen(sight).hand))
    while True:
        luck.shuffle(hidden)
        for _ in range(max(1, len(hidden) // held)):
            yield _laid_out(sight, hidden.copy())
            hidden = hidden[held:] + hidden[:held]


def guess(sight: Perspective, luck: Random) -> Guess:
    """Return one such distribution, drawn at random."""
    return next(guesses(sight, luck))


def _laid_out(sight: Perspective, hidden: list[Card]) -> Guess:
    """Return the hidden cards dealt from the front of the list, those for required values first."""
    now, rules = round_seen(sight), sight.rules
    hands = [list(now.hand) if seat == sight.viewer else [] for seat in range(1, sight.seats + 1)]
    others = [seat for seat in range(1, sight.seats + 1) if seat != sight.viewer]
    for seat in others:
        hands[seat - 1] = _for_values(must_hold(sight, seat), hidden, now.hand_counts[seat - 1], rules.matching)
    for seat in others:
        missing = now.hand_counts[seat - 1] - len(hands[seat - 1])
        hands[seat - 1] += hidden[:missing]
        del hidden[:missing]
    stock = tuple(hidden) if now.bottom_card is None else (*hidden, now.bottom_card)
    return Guess(tuple(map(sort_cards, hands)), stock)


def _for_values(values: Iterable[Value], hidden: list[Card], most: int, matching: Matching) -> list[Card]:
    """Take a card for each value out of the hidden ones, as long as there are any."""
    found: list[Card] = []
    for value in values:
        card = next((card for card in hidden if takes_value(card, value, matching)), None)
        if card is not None and len(found) < most:
            hidden.remove(card)
            found.append(card)
    return found
