"""The last captures on the piles."""

from games.domain import events
from games.domain.cards import Card
from games.domain.notation import read_cards
from games.domain.perspective import RedactedPack
from games.presenters.last_captures import LastCapture, last_captures

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
