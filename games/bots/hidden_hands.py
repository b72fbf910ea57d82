"""The cards that a seat has not seen, and samples of how they may be distributed; every visible card is remembered."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from games.domain.cards import PACKS, Card, sort_cards
from games.domain.perspective import Perspective, RoundView
from games.domain.rules import Matching
from games.domain.table import Value
from games.domain.values import takes_value


class Determinization(NamedTuple):
    """A possible distribution of the hidden cards: all hands by seat (the viewer's is the real one), and the stock."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def visible_round(perspective: Perspective) -> RoundView:
    """The viewer's round. Raises ValueError where none is in progress."""
    if perspective.round is None:
        raise ValueError("no round is in progress")
    return perspective.round


def unseen_cards(perspective: Perspective) -> tuple[Card, ...]:
    """The cards that may be in other hands or in the stock; a peeked card is known to be in the stock (8.9)."""
    round_ = visible_round(perspective)
    seen = {*round_.hand, *round_.table.cards, *(card for pile in round_.piles for card in pile), round_.bottom_card}
    return tuple(card for card in PACKS[perspective.rules.dealing.deck] if card not in seen)


def is_perfect_information(perspective: Perspective) -> bool:
    """True if counting reveals the one other hand: two players, and the stock is empty."""
    return perspective.seats == 2 and visible_round(perspective).stock_count == 0


def required_values(perspective: Perspective, seat: int) -> tuple[Value, ...]:
    """The values the seat holds a card for: those proved (5.14), and those of the builds it owns (5.10)."""
    round_ = visible_round(perspective)
    owned = {build.value for build in round_.table.builds if build.owner == seat}
    if "penalty" in (perspective.rules.building.duty, perspective.rules.building.last_deal_duty):
        owned = set()
    return tuple(sorted(owned | round_.proven_values[seat - 1], key=str))


def sample_determinizations(perspective: Perspective, rng: Random) -> Iterator[Determinization]:
    """Yield distributions of the hidden cards that fit everything known, without end.

    The shuffled cards are used up hand by hand before they are reshuffled, so all cards come up equally often.
    """
    hidden = list(unseen_cards(perspective))
    held = max(1, sum(visible_round(perspective).hand_counts) - len(visible_round(perspective).hand))
    while True:
        rng.shuffle(hidden)
        for _ in range(max(1, len(hidden) // held)):
            yield _deal_out(perspective, hidden.copy())
            hidden = hidden[held:] + hidden[:held]


def _deal_out(perspective: Perspective, hidden: list[Card]) -> Determinization:
    """The hidden cards dealt from the front of the list, those for required values first."""
    round_, matching = visible_round(perspective), perspective.rules.matching
    hands = [list(round_.hand) if seat == perspective.viewer else [] for seat in range(1, perspective.seats + 1)]
    others = [seat for seat in range(1, perspective.seats + 1) if seat != perspective.viewer]
    for seat in others:
        required = required_values(perspective, seat)
        hands[seat - 1] = _take_for_values(required, hidden, round_.hand_counts[seat - 1], matching)
    for seat in others:
        missing = round_.hand_counts[seat - 1] - len(hands[seat - 1])
        hands[seat - 1] += hidden[:missing]
        del hidden[:missing]
    stock = tuple(hidden) if round_.bottom_card is None else (*hidden, round_.bottom_card)
    return Determinization(tuple(map(sort_cards, hands)), stock)


def _take_for_values(values: Iterable[Value], hidden: list[Card], limit: int, matching: Matching) -> list[Card]:
    """Take a card for each value out of the hidden ones, as long as there are any."""
    taken: list[Card] = []
    for value in values:
        card = next((card for card in hidden if takes_value(card, value, matching)), None)
        if card is not None and len(taken) < limit:
            hidden.remove(card)
            taken.append(card)
    return taken
