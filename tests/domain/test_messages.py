"""Sentences of the engine: whole, with named placeholders, filled with text or with further sentences."""

from games.domain.messages import Message, UserFacingError, make_message


def test_the_gaps_are_filled_by_name() -> None:
    told = make_message("“%(text)s” is no card.", text="XX")
    assert told == Message("“%(text)s” is no card.", {"text": "XX"})
    assert str(told) == "“XX” is no card."


def test_a_gap_may_hold_a_sentence_or_the_error_that_tells_one() -> None:
    least = make_message("a number from %(least)s", least=2)
    assert str(make_message("It is %(wanted)s.", wanted=least)) == "It is a number from 2."
    assert make_message("%(why)s", why=UserFacingError("No %(what)s.", what="card")).params["why"] == make_message(
        "No %(what)s.", what="card"
    )


def test_an_error_reads_as_its_sentence() -> None:
    assert str(UserFacingError("There is no option “%(option)s”.", option="joker")) == "There is no option “joker”."
