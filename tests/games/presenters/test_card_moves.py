"""The steps of the animation: what each event moves, and what is undone."""

from collections.abc import Sequence

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.notation import read_cards, read_table
from games.domain.perspective import RedactedDeal, RedactedPack, VisibleEvent
from games.presenters.card_moves import CardMove, card_moves, in_effect
from tests.games.presenters.perspectives import table_of

DEAL = RedactedDeal(1, False, read_cards("9S 2C"), (2, 2), read_cards("9H 5D"))
TRAIL = events.CardTrailed(1, Card("2C"))
TAKE = events.CardsCaptured(2, read_cards("9D"), read_cards("9H"), (read_cards("4C 5S"),))
PICTURE = read_table("[4C+5D=9@2]").builds[0]
BUILD = events.BuildMade(2, read_cards("4C"), read_cards("5D"), (), PICTURE)
LOG: list[VisibleEvent] = [RedactedPack(1, 2), DEAL, events.TurnStarted(1), TRAIL, events.TurnStarted(2), TAKE]


def steps(log: Sequence[VisibleEvent], unseen: int, last_seq: int = 0) -> list[tuple[str, int, str, str, bool]]:
    """Return each step as kind, seat, played cards, other cards, and whether it is undone."""
    moves = card_moves(table_of(), log, last_seq or len(log), unseen)
    return [(move.kind, move.seat, codes(move, "played"), codes(move, "others"), move.back) for move in moves]


def codes(move: CardMove, which: str) -> str:
    return " ".join(card.code for card in getattr(move, which))


def test_each_event_moves_its_cards() -> None:
    assert steps(LOG, len(LOG)) == [
        ("deal", 0, "", "9S 2C 9H 5D", False),
        ("lay", 1, "2C", "", False),
        ("take", 2, "9D", "9H 4C 5S", False),
    ]
    assert steps([BUILD], 1) == [("build", 2, "4C", "5D", False)]
    assert steps([events.CardPlucked(1, Card("KD"))], 1) == [("take", 1, "", "KD", False)]
    assert steps([events.PairsTaken(2, read_cards("KD KS"))], 1) == [("take", 2, "", "KD KS", False)]


def test_only_what_is_new_to_the_viewer_moves_and_keeps_its_number() -> None:
    assert steps(LOG, 0) == []
    assert steps(LOG, 1) == [("take", 2, "9D", "9H 4C 5S", False)]
    assert [move.seq for move in card_moves(table_of(), LOG, 46, 3)] == [44, 46]


def test_the_last_cards_go_to_the_seat_of_the_last_capture() -> None:
    assert steps([*LOG, events.RemainingCardsAwarded(1)], 1) == [("rest", 2, "", "", False)]
    assert steps([events.RemainingCardsAwarded(0)], 1) == [("rest", 1, "", "", False)]  # the capture was long ago
    assert steps([events.RemainingCardsAwarded(None)], 1) == []


def test_moves_taken_back_go_backward_the_last_one_first() -> None:
    log = [*LOG, events.RolledBack(2)]
    assert steps(log, 1) == [("take", 2, "9D", "9H 4C 5S", True), ("lay", 1, "2C", "", True)]
    assert [move.seq for move in card_moves(table_of(), log, len(log), 1)] == [7, 7]


def test_what_was_played_and_taken_back_unseen_does_not_move() -> None:
    assert steps([*LOG, events.RolledBack(5)], 2) == []
    assert steps([*LOG, events.RolledBack(3)], 2) == [("lay", 1, "2C", "", True)]
    again = [*LOG, events.RolledBack(5), BUILD]
    assert steps(again, 3) == [("build", 2, "4C", "5D", False)]


@pytest.mark.parametrize("before", [0, 40])
def test_undone_events_are_not_in_effect(before: int) -> None:
    back = events.RolledBack(before + 3)
    log = [*LOG, back, events.TurnStarted(2)]
    assert [event for _, event in in_effect(log, before + 8)] == [*LOG[:3], events.TurnStarted(2)]
    talk = [event for _, event in in_effect(log, before + 8, always=(events.RolledBack,))]
    assert talk == [*LOG[:3], back, events.TurnStarted(2)]
