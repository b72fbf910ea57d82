"""Last captures on the piles, and scores as peg boards."""

import pytest

from games.domain import events
from games.domain.cards import Card
from games.domain.notation import read_cards
from games.domain.perspective import RedactedPack
from games.presenters.seats import MOST_HOLES, LastCapture, last_captures, peg_bar

TAKE = events.CardsCaptured(1, read_cards("9S"), read_cards("5H 4D"), ())
ANSWER = events.CardsCaptured(2, read_cards("8C"), (), (read_cards("6H 2S"),))
TRAIL = events.CardTrailed(1, Card("KS"))


def test_each_seat_has_its_last_capture_with_the_card_that_took_it() -> None:
    captures = last_captures([TAKE, ANSWER], viewer=1)
    assert captures[1] == LastCapture(read_cards("5H 4D 9S"), just=False)
    assert captures[2] == LastCapture(read_cards("6H 2S 8C"), just=True)


def test_a_capture_is_no_longer_new_when_the_viewer_has_played() -> None:
    assert not last_captures([ANSWER, TRAIL], viewer=1)[2].just


def test_for_a_spectator_only_the_last_play_is_new() -> None:
    captures = last_captures([TAKE, ANSWER], viewer=0)
    assert [captures[seat].just for seat in (1, 2)] == [False, True]


def test_a_round_begins_without_captures() -> None:
    assert last_captures([TAKE, RedactedPack(2, 1)], viewer=1) == {}


@pytest.mark.parametrize(
    ("total", "target", "new", "expected"),
    [(9, 21, 0, (21, 9, 0)), (16, 21, 8, (21, 8, 8)), (25, 21, 0, (21, 21, 0)), (-10, 100, 0, (25, 0, 0))],
)
def test_a_peg_for_each_point(total: int, target: int, new: int, expected: tuple[int, int, int]) -> None:
    bar = peg_bar(total, target, new)
    assert bar
    assert (bar.holes, bar.has, bar.new) == expected


@pytest.mark.parametrize("target", [5, 21, 61, 100, 251])
def test_a_bar_is_full_at_the_target_and_never_before(target: int) -> None:
    full, nearly = peg_bar(target, target), peg_bar(target - 1, target)
    assert full
    assert nearly
    assert full.has == full.holes <= MOST_HOLES
    assert nearly.has < full.holes


def test_pegs_are_drawn_as_dots_of_one_line() -> None:
    bar = peg_bar(3, 21, 1)
    assert bar
    assert (bar.width, bar.pegs, bar.new_pegs) == (252, "M6 6h12", "M30 6h.01")


def test_without_a_target_there_is_no_bar() -> None:
    assert peg_bar(3, 0) is None
