"""A game counted seat by seat: turns, sweeps, and cards taken."""

from collections.abc import Iterator

from games.domain.cards import BIG_CASINO, Card
from games.domain.events import (
    CardsCaptured,
    CardsDealt,
    CardTrailed,
    Event,
    RemainingCardsAwarded,
    RolledBack,
    RoundScored,
    RoundStarted,
    SweepMade,
)
from games.domain.presets import resolve_rules
from games.domain.running_score import SeatTotals, seat_totals
from games.domain.setup_events import GameOpened, SeatTaken

HANDS = ((BIG_CASINO, Card("2S")), (Card("9S"), Card("3C")))
TABLE = (Card("TS"), Card("9H"))


def opening(preset: str = "casino", **options: object) -> Iterator[Event]:
    """A game of two, with two cards in each hand and two on the table."""
    yield GameOpened(resolve_rules({"preset": preset, **options}), preset, 2, False, 1, "")
    yield from (SeatTaken(1, "Ann"), SeatTaken(2, "Bob"))
    yield from round_of(1)


def round_of(number: int) -> Iterator[Event]:
    yield RoundStarted(number, 1, (*HANDS[0], *HANDS[1], *TABLE))
    yield CardsDealt(1, True, HANDS, TABLE)


def bob_takes_the_nine() -> Event:
    return CardsCaptured(2, (Card("9S"),), (Card("9H"),), ())


def ann_sweeps_with_the_big_casino() -> Iterator[Event]:
    yield CardsCaptured(1, (BIG_CASINO,), (Card("TS"),), ())
    yield SweepMade(1, 1, False)


def rest() -> Iterator[Event]:
    yield from (CardTrailed(2, Card("3C")), CardTrailed(1, Card("2S")), RemainingCardsAwarded(0))
    yield RoundScored(({"total": 4}, {"total": 1}), (4, 1))


def test_a_round_counts_with_the_cards_that_were_left() -> None:
    log = [*opening(), bob_takes_the_nine(), *ann_sweeps_with_the_big_casino(), *rest()]
    assert seat_totals(log) == (SeatTotals(2, 1, 4, 2, 1, 0), SeatTotals(2, 0, 2, 1, 0, 1))


def test_an_unfinished_round_counts_as_far_as_it_went() -> None:
    log = [*opening(), bob_takes_the_nine(), *ann_sweeps_with_the_big_casino(), *rest(), *round_of(2)]
    log.append(bob_takes_the_nine())
    assert [totals.cards for totals in seat_totals(log)] == [4, 4]
    assert [totals.turns for totals in seat_totals(log)] == [2, 3]


def test_what_was_undone_does_not_count() -> None:
    log = [*opening(), bob_takes_the_nine()]
    log += [*ann_sweeps_with_the_big_casino(), RolledBack(len(log))]
    assert seat_totals(log) == (SeatTotals(0, 0, 0, 0, 0, 0), SeatTotals(1, 0, 2, 1, 0, 0))


def test_the_big_casino_counts_only_where_it_scores() -> None:
    log = [*opening(big_casino=0), bob_takes_the_nine(), *ann_sweeps_with_the_big_casino(), *rest()]
    assert [(totals.big_casinos, totals.big_casinos_lost) for totals in seat_totals(log)] == [(0, 0), (0, 0)]
