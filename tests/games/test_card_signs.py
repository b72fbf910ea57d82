"""Cards marked in sentences."""

from games.templatetags.card_signs import card_signs


def test_rank_and_suit_are_one_word_with_the_colour_of_the_suit() -> None:
    marked = card_signs("Ben took 10♦ with 10♣.")
    assert marked == 'Ben took <span class="c diamond">10♦</span> with <span class="c club">10♣</span>.'


def test_nothing_else_is_marked_and_what_people_write_stays_text() -> None:
    assert card_signs("<b> took 3 ♥ in 2 turns") == "&lt;b&gt; took 3 ♥ in 2 turns"
