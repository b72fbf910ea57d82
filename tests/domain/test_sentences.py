"""Sentences of the engine: whole, with named placeholders, filled with text or with further sentences."""

from games.domain.sentences import Sentence, ToldError, sentence


def test_the_gaps_are_filled_by_name() -> None:
    told = sentence("“%(text)s” is no card.", text="XX")
    assert told == Sentence("“%(text)s” is no card.", {"text": "XX"})
    assert str(told) == "“XX” is no card."


def test_a_gap_may_hold_a_sentence_or_the_error_that_tells_one() -> None:
    least = sentence("a number from %(least)s", least=2)
    assert str(sentence("It is %(wanted)s.", wanted=least)) == "It is a number from 2."
    assert sentence("%(why)s", why=ToldError("No %(what)s.", what="card")).gaps["why"] == sentence(
        "No %(what)s.", what="card"
    )


def test_an_error_reads_as_its_sentence() -> None:
    assert str(ToldError("There is no option “%(option)s”.", option="joker")) == "There is no option “joker”."
